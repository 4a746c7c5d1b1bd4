#pragma once
#include <deque>
#include <functional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "tenon/base/CaseNode.hpp"

namespace tenon::base {

/// What a person has to know of one parameter: a row of `tenon list`, of the documentation, of the schema.
struct ParameterInfo {
  std::string name, type, default_value, unit, help;
  bool required = false;
};

namespace detail {

/// One parameter of some plain struct, of which nothing is known here: what is done with all of them is compiled once.
struct ParameterRow {
  ParameterInfo info;
  std::function<void(const CaseNode&, void*)> read;
  std::function<double(const void*)> value;      // empty unless a number
  std::function<void(void*, double)> set;        // empty unless a double
  std::function<std::string(const void*)> text;  // empty unless a text
  std::vector<std::pair<std::function<bool(double)>, std::string>> conditions;
  std::vector<std::string> names;

  /// Empty, or what is wrong with a number: "has to be positive, but is -1".
  std::string objection(double number) const;
  void readValue(const CaseNode& value, void* data) const;
};

using ParameterRows = std::deque<ParameterRow>;  // a deque: an entry refers to its row while further ones are declared

std::vector<ParameterInfo> infosOf(const ParameterRows& rows);
/// See Parameters::read().
void readParameters(const ParameterRows& rows, const CaseNode& node, std::vector<std::string> others, void* data);
void readParametersAmongOthers(const ParameterRows& rows, const CaseNode& node, void* data);

}  // namespace detail

/// Conditions on the parameter declared last; number parameters only.
class ParameterEntry {
 public:
  explicit ParameterEntry(detail::ParameterRow& row) : row_(row) {}
  ParameterEntry& positive();
  ParameterEntry& nonNegative();
  ParameterEntry& atMost(double most);
  /// low < value < high
  ParameterEntry& between(double low, double high);
  /// Describes the default in words, where the value of the member is a placeholder.
  ParameterEntry& defaultsTo(const std::string& description);
  /// Texts: one of these.
  ParameterEntry& oneOf(std::vector<std::string> names);

 private:
  ParameterEntry& require(std::function<bool(double)> condition, const std::string& sentence);
  detail::ParameterRow& row_;
};

/// The parameters of one type, declared once by binding the members of a plain struct:
///
///   struct Gravity::Data { Vec3 acceleration{0, 0, -9.81}; std::string group; };
///   void Gravity::declare(Parameters<Data>& p) {
///     p.required("acceleration", &Data::acceleration, "length/time^2", "acceleration of gravity");
///     p.optional("group", &Data::group, "", "volume group; default: the whole object");
///   }
///
/// The default of an optional parameter is what the member holds in a default-made struct.
template <class Data>
class Parameters {
 public:
  template <class Member>
  ParameterEntry required(const std::string& name, Member Data::*member, const std::string& unit,
                          const std::string& help) {
    return declare(name, member, unit, help, true);
  }
  template <class Member>
  ParameterEntry optional(const std::string& name, Member Data::*member, const std::string& unit,
                          const std::string& help) {
    return declare(name, member, unit, help, false);
  }

  /// A number among the parameters, for somebody who gets it from elsewhere.
  struct Number {
    std::string name;
    std::function<void(Data&, double)> set;
    /// Empty, or what is wrong with a value: "has to be positive, but is -1".
    std::function<std::string(double)> objection;
  };

  /// Takes over the parameters of a member of Data. Of numbers `take(data, number, node)` gets what the case says
  /// instead of one; they are called `type` in what a person reads.
  template <class Part>
  void include(const Parameters<Part>& parameters, Part Data::*part, const std::string& type,
               std::function<void(Data&, const typename Parameters<Part>::Number&, const CaseNode&)> take) {
    for (const detail::ParameterRow& row : parameters.rows_) {
      detail::ParameterRow whole;
      whole.info = row.info;
      if (row.set) whole.info.type = type;
      whole.read = [row, part, take](const CaseNode& node, void* untyped) {
        Data& data = *static_cast<Data*>(untyped);
        if (row.set && !node.isNumber())
          take(data,
               {row.info.name, [set = row.set](Part& of, double value) { set(&of, value); },
                [row](double value) { return row.objection(value); }},
               node);
        else
          row.readValue(node, &(data.*part));
      };
      rows_.push_back(std::move(whole));
    }
  }

  std::vector<ParameterInfo> infos() const { return detail::infosOf(rows_); }

  /// Reads a block of the case; throws one InputError with a sentence for each unknown key, missing parameter and
  /// value out of range. `others`: further keys that belong to somebody else, such as "type".
  Data read(const CaseNode& node, std::vector<std::string> others = {"type"}) const {
    Data data;
    detail::readParameters(rows_, node, std::move(others), &data);
    return data;
  }
  /// As read(), whatever further keys there are: for a block that somebody else reads too.
  Data readAmongOthers(const CaseNode& node) const {
    Data data;
    detail::readParametersAmongOthers(rows_, node, &data);
    return data;
  }

 private:
  template <class Other>
  friend class Parameters;

  template <class Member>
  ParameterEntry declare(const std::string& name, Member Data::*member, const std::string& unit,
                         const std::string& help, bool required) {
    detail::ParameterRow& row = rows_.emplace_back();
    row.info = {
        name,    typeName(static_cast<const Member*>(nullptr)), required ? "" : printValue(Data{}.*member), unit, help,
        required};
    row.read = [member](const CaseNode& node, void* data) { readValue(node, static_cast<Data*>(data)->*member); };
    if constexpr (std::is_same_v<Member, double> || std::is_same_v<Member, int>)
      row.value = [member](const void* data) { return double(static_cast<const Data*>(data)->*member); };
    if constexpr (std::is_same_v<Member, double>)
      row.set = [member](void* data, double value) { static_cast<Data*>(data)->*member = value; };
    if constexpr (std::is_same_v<Member, std::string>)
      row.text = [member](const void* data) { return static_cast<const Data*>(data)->*member; };
    return ParameterEntry(row);
  }

  detail::ParameterRows rows_;
};

}  // namespace tenon::base

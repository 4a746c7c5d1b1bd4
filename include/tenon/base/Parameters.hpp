#pragma once
#include <fmt/format.h>

#include <deque>

#include <functional>
#include <string>
#include <type_traits>
#include <vector>

#include "tenon/base/CaseNode.hpp"
#include "tenon/base/Problems.hpp"
#include "tenon/base/suggest.hpp"

namespace tenon::base {

/// What a person has to know of one parameter: a row of `tenon list`, of the documentation, of the schema.
struct ParameterInfo {
  std::string name, type, default_value, unit, help;
  bool required = false;
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
  using Value = std::function<double(const Data&)>;

  /// Conditions on the parameter declared last; number parameters only.
  class Entry {
   public:
    Entry& positive() {
      return require([](double v) { return v > 0; }, "has to be positive");
    }
    Entry& nonNegative() {
      return require([](double v) { return v >= 0; }, "must not be negative");
    }
    Entry& atMost(double most) {
      return require([=](double v) { return v <= most; }, fmt::format("must not be more than {}", most));
    }
    /// low < value < high
    Entry& between(double low, double high) {
      return require([=](double v) { return v > low && v < high; },
                     fmt::format("has to lie between {} and {}, both excluded", low, high));
    }
    /// Texts: one of these.
    Entry& oneOf(std::vector<std::string> names) {
      row_.info.help += fmt::format(" ({})", fmt::join(names, " | "));
      row_.names = std::move(names);
      return *this;
    }

   private:
    friend class Parameters;
    struct Row {
      ParameterInfo info;
      std::function<void(const CaseNode&, Data&)> read;
      Value value;                             // empty unless a number
      std::function<void(Data&, double)> set;  // empty unless a double
      std::function<std::string(const Data&)> text;
      std::vector<std::pair<std::function<bool(double)>, std::string>> conditions;
      std::vector<std::string> names;
    };
    explicit Entry(Row& row) : row_(row) {}
    Entry& require(std::function<bool(double)> condition, const std::string& sentence) {
      row_.conditions.emplace_back(std::move(condition), sentence);
      return *this;
    }
    Row& row_;
  };

  template <class Member>
  Entry required(const std::string& name, Member Data::*member, const std::string& unit, const std::string& help) {
    return declare(name, member, unit, help, true);
  }
  template <class Member>
  Entry optional(const std::string& name, Member Data::*member, const std::string& unit, const std::string& help) {
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
    for (const auto& row : parameters.rows_) {
      Row whole;
      whole.info = row.info;
      if (row.set) whole.info.type = type;
      whole.read = [row, part, take](const CaseNode& node, Data& data) {
        if (row.set && !node.isNumber())
          take(data, {row.info.name, row.set, [row](double value) { return objection(row.conditions, value); }}, node);
        else
          readValueOf(row, node, data.*part);
      };
      rows_.push_back(std::move(whole));
    }
  }

  std::vector<ParameterInfo> infos() const {
    std::vector<ParameterInfo> list;
    for (const auto& row : rows_) list.push_back(row.info);
    return list;
  }

  /// Reads a block of the case; throws one InputError with a sentence for each unknown key, missing parameter and
  /// value out of range. `others`: further keys that belong to somebody else, such as "type".
  Data read(const CaseNode& node, std::vector<std::string> others = {"type"}) const {
    Problems problems;
    for (const auto& row : rows_) others.push_back(row.info.name);
    problems.attempt([&] { node.allowKeys(others); });
    return readRows(node, problems);
  }
  /// As read(), whatever further keys there are: for a block that somebody else reads too.
  Data readAmongOthers(const CaseNode& node) const {
    Problems problems;
    return readRows(node, problems);
  }

 private:
  template <class Other>
  friend class Parameters;
  using Row = typename Entry::Row;

  template <class Member>
  Entry declare(const std::string& name, Member Data::*member, const std::string& unit, const std::string& help,
                bool required) {
    Row row;
    row.info = {
        name,    typeName(static_cast<const Member*>(nullptr)), required ? "" : printValue(Data{}.*member), unit, help,
        required};
    row.read = [member](const CaseNode& node, Data& data) { readValue(node, data.*member); };
    if constexpr (std::is_same_v<Member, double> || std::is_same_v<Member, int>)
      row.value = [member](const Data& data) { return static_cast<double>(data.*member); };
    if constexpr (std::is_same_v<Member, double>)
      row.set = [member](Data& data, double value) { data.*member = value; };
    if constexpr (std::is_same_v<Member, std::string>) row.text = [member](const Data& data) { return data.*member; };
    rows_.push_back(std::move(row));
    return Entry(rows_.back());
  }

  Data readRows(const CaseNode& node, Problems& problems) const {
    Data data;
    for (const auto& row : rows_) problems.attempt([&] { readRow(row, node, data); });
    problems.throwIfAny();
    return data;
  }

  static void readRow(const Row& row, const CaseNode& node, Data& data) {
    if (!node.has(row.info.name)) {
      if (row.info.required)
        node.fail(fmt::format("the parameter '{}' is missing: {}{}.", row.info.name, row.info.help,
                              row.info.unit.empty() ? "" : ", in " + row.info.unit));
      return;
    }
    readValueOf(row, node[row.info.name], data);
  }

  template <class Conditions>
  static std::string objection(const Conditions& conditions, double value) {
    for (const auto& [holds, sentence] : conditions)
      if (!holds(value)) return fmt::format("{}, but is {}", sentence, value);
    return {};
  }

  template <class AnyRow, class Part>
  static void readValueOf(const AnyRow& row, const CaseNode& value, Part& data) {
    row.read(value, data);
    if (row.value)
      if (const std::string wrong = objection(row.conditions, row.value(data)); !wrong.empty())
        value.fail(fmt::format("'{}' {}.", row.info.name, wrong));
    if (!row.names.empty() && !contains(row.names, row.text(data)))
      value.fail(
          fmt::format("'{}' cannot be '{}'{}", row.info.name, row.text(data), didYouMean(row.text(data), row.names)));
  }

  std::deque<Row> rows_;  // a deque: an Entry refers to its row while further ones are declared
};

}  // namespace tenon::base

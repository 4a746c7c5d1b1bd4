// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <deque>
#include <functional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "tenon/base/CaseNode.hpp"

namespace tenon::base {

/// Description of one parameter, for `tenon list`, the documentation and the schema.
struct ParameterInfo {
  std::string name,   ///< standard name of the parameter, which is its key in case files
      type,           ///< name of the type, such as "number"; see typeName()
      default_value,  ///< default value in case-file notation; empty if there is none
      unit,           ///< unit, such as "force/length"; empty if dimensionless
      help;           ///< description, without a full stop at the end
  /// True if the parameter has no default value.
  bool required = false;
  /// Former names of the parameter, which cases may still use.
  std::vector<std::string> former_names{};
  /// Pairs of former and standard names for values of the parameter.
  std::vector<std::pair<std::string, std::string>> former_values{};
};

namespace detail {

/// Type-erased description of one parameter of a plain struct. Because of the type erasure, the
/// operations on parameters need not be compiled again for each struct.
struct ParameterRow {
  /// Description of the parameter for help texts.
  ParameterInfo info;
  /// Function that reads the value into the struct.
  std::function<void(const CaseNode&, void*)> read;
  /// Function that returns the value in the struct; empty unless the parameter is a number.
  std::function<double(const void*)> value;
  /// Function that sets the value in the struct; empty unless the parameter is a double.
  std::function<void(void*, double)> set;
  /// Function that returns the string in the struct; empty unless the parameter is a string.
  std::function<std::string(const void*)> text;
  /// Function that sets the string in the struct; empty unless the parameter is a string.
  std::function<void(void*, const std::string&)> set_text;
  /// Conditions on a number, each with its text for messages, such as "must be positive".
  std::vector<std::pair<std::function<bool(double)>, std::string>> conditions;
  /// Admissible strings; empty if all strings are admissible.
  std::vector<std::string> names;

  /// Returns a description of the first condition that a number violates, such as "must be
  /// positive, but is -1"; empty if all conditions are satisfied. Infinite and NaN values always
  /// violate a condition.
  std::string violatedCondition(double number) const;
  /// Reads the parameter into a struct. If the value is a former name, it is replaced by the
  /// standard name.
  /// @param value  node of the case that contains the value
  /// @param data   struct that receives the value
  /// @throws InputError if the value cannot be converted or is not admissible
  void readValue(const CaseNode& value, void* data) const;
};

/// Descriptions of all parameters of one type. A deque is used because references to its elements,
/// such as those in ParameterEntry, remain valid when elements are added.
using ParameterRows = std::deque<ParameterRow>;

/// Returns the descriptions of the parameters.
std::vector<ParameterInfo> infosOf(const ParameterRows& rows);
/// Implements Parameters::read() and throws the same exceptions.
/// @param rows           parameters of the type
/// @param node           block of the case
/// @param others         additional admissible keys
/// @param former_others  former names of these keys
/// @param data           struct that receives the values
void readParameters(const ParameterRows& rows, const CaseNode& node, std::vector<std::string> others,
                    std::vector<std::string> former_others, void* data);
/// Implements Parameters::readIgnoringOtherKeys() and throws the same exceptions.
/// @param rows  parameters of the type
/// @param node  block of the case
/// @param data  struct that receives the values
void readParametersIgnoringOtherKeys(const ParameterRows& rows, const CaseNode& node, void* data);

}  // namespace detail

/// Interface for adding conditions and descriptions to a declared parameter. All functions return
/// the object itself, so that calls can be chained. Parameters::read() rejects a case that violates
/// a condition.
class ParameterEntry {
 public:
  /// Creates the interface to a parameter, whose description must outlive this object.
  explicit ParameterEntry(detail::ParameterRow& row) : row_(row) {}
  /// Requires a number > 0.
  ParameterEntry& positive();
  /// Requires a number >= 0.
  ParameterEntry& nonNegative();
  /// Requires a number <= `most`.
  ParameterEntry& atMost(double most);
  /// Requires low < number < high.
  ParameterEntry& between(double low, double high);
  /// Sets the description of the default value in help texts, for a member whose default is only a
  /// placeholder.
  ParameterEntry& defaultsTo(const std::string& description);
  /// Requires one of the given strings and appends them to the help text.
  ParameterEntry& oneOf(std::vector<std::string> names);
  /// Accepts former names of the parameter. If a case uses one of them, a warning recommends the
  /// standard name. Help texts and suggestions contain only the standard name.
  ParameterEntry& formerly(std::vector<std::string> names);
  /// Accepts former names for the values of a string parameter. If a case uses one of them, a
  /// warning recommends the standard name.
  /// @param names  pairs of a former and a standard name
  /// @return this object
  /// @throws InternalError if the parameter is not a string
  /// @see formerly()
  ParameterEntry& formerValues(std::vector<std::pair<std::string, std::string>> names);

 private:
  ParameterEntry& require(std::function<bool(double)> condition, const std::string& sentence);
  detail::ParameterRow& row_;
};

/// Table of the parameters of one type. Parameters are declared once, by binding them to the
/// members of a plain struct:
///
///   struct Gravity::Data { Vec3 acceleration{0, 0, -9.81}; std::string group; };
///   void Gravity::declare(Parameters<Data>& p) {
///     p.required("acceleration", &Data::acceleration, "length/time^2", "acceleration of gravity");
///     p.optional("group", &Data::group, "", "volume group; default: the whole object");
///   }
///
/// The default value of an optional parameter is the value of the member in a default-constructed
/// struct.
/// @note Not collective: every rank reads the same case.
template <class Data>
class Parameters {
 public:
  /// Declares a parameter that every case must specify.
  /// @param name    key in case files
  /// @param member  member of Data that receives the value
  /// @param unit    unit for help texts; empty if dimensionless
  /// @param help    description, without a full stop at the end
  /// @return interface for adding conditions to the parameter
  template <class Member>
  ParameterEntry required(const std::string& name, Member Data::*member, const std::string& unit,
                          const std::string& help) {
    return declare(name, member, unit, help, true);
  }
  /// Declares a parameter that a case may omit; its default is the value of the member in a
  /// default-constructed struct.
  /// @see required()
  template <class Member>
  ParameterEntry optional(const std::string& name, Member Data::*member, const std::string& unit,
                          const std::string& help) {
    return declare(name, member, unit, help, false);
  }

  /// Parameter of type double whose value does not come from a number in the case but from another
  /// source.
  struct NumberParameter {
    /// Name of the parameter.
    std::string name;
    /// Function that sets the member of the struct.
    std::function<void(Data&, double)> set;
    /// Function that returns a description of the condition that a value violates, such as "must be
    /// positive, but is -1", or an empty string if the value is admissible.
    std::function<std::string(double)> violatedCondition;
  };

  /// Includes the parameters of another struct that is a member of Data.
  /// @param parameters  parameters of the other struct
  /// @param part  member of Data that receives the values
  /// @param type  type name that help texts show for the included parameters of type double
  /// @param take  called as `take(data, number, node)` for each parameter of type double whose
  ///   value in the case is not a number
  template <class Part>
  void include(const Parameters<Part>& parameters, Part Data::*part, const std::string& type,
               std::function<void(Data&, const typename Parameters<Part>::NumberParameter&, const CaseNode&)> take) {
    for (const detail::ParameterRow& row : parameters.rows_) {
      detail::ParameterRow whole;
      whole.info = row.info;
      if (row.set) whole.info.type = type;
      whole.read = [row, part, take](const CaseNode& node, void* untyped) {
        Data& data = *static_cast<Data*>(untyped);
        if (row.set && !node.isNumber())
          take(data,
               {row.info.name, [set = row.set](Part& of, double value) { set(&of, value); },
                [row](double value) { return row.violatedCondition(value); }},
               node);
        else
          row.readValue(node, &(data.*part));
      };
      rows_.push_back(std::move(whole));
    }
  }

  /// Descriptions of all parameters, in the order of their declaration.
  std::vector<ParameterInfo> infos() const { return detail::infosOf(rows_); }

  /// Reads the parameters from a block of the case and checks its keys.
  /// @param node    block of the case
  /// @param others  additional admissible keys, which are read by other code, such as "type"
  /// @param former_others  former names of these keys
  /// @return struct with the values given in the case, and the defaults of all other parameters
  /// @throws InputError if there are unknown keys, missing parameters or inadmissible values; the
  ///   message has one line for each of them
  Data read(const CaseNode& node, std::vector<std::string> others = {"type"},
            std::vector<std::string> former_others = {}) const {
    Data data;
    detail::readParameters(rows_, node, std::move(others), std::move(former_others), &data);
    return data;
  }
  /// Reads the parameters from a block of the case and ignores all other keys, which are read by
  /// other code.
  /// @param node  block of the case
  /// @return struct with the values given in the case, and the defaults of all other parameters
  /// @throws InputError if there are missing parameters or inadmissible values; the message has one
  ///   line for each of them
  Data readIgnoringOtherKeys(const CaseNode& node) const {
    Data data;
    detail::readParametersIgnoringOtherKeys(rows_, node, &data);
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
    if constexpr (std::is_same_v<Member, std::string>) {
      row.text = [member](const void* data) { return static_cast<const Data*>(data)->*member; };
      row.set_text = [member](void* data, const std::string& value) { static_cast<Data*>(data)->*member = value; };
    }
    return ParameterEntry(row);
  }

  detail::ParameterRows rows_;
};

}  // namespace tenon::base

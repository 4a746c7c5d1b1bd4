// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "base/FileName.hpp"
#include "tenon/base/Parameters.hpp"
#include "tenon/constraint/linear/LinearConstraint.hpp"
#include "tenon/fem/ObjectGroup.hpp"

namespace tenon::constraint {

/// Term c u_k of a linear equation. Its node is given by the number in the mesh file, or as a group
/// of exactly one node.
struct EquationTerm {
  std::string object, group;  ///< object and group; without a group `node` applies
  std::int64_t node = 0;      ///< node number in the mesh file, if there is no group
  int component = 0;          ///< component of the node's degrees of freedom
  double coefficient = 1.0;   ///< coefficient c
  std::string where;          ///< file and line, for messages
};

/// Linear equation sum_k c_k u_k = value.
struct Equation {
  std::vector<EquationTerm> terms;  ///< terms of the equation
  double value = 0.0;               ///< right-hand side
};

/// Reads equations from a case file.
void readValue(const base::CaseNode& node, std::vector<Equation>& equations);
/// Prints equations for listings of parameters.
std::string printValue(const std::vector<Equation>& equations);
/// Returns the name of the type in listings of parameters.
inline const char* typeName(const std::vector<Equation>*) {
  return "[{terms: [{object: .., node: .. or group: .., component: .., coefficient: ..}, ..], value: ..}, ..]";
}

/// Parses the equations of a CSV file, one line per term; the first line names the columns
///   equation,object,node,component,coefficient,value
/// `equation` is any label; lines with the same label form one equation. `node` is a number or the
/// name of a group of one node; `component` is x, y or z; `value` may be omitted or empty, and is
/// given in one line of an equation. Empty lines and text after # are ignored.
///
/// @param text  contents of the file
/// @param file  its name, for messages
/// @throws InputError with file and line
/// @note Not collective.
std::vector<Equation> equationsOf(const std::string& text, const std::string& file);

/// Linear multi-point equations, sum_k c_k u_k = value * history(t). A row belongs to the owner of
/// its first term's node, which is its slave. Applied to scalars of measured objects, the equations
/// constrain lengths, angles and volumes.
class MultiPoint : public LinearConstraint {
 public:
  /// Indicates that the constraint supports axisymmetric objects.
  static constexpr bool acts_on_axisymmetric = true;

  /// Indicates that the constraint supports scalars of measured objects.
  static constexpr bool acts_on_scalars = true;
  /// Parameters of the constraint.
  struct Data {
    std::string name = "multi-point";  ///< name of the constraint
    std::vector<Equation> equations;   ///< equations of the case
    base::FileName file;               ///< CSV file with additional equations
    base::History history{};           ///< factor of the right-hand sides as a function of time
  };
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<Data>& p);

  /// Assembles the rows.
  /// @throws InputError for objects, groups, nodes and components that do not exist, for a group of
  ///   more than one node, or for an equation without terms
  /// @throws FileError if the file cannot be read
  /// @note Collective.
  MultiPoint(Data data, const fem::FindDomain& find);

 private:
  void readFile();
  std::vector<std::vector<base::GlobalIndex>> findNodes(const fem::FindDomain& find) const;
  base::GlobalIndex uniqueNode(const fem::Domain& domain, const EquationTerm& term) const;
  void requireValidEquations(const fem::FindDomain& find) const;

  Data data_;
};

}  // namespace tenon::constraint

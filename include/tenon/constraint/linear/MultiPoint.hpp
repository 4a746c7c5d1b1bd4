#pragma once
#include <string>
#include <vector>

#include "tenon/base/FileName.hpp"
#include "tenon/base/Parameters.hpp"
#include "tenon/constraint/LinearConstraint.hpp"
#include "tenon/fem/Side.hpp"

namespace tenon::constraint {

/// One term c u_k of a linear equation; its node by number in the mesh file, or as a group of exactly one node.
struct EquationTerm {
  std::string object, group;  // a group, or
  std::int64_t node = 0;      // a number, where there is no group
  int component = 0;
  double coefficient = 1.0;
  std::string where;  ///< file and line, for messages
};

struct Equation {
  std::vector<EquationTerm> terms;
  double value = 0.0;
};

void readValue(const base::CaseNode& node, std::vector<Equation>& equations);
std::string printValue(const std::vector<Equation>& equations);
inline const char* typeName(const std::vector<Equation>*) {
  return "[{terms: [{object: .., node: .. or group: .., component: .., coefficient: ..}, ..], value: ..}, ..]";
}

/// The equations of a CSV file, a line for each term; the first line names the columns
///   equation,object,node,component,coefficient,value
/// `equation` is any label, lines of one label make one equation; `node` is a number or the name of a group of one
/// node; `component` is x, y or z; `value` may be left out or empty, and stands in one line of an equation. Empty lines
/// and what follows a # are passed over. InputError that names file and line. Not collective.
std::vector<Equation> equationsOf(const std::string& text, const std::string& file);

/// Linear multi-point equations, sum_k c_k u_k = value * history(t). A row belongs to the owner of its first term's
/// node, which is its slave. On scalars that mappings measure, it makes constraints of lengths, angles, volumes.
class MultiPoint : public LinearConstraint {
 public:
  static constexpr bool acts_on_rings = true;

  static constexpr bool acts_on_scalars = true;
  struct Data {
    std::string name = "multi-point";
    std::vector<Equation> equations;
    base::FileName file;
    base::History history{};
  };
  static void declare(base::Parameters<Data>& p);

  /// Collective. InputError for objects, groups, nodes and components that are not there, for a group of more nodes
  /// than one, for an equation without terms; FileError where the file cannot be read.
  MultiPoint(Data data, const fem::FindDomain& find);

 private:
  void readFile();
  std::vector<std::vector<base::GlobalIndex>> findNodes(const fem::FindDomain& find) const;
  base::GlobalIndex onlyNode(const fem::Domain& domain, const EquationTerm& term) const;
  void requireSense(const fem::FindDomain& find) const;

  Data data_;
};

}  // namespace tenon::constraint

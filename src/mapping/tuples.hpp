// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "base/FileName.hpp"
#include "tenon/base/Parameters.hpp"
#include "tenon/fem/ObjectGroup.hpp"
#include "tenon/mapping/TupleMapping.hpp"

// Parameters of a case that define tuples of nodes, and the distribution of the tuples over the
// ranks.
namespace tenon::mapping {

/// Tuples of node numbers: [[12, 40], [13, 41]], or [12, 13] for tuples of one node.
struct NumberTuples {
  std::vector<std::vector<std::int64_t>> list;  ///< node numbers of each tuple
};
/// Reads tuples of node numbers from a case file.
void readValue(const base::CaseNode& node, NumberTuples& tuples);
/// Returns tuples of node numbers in the form of a case file.
std::string printValue(const NumberTuples& tuples);
/// Returns the type of the tuples, for help texts.
inline const char* typeName(const NumberTuples*) {
  return "[[number, ..], ..]";
}

/// Parameters of measurements of tuples of nodes: a list, a file, or the elements of a group.
struct TupleSource {
  /// Object of all nodes, or one object for each node of a tuple.
  std::vector<std::string> parent;
  NumberTuples nodes;   ///< tuples by node numbers
  base::FileName file;  ///< CSV file of node numbers
  std::string group;    ///< group whose elements are the tuples

  /// Declares the parameters of a case.
  /// @param shape  description of the tuples, such as "pairs of nodes"
  /// @param cells  description of the elements that a group must contain
  template <class Data>
  static void declare(base::Parameters<Data>& p, const std::string& shape, const std::string& cells) {
    p.required("parent", static_cast<std::vector<std::string> Data::*>(&TupleSource::parent), "",
               "parent object of the nodes, or a list with one object for each node of a tuple");
    p.optional("nodes", static_cast<NumberTuples Data::*>(&TupleSource::nodes), "", shape + ", given by their numbers");
    p.optional("file", static_cast<base::FileName Data::*>(&TupleSource::file), "",
               "instead of `nodes`: CSV file of node numbers with the columns a, b, ..");
    p.optional("group", static_cast<std::string Data::*>(&TupleSource::group), "",
               "instead of `nodes`: a group that contains " + cells);
  }
};

/// Returns the tuples of `size` nodes whose first node this rank owns, in their order. Tuples from
/// a group are the corners of its elements of dimension size - 1.
/// @param context  beginning of error messages
/// @throws InputError if there are no tuples, if they are given twice or in part, if nodes do not
///   exist, or if the number of parents is neither one nor `size`
/// @note Collective.
Tuples findTuples(const TupleSource& source, std::size_t size, const fem::FindDomain& find, const std::string& context);

/// Distributes tuples to the ranks that own their first nodes.
/// @param nodes  [tuples x parents] global node numbers; each tuple is given by any one rank
/// @param positions  index of each tuple
/// @note Collective.
Tuples distributeTuples(const std::vector<la::State*>& parents, const std::vector<GlobalIndex>& nodes,
                        const std::vector<std::int64_t>& positions);

}  // namespace tenon::mapping

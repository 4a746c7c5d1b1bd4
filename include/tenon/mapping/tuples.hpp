#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "tenon/base/FileName.hpp"
#include "tenon/base/Parameters.hpp"
#include "tenon/fem/Side.hpp"
#include "tenon/mapping/TupleMapping.hpp"

// How a case says which nodes are measured together, and who measures them.
namespace tenon::mapping {

/// Numbers of nodes that belong together: [[12, 40], [13, 41]], or [12, 13] where it is one each.
struct NumberTuples {
  std::vector<std::vector<std::int64_t>> list;
};
void readValue(const base::CaseNode& node, NumberTuples& tuples);
std::string printValue(const NumberTuples& tuples);
inline const char* typeName(const NumberTuples*) {
  return "[[number, ..], ..]";
}

/// The parameters of types that measure tuples of nodes: a list, a file, or the cells of a group.
struct TupleSource {
  std::vector<std::string> parent;
  NumberTuples nodes;
  base::FileName file;
  std::string group;

  /// `shape`: what the tuples are, as "pairs of nodes"; `cells`: what a group has to have.
  template <class Data>
  static void declare(base::Parameters<Data>& p, const std::string& shape, const std::string& cells) {
    p.required("parent", static_cast<std::vector<std::string> Data::*>(&TupleSource::parent), "",
               "object of the nodes, or the list of them, one for each node of a tuple");
    p.optional("nodes", static_cast<NumberTuples Data::*>(&TupleSource::nodes), "", shape + ", by their numbers");
    p.optional("file", static_cast<base::FileName Data::*>(&TupleSource::file), "",
               "instead: CSV with the columns a, b, .., numbers of nodes");
    p.optional("group", static_cast<std::string Data::*>(&TupleSource::group), "", "instead: a group with " + cells);
  }
};

/// Collective. Those tuples of `size` nodes whose first one this rank owns, in their order: corners of cells of
/// dimension size - 1 where they come from a group. InputError, which begins with `wanted_by`, where there are none,
/// where they are given twice or in part, for nodes that are not there and parents that are neither one nor `size`.
Tuples findTuples(const TupleSource& source, std::size_t size, const fem::FindDomain& find,
                  const std::string& wanted_by);

/// Collective. Tuples by global numbers, [tuples x parents], each given by one rank, whichever, and their order.
Tuples dealTuples(const std::vector<la::State*>& parents, const std::vector<GlobalIndex>& nodes,
                  const std::vector<std::int64_t>& positions);

/// Collective. Place of each key among all ranks' keys in ascending order, from 0; keys are not negative and differ.
std::vector<std::int64_t> ranksOf(const base::Communicator& comm, const std::vector<std::int64_t>& keys);

}  // namespace tenon::mapping

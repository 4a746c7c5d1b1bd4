// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <pybind11/numpy.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "ObjectView.hpp"
#include "TupleSelection.hpp"
#include "tenon/fem/ObjectGroup.hpp"

namespace tenon::python {

/// Object `find` that constructors of contributors in Python receive. It selects the nodes, tuples
/// of nodes or cells on which a contributor acts.
///
/// Every function is collective. It first verifies that all ranks call the same function, so that a
/// constructor that raises an exception on one rank causes an exception on all ranks.
class Find {
 public:
  /// Creates the object for one call of a factory.
  /// @param find  function that returns the domain of an object
  /// @param comm  communicator of all objects
  /// @param own   mapped object, for mappings; nullptr for other contributors
  Find(fem::FindDomain find, base::Communicator comm, const fem::Domain* own);

  /// Object and group; the group is empty if the whole object is meant.
  using Place = fem::ObjectGroup;
  /// Node numbers of mesh files, [tuples × nodes of a tuple].
  using Numbers = pybind11::array_t<std::int64_t, pybind11::array::c_style | pybind11::array::forcecast>;
  using Selection = std::shared_ptr<TupleSelection>;

  /// Returns pairs of nodes of two groups.
  /// @param match  "nearest": each node of the first group and the nearest node of the second;
  ///   "order": nodes at the same position in the order of the mesh files
  /// @throws InputError if a group does not exist, a node would be paired with itself, or `match`
  ///   is "order" and the groups have different numbers of nodes
  /// @note Collective.
  Selection pairs(const Place& first, const Place& second, const std::string& match);
  /// Returns the nodes of a group as tuples with one node. @note Collective.
  Selection nodes(const Place& place);
  /// Returns tuples that are listed by node numbers.
  /// @param objects  object of each entry of a tuple
  /// @param numbers  node numbers in the mesh files, equal on all ranks
  /// @throws InputError if a node does not exist
  /// @note Collective.
  Selection tuples(const std::vector<std::string>& objects, const Numbers& numbers);
  /// Returns the cells of a group, one selection for each cell type.
  /// @param dimension  dimension of the cells; -1: that of the group, or of the mesh
  /// @note Collective.
  std::vector<Selection> cells(const Place& place, int dimension);
  /// Returns an object. @note Collective.
  ObjectView object(const std::string& name);
  /// Returns the local nodes of a group, including ghosts. @note Collective.
  std::vector<LocalIndex> localNodes(const Place& place);

  /// Returns the parent nodes of each node of the mapped object.
  /// @param objects  object of each parent node
  /// @param numbers  [nodes of the mapped object × (1 + objects.size())] number of a node, followed
  ///   by the numbers of its parent nodes
  /// @throws InputError if a node of the mapped object does not occur exactly once
  /// @note Collective.
  Selection parents(const std::vector<std::string>& objects, const Numbers& numbers);
  /// Returns the nearest nodes of groups for each node of the mapped object.
  /// @param places  groups of the parent nodes
  /// @param count   number of nearest nodes in each group
  /// @note Collective.
  Selection nearestParents(const std::vector<Place>& places, int count);
  /// Returns the mapped object. @throws InputError if the contributor is no mapping
  const fem::Domain& own() const;

  /// Ends the factory: verifies that it succeeded on all ranks.
  /// @param error  exception of this rank; nullptr if there is none
  /// @throws Error on all ranks if the factory failed on any rank
  /// @note Collective.
  void finish(const std::exception_ptr& error);
  /// Returns the flag that tells whether the objects still exist.
  const std::shared_ptr<bool>& life() const { return life_; }
  /// Returns the communicator.
  const base::Communicator& comm() const { return comm_; }
  /// Returns the C++ error of the last function, which Python has received as an exception; nullptr
  /// if it succeeded.
  const std::exception_ptr& failure() const { return failure_; }

 private:
  template <class Work>
  auto collectively(const std::string& function, Work&& work);
  void agree(const std::string& function, const std::exception_ptr& error);
  Selection finished(Selection selection, std::string description) const;

  fem::FindDomain find_;
  base::Communicator comm_;
  const fem::Domain* own_;
  std::shared_ptr<bool> life_ = std::make_shared<bool>(true);
  bool is_active_ = true;
  std::exception_ptr failure_;
};

}  // namespace tenon::python

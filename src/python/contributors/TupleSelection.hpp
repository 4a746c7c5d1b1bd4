// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tenon/fem/NodeTuples.hpp"
#include "tenon/fem/Region.hpp"
#include "tenon/la/contributions.hpp"

namespace tenon::python {

using base::LocalIndex;

/// Nodal quantity that is gathered for tuples.
enum class Quantity { reference, displacement, position, velocity };

/// Tuples of nodes on which a contributor in Python acts: pairs or other tuples of nodes, cells of
/// one type, or the parent nodes of the nodes of a mapped object. A tuple is stored on each rank
/// that owns at least one of its nodes, so that each rank computes the complete forces on its own
/// nodes. It is owned by exactly one rank.
class TupleSelection {
 public:
  /// Creates a selection of node tuples.
  /// @param objects  object of each entry of a tuple
  /// @param tuples   distributed tuples
  /// @throws InputError on all ranks if the objects differ in dimension or are rigid bodies
  /// @note Collective.
  TupleSelection(std::vector<const fem::Domain*> objects, std::shared_ptr<const fem::NodeTuples> tuples);
  /// Creates a selection of the cells of one type.
  /// @note Collective.
  TupleSelection(const fem::Domain& object, std::shared_ptr<const fem::Region> region, std::size_t part);
  /// Creates a selection of the parent nodes of each owned node of a mapped object.
  /// @param objects  object of each entry of a tuple
  /// @param nodes    [owned child nodes × objects.size()] local nodes
  /// @note Collective.
  TupleSelection(std::vector<const fem::Domain*> objects, std::vector<LocalIndex> nodes);
  TupleSelection(const TupleSelection&) = delete;
  TupleSelection& operator=(const TupleSelection&) = delete;

  /// Number n of nodes of a tuple.
  std::size_t numPlaces() const { return objects_.size(); }
  /// Number d of components of a node: the dimension, or 1 for scalars.
  std::size_t block() const { return block_; }
  /// Number of tuples stored on this rank.
  std::size_t size() const { return is_owned_.size(); }
  /// Number of tuples owned by this rank.
  std::size_t numOwned() const { return owned_.size(); }
  /// Total number of tuples on all ranks.
  std::int64_t numGlobal() const { return num_global_; }
  /// Indices of the owned tuples, in ascending order.
  const std::vector<LocalIndex>& owned() const { return owned_; }
  /// Flags of the owned tuples, [size()].
  const std::vector<char>& isOwned() const { return is_owned_; }
  /// Local nodes, [size() × numPlaces()].
  const std::vector<LocalIndex>& nodes() const { return nodes_; }
  /// Node numbers in the mesh files, [size() × numPlaces()].
  const std::vector<std::int64_t>& numbers() const { return numbers_; }
  /// Object of each entry of a tuple.
  const std::vector<const fem::Domain*>& objects() const { return objects_; }
  /// Mean distance between neighbouring nodes of the objects [length], the same on all ranks.
  double spacing() const { return spacing_; }
  /// Cell type in the notation of mesh files, such as "hex8"; empty unless the tuples are cells.
  const std::string& cellType() const { return cell_type_; }
  /// Communicator of the objects.
  const base::Communicator& comm() const { return objects_.front()->mesh.comm(); }
  /// Returns the distinct states of the objects.
  std::vector<la::State*> states() const;
  /// Returns the description for messages: "bracket/load" or "a/top and b/base".
  const std::string& description() const { return description_; }
  /// Sets the description for messages.
  void describe(std::string description) { description_ = std::move(description); }

  /// Gathers a nodal quantity of all stored tuples.
  /// @param quantity  nodal quantity
  /// @param values    [size() × numPlaces() × block()] receives the values
  void gather(Quantity quantity, double* values) const;
  /// Adds values of tuples to the forces on their nodes.
  /// @param values  [size() × numPlaces() × block()] values
  /// @param f       accumulator
  void scatter(const double* values, la::ForceVector& f) const;
  /// Adds opposite values to the forces on the two nodes of pairs: +value on the first node.
  /// @param values  [size() × block()] values
  /// @param f       accumulator
  void scatterOpposite(const double* values, la::ForceVector& f) const;

  /// Function that returns the derivative of the forces on one state with respect to another.
  using DerivativeOf = std::function<la::Derivative(const la::State& row, const la::State& column)>;
  /// Kind of the blocks that addBlocks() receives.
  enum class BlockLayout {
    full,      ///< [n × n × d × d] blocks of a tuple
    pairwise,  ///< [d × d] derivative S of the force on the first node by the second: [[-S, S], [S, -S]]
  };
  /// Blocks of all stored tuples.
  struct Blocks {
    const double* values = nullptr;  ///< blocks of the tuples, one after the other
    std::size_t stride = 0;          ///< distance between two tuples; 0 if all tuples share the blocks
  };
  /// Adds the blocks of all stored tuples to a matrix.
  /// @param blocks      function that returns the blocks; not called while a pattern is recorded
  /// @param layout      layout of the blocks of a tuple
  /// @param symmetric   true if the matrix of each tuple is symmetric
  /// @param derivative  function that returns the derivative of two states
  void addBlocks(const std::function<Blocks()>& blocks, BlockLayout layout, bool symmetric,
                 const DerivativeOf& derivative) const;

  /// Sends values of owned tuples to all ranks that store the tuples.
  /// @param owned      [numOwned() × per_tuple] values
  /// @param per_tuple  number of values for each tuple
  /// @return [size() × per_tuple] values
  /// @note Collective.
  std::vector<double> valuesFromOwners(gsl::span<const double> owned, int per_tuple) const;

 private:
  void complete();
  void requireSameBlock();
  double meanSpacing() const;
  bool isOneObject() const;

  std::vector<const fem::Domain*> objects_;
  std::shared_ptr<const fem::NodeTuples> tuples_;
  std::shared_ptr<const fem::Region> region_;
  std::vector<LocalIndex> nodes_;                  // [tuples][places]
  std::vector<std::vector<LocalIndex>> nodes_at_;  // [places][tuples], unless there is one object
  std::vector<std::int64_t> numbers_;              // [tuples][places]
  std::vector<char> is_owned_;
  std::vector<LocalIndex> owned_;
  std::size_t block_ = 0;
  std::int64_t num_global_ = 0;
  double spacing_ = 1.0;
  std::string cell_type_, description_;
};

}  // namespace tenon::python

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <petscmat.h>

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tenon/fem/NodeTuples.hpp"
#include "tenon/fem/ObjectGroup.hpp"
#include "tenon/force/ForceField.hpp"
#include "tenon/la/contributions.hpp"
#include "tenon/la/layout/CombinedLayout.hpp"
#include "tenon/mass/Mass.hpp"
#include "tenon/mesh/generation/generate.hpp"

namespace tenon::la {
class Contributions;
enum class Insertion;
}  // namespace tenon::la
namespace tenon::system {
class Body;
class MechanicalSystem;
struct MappedObject;
}  // namespace tenon::system

namespace tenon::testing {

using base::LocalIndex;
using mesh::CellType;

/// Object of a test: a box of cells (see mesh::box()), slightly curved so that no cell is regular.
struct Box {
  std::string name = "box";                  ///< name of the object
  CellType type = CellType::hex8;            ///< cell type
  std::array<int, 3> cells{2, 2, 2};         ///< number of cells along each axis
  mesh::Point low{0, 0, 0},                  ///< corner of the box with the smallest coordinates
      high{1, 1, 1};                         ///< corner of the box with the largest coordinates
  std::string file = {};                     ///< mesh file instead of a box, partitioned by METIS
  la::NodeKind kind = la::NodeKind::points;  ///< frames: each node is a rigid body with a pseudo-random orientation
  bool is_axisymmetric = false;              ///< true for bodies of revolution: low[0] is the inner radius
  base::Vec3 shift = base::Vec3::Zero();     ///< translation of all nodes, after the box is curved
};

/// Objects for one contributor, distributed over the ranks in one of several ways. Degrees of
/// freedom are numbered in the order of the nodes in the mesh files, object after object, so that
/// vectors and matrices of different partitions can be compared. Vectors and matrices are dense,
/// for small tests.
/// @note Collective, unless stated otherwise.
class Objects {
 public:
  /// Distribution in which the last rank has all cells. Other distributions: 0 leaves the choice to
  /// mesh::box(); each positive number defines a pseudo-random distribution.
  static constexpr int all_on_last_rank = -1;
  /// Distributions that the fixtures test.
  static constexpr std::array<int, 4> all_partitions{0, 1, 2, all_on_last_rank};

  /// Creates the boxes.
  /// @param comm  communicator
  /// @param boxes  objects; a box with a mesh file is partitioned by METIS
  /// @param partition  distribution of the cells to the ranks, see all_partitions
  /// @throws InputError or FileError if a mesh file cannot be read.
  Objects(const base::Communicator& comm, const std::vector<Box>& boxes, int partition);
  /// Moves the objects; references to their domains and states remain valid. @note Not collective.
  Objects(Objects&&) noexcept;
  /// Moves the objects; the previous ones are destroyed.
  Objects& operator=(Objects&&) noexcept;
  ~Objects();

  /// Returns the communicator. @note Not collective.
  const base::Communicator& comm() const { return comm_; }
  /// Returns the domain of an object.
  /// @param object  index of the object in the order of the boxes
  /// @note Not collective.
  const fem::Domain& domain(std::size_t object = 0) const;
  /// Returns the state of an object.
  /// @param object  index of the object in the order of the boxes
  /// @note Not collective.
  la::State& state(std::size_t object = 0);
  /// Returns a function that finds domains by the names of the objects. It throws InputError for
  /// other names, and refers to this object.
  /// @note Not collective.
  fem::FindDomain find() const;

  /// Numbers the degrees of freedom. Called after the contributor is created, which may add ghosts.
  void numberDofs();
  /// Returns the global number of degrees of freedom, after numberDofs(). @note Not collective.
  Eigen::Index numUnknowns() const { return starts_.back(); }
  /// Returns the number of a degree of freedom of any node, on any rank.
  /// @param state  state of one of the objects
  /// @param node  global number of the node
  /// @param component  component of the degrees of freedom of the node, from 0
  /// @throws InternalError if the state belongs to no object.
  /// @note Not collective.
  Eigen::Index unknown(const la::State& state, base::GlobalIndex node, int component) const;

  /// Sets pseudo-random displacements and velocities of all nodes, ghosts included; the same for
  /// any partition.
  /// @param seed  number that selects the sequence
  /// @param displacement  bound of each component of the displacement [length]
  /// @param velocity  bound of each component of the velocity [length/time]
  /// @note Not collective.
  void moveRandomly(int seed, double displacement, double velocity);
  /// Adds increments to the displacement and the velocity of all nodes, ghosts included. Rotations
  /// in 3D are composed.
  /// @param displacement  [numUnknowns()] increment of the displacement [length]
  /// @param velocity  [numUnknowns()] increment of the velocity [length/time]
  /// @note Not collective.
  void move(const Eigen::VectorXd& displacement, const Eigen::VectorXd& velocity);

  /// Returns the force vector f of all degrees of freedom, with the values of the owners.
  /// @param add  function that receives the accumulator to which contributors add
  /// @return [numUnknowns()] the same on every rank
  /// @throws InternalError if a contributor writes to a state that belongs to no object.
  Eigen::VectorXd assemble(const std::function<void(la::ForceVector&)>& add) const;
  /// Returns the force vector f of the degrees of freedom owned by this rank, 0 elsewhere.
  /// @param add  function that receives the accumulator to which contributors add
  /// @param start  initial value of each sum
  /// @return [numUnknowns()]
  /// @note Not collective.
  Eigen::VectorXd assembleOwned(const std::function<void(la::ForceVector&)>& add, double start = 0.0) const;
  /// Returns 1 for each degree of freedom owned by this rank, 0 elsewhere, [numUnknowns()].
  /// @note Not collective.
  Eigen::VectorXd owned() const;

  /// Function that adds a value to a degree of freedom of a local node.
  using Add = std::function<void(const la::State& state, LocalIndex node, int component, double value)>;
  /// Returns the sum over all ranks of the values that `work` adds to degrees of freedom of local
  /// nodes, ghosts included.
  /// @param work  function that receives the function with which it adds values
  /// @return [numUnknowns()] the same on every rank
  Eigen::VectorXd sum(const std::function<void(const Add&)>& work) const;

  /// Returns the velocities v of all degrees of freedom, [numUnknowns()].
  Eigen::VectorXd velocities() const;
  /// Returns x, the reference position plus the displacement, for all degrees of freedom,
  /// [numUnknowns()].
  Eigen::VectorXd positions() const;

  /// Returns A x for an operator that is given as a function.
  /// @param x  [numUnknowns()] vector, the same on every rank
  /// @param multiply  function that receives x, ghosts included, and adds A x to its argument y
  /// @return [numUnknowns()]
  Eigen::VectorXd product(const Eigen::VectorXd& x,
                          const std::function<void(const la::IncrementVector&, la::ForceVector&)>& multiply) const;

  /// Returns a matrix as a dense one, after it was recorded once and assembled twice.
  /// @param insertion  method of insertion
  /// @param contribute  function that adds the contributions
  /// @return [numUnknowns() × numUnknowns()] the same on every rank
  Eigen::MatrixXd matrix(la::Insertion insertion,
                         const std::function<void(const la::Contributions&)>& contribute) const;

  /// Returns the function that maps the centre of each cell to its rank; empty if mesh::box()
  /// decides.
  /// @param comm  communicator of the ranks
  /// @param partition  distribution of the cells to the ranks, see all_partitions
  /// @note Not collective.
  static std::function<int(const mesh::Point&)> partOf(const base::Communicator& comm, int partition);

  /// Returns the distributed mesh of a box.
  /// @param comm  communicator
  /// @param box  object; a mesh file is partitioned by METIS, regardless of `partition`
  /// @param partition  distribution of the cells to the ranks, see all_partitions
  static mesh::Mesh makeMesh(const base::Communicator& comm, const Box& box, int partition);

  /// Returns the object of a box. Rigid bodies have mass and inertia 1.
  /// @param box  object
  /// @param mesh  mesh of the box, as makeMesh() returns it
  static std::unique_ptr<system::Body> makeBody(const Box& box, mesh::Mesh mesh);

  /// Returns a pseudo-random number in [-1, 1].
  /// @param seed  number that selects the sequence
  /// @param unknown  position in the sequence, such as the number of a degree of freedom
  /// @note Not collective.
  static double randomValue(int seed, Eigen::Index unknown);
  /// Returns a vector of pseudo-random numbers in [-1, 1], [numUnknowns()]; the same for any
  /// partition.
  /// @note Not collective.
  Eigen::VectorXd randomVector(int seed) const;

  /// Transfers the objects to a mechanical system, which must outlive any later use of this object.
  /// @param force  force field of the only object, or interaction of several objects; may be null
  /// @param mass  mass of the first object; may be null
  /// @param mapped_objects  mappings of the mapped objects, which receive their bodies
  std::unique_ptr<system::MechanicalSystem> mechanics(std::unique_ptr<force::ForceField> force,
                                                      std::unique_ptr<mass::Mass> mass,
                                                      std::vector<system::MappedObject> mapped_objects);
  /// Transfers the objects to a mechanical system without mapped objects, which must outlive any
  /// later use of this object.
  /// @param force  force field of the only object, or interaction of several objects; may be null
  /// @param mass  mass of the first object; may be null
  std::unique_ptr<system::MechanicalSystem> mechanics(std::unique_ptr<force::ForceField> force,
                                                      std::unique_ptr<mass::Mass> mass = nullptr);

  /// Returns A x over all degrees of freedom, where A is a matrix over some of the states.
  /// @param matrix  matrix A, square
  /// @param layout  layout of the rows and columns of A
  /// @param x  [numUnknowns()] vector, the same on every rank
  /// @return [numUnknowns()] product; 0 for the states that are not in the layout
  Eigen::VectorXd product(Mat matrix, const la::CombinedLayout& layout, const Eigen::VectorXd& x) const;

 private:
  static std::size_t layoutIndex(const la::CombinedLayout& layout, const la::State& state);

  /// Returns a vector of all degrees of freedom, gathered from the owned values valueOf(state,
  /// index in its arrays).
  template <class ValueOf>
  Eigen::VectorXd collect(ValueOf&& valueOf) const;

  std::size_t indexOf(const la::State& state) const;

  /// Calls visit(object, local node, index in local arrays, degree of freedom) for all local nodes,
  /// ghosts included.
  template <class Visit>
  void forEachUnknown(Visit&& visit) const;

  Eigen::MatrixXd dense(Mat matrix, const la::CombinedLayout& layout) const;

  base::Communicator comm_;
  std::vector<std::unique_ptr<system::Body>> owned_;  // until mechanics()
  std::vector<system::Body*> bodies_;
  std::vector<std::vector<long long>> positions_;  // [objects][local nodes]
  std::vector<std::vector<long long>> of_global_;  // [objects][nodes by global number]
  std::vector<Eigen::Index> starts_;
};

}  // namespace tenon::testing

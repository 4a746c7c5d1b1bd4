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

/// Object used in a test: a box of cells (see mesh::box()) that is slightly curved, so that no cell
/// is regular.
struct Box {
  std::string name = "box";           ///< name of the object
  CellType type = CellType::hex8;     ///< cell type
  std::array<int, 3> cells{2, 2, 2};  ///< number of cells along each axis
  mesh::Point low{0, 0, 0},           ///< corner of the box with the smallest coordinates
      high{1, 1, 1};                  ///< corner of the box with the largest coordinates
  std::string file = {};              ///< mesh file, whose mesh is partitioned by METIS; if empty, a box is generated
  la::NodeKind kind = la::NodeKind::points;  ///< kind of nodes; frames are rigid bodies with pseudo-random orientations
  bool is_axisymmetric = false;              ///< true for bodies of revolution, whose inner radius is low[0]
  base::Vec3 shift = base::Vec3::Zero();     ///< translation of all nodes after the box is curved
};

/// Objects on which a contributor is tested, distributed over the ranks by one of several
/// partitions. Degrees of freedom are numbered object by object, in the node order of the mesh
/// files, so that vectors and matrices of different partitions can be compared. Vectors and
/// matrices are dense and thus suitable for small tests only.
/// @note Collective, unless stated otherwise.
class Objects {
 public:
  /// Partition in which the last rank owns all cells. Partition 0 is that of mesh::box(), and each
  /// positive number defines a pseudo-random partition.
  static constexpr int all_on_last_rank = -1;
  /// Partitions that the fixtures use.
  static constexpr std::array<int, 4> all_partitions{0, 1, 2, all_on_last_rank};

  /// Creates the boxes.
  /// @param comm  communicator
  /// @param boxes  objects; METIS partitions the meshes that are read from files, regardless of
  ///   `partition`
  /// @param partition  partition of the cells, see all_partitions
  /// @throws InputError or FileError if a mesh file cannot be read
  Objects(const base::Communicator& comm, const std::vector<Box>& boxes, int partition);
  /// Moves the objects; references to their domains and states remain valid. @note Not collective.
  Objects(Objects&&) noexcept;
  /// Moves other objects into this instance and destroys its previous objects.
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
  /// Returns a function that finds the domain of an object by its name, or throws InputError if
  /// there is no such object. The function refers to this Objects instance.
  /// @note Not collective.
  fem::FindDomain find() const;

  /// Numbers the degrees of freedom. Must be called after the contributor, which may add ghost
  /// nodes, has been created.
  void numberDofs();
  /// Returns the total number of degrees of freedom on all ranks. Must be called after
  /// numberDofs(). @note Not collective.
  Eigen::Index numUnknowns() const { return starts_.back(); }
  /// Returns the global number of a degree of freedom. The node may be owned by any rank.
  /// @param state  state of one of the objects
  /// @param node  global number of the node
  /// @param component  zero-based index of the degree of freedom at the node
  /// @throws InternalError if the state does not belong to any of the objects
  /// @note Not collective.
  Eigen::Index unknown(const la::State& state, base::GlobalIndex node, int component) const;

  /// Sets pseudo-random displacements and velocities of all nodes, including ghosts. The values do
  /// not depend on the partition.
  /// @param seed  seed of the pseudo-random sequence
  /// @param displacement  bound on each component of the displacement [length]
  /// @param velocity  bound on each component of the velocity [length/time]
  /// @note Not collective.
  void moveRandomly(int seed, double displacement, double velocity);
  /// Adds increments to the displacement and the velocity of all nodes, including ghosts. Rotations
  /// in 3D are composed instead of added.
  /// @param displacement  [numUnknowns()] increment of the displacement [length]
  /// @param velocity  [numUnknowns()] increment of the velocity [length/time]
  /// @note Not collective.
  void move(const Eigen::VectorXd& displacement, const Eigen::VectorXd& velocity);

  /// Returns the force vector f of all degrees of freedom, in which each entry is computed by its
  /// owner.
  /// @param add  function that receives the accumulator to which contributors add
  /// @return [numUnknowns()] force vector, the same on every rank
  /// @throws InternalError if a contributor writes to a state that belongs to no object
  Eigen::VectorXd assemble(const std::function<void(la::ForceVector&)>& add) const;
  /// Returns the force vector f with the entries that this rank owns; all other entries are 0.
  /// @param add  function that receives the accumulator to which contributors add
  /// @param start  initial value of each sum
  /// @return [numUnknowns()] force vector
  /// @note Not collective.
  Eigen::VectorXd assembleOwned(const std::function<void(la::ForceVector&)>& add, double start = 0.0) const;
  /// Returns a vector with 1 for each degree of freedom that this rank owns and 0 for all others,
  /// [numUnknowns()].
  /// @note Not collective.
  Eigen::VectorXd owned() const;

  /// Function that adds a value to a degree of freedom of a local node.
  using Add = std::function<void(const la::State& state, LocalIndex node, int component, double value)>;
  /// Returns the sum over all ranks of the values that `work` adds to degrees of freedom of local
  /// nodes, including ghosts.
  /// @param work  function that receives an Add function and calls it to add values
  /// @return [numUnknowns()] sums, the same on every rank
  Eigen::VectorXd sum(const std::function<void(const Add&)>& work) const;

  /// Returns the velocities v of all degrees of freedom, [numUnknowns()].
  Eigen::VectorXd velocities() const;
  /// Returns the current coordinates x, the sum of reference positions and displacements, of all
  /// degrees of freedom, [numUnknowns()].
  Eigen::VectorXd positions() const;

  /// Returns the product A x for an operator A that is given as a function.
  /// @param x  [numUnknowns()] vector, the same on every rank
  /// @param multiply  function that receives x, including ghosts, and adds A x to its second
  ///   argument
  /// @return [numUnknowns()] product, the same on every rank
  Eigen::VectorXd product(const Eigen::VectorXd& x,
                          const std::function<void(const la::IncrementVector&, la::ForceVector&)>& multiply) const;

  /// Assembles a matrix and returns it as a dense matrix. The pattern is recorded once, and the
  /// values are assembled twice.
  /// @param insertion  method of insertion
  /// @param contribute  function that adds the contributions
  /// @return [numUnknowns() × numUnknowns()] matrix, the same on every rank
  Eigen::MatrixXd matrix(la::Insertion insertion,
                         const std::function<void(const la::Contributions&)>& contribute) const;

  /// Returns the function that maps the centre of a cell to its rank. The function is empty for
  /// partition 0, in which mesh::box() assigns the cells to ranks.
  /// @param comm  communicator of the ranks
  /// @param partition  partition of the cells, see all_partitions
  /// @note Not collective.
  static std::function<int(const mesh::Point&)> partOf(const base::Communicator& comm, int partition);

  /// Creates the distributed mesh of a box.
  /// @param comm  communicator
  /// @param box  object; if it has a mesh file, METIS partitions the mesh, regardless of
  ///   `partition`
  /// @param partition  partition of the cells, see all_partitions
  static mesh::Mesh makeMesh(const base::Communicator& comm, const Box& box, int partition);

  /// Creates the object for a box. Rigid bodies have unit masses and unit inertia tensors.
  /// @param box  object
  /// @param mesh  mesh of the box from makeMesh()
  static std::unique_ptr<system::Body> makeBody(const Box& box, mesh::Mesh mesh);

  /// Returns a pseudo-random number in [-1, 1].
  /// @param seed  seed of the pseudo-random sequence
  /// @param unknown  position in the sequence, such as the number of a degree of freedom
  /// @note Not collective.
  static double randomValue(int seed, Eigen::Index unknown);
  /// Returns a vector of pseudo-random numbers in [-1, 1], [numUnknowns()]. The vector does not
  /// depend on the partition.
  /// @note Not collective.
  Eigen::VectorXd randomVector(int seed) const;

  /// Transfers the objects to a mechanical system. Afterwards, this instance can be used only as
  /// long as the mechanical system exists.
  /// @param force  force field of the only object, or interaction of several objects; may be null
  /// @param mass  mass of the first object; may be null
  /// @param mapped_objects  mapped objects and their mappings; this function transfers the bodies
  ///   to the mapped objects
  std::unique_ptr<system::MechanicalSystem> mechanics(std::unique_ptr<force::ForceField> force,
                                                      std::unique_ptr<mass::Mass> mass,
                                                      std::vector<system::MappedObject> mapped_objects);
  /// Transfers the objects to a mechanical system without mapped objects. Afterwards, this instance
  /// can be used only as long as the mechanical system exists.
  /// @param force  force field of the only object, or interaction of several objects; may be null
  /// @param mass  mass of the first object; may be null
  std::unique_ptr<system::MechanicalSystem> mechanics(std::unique_ptr<force::ForceField> force,
                                                      std::unique_ptr<mass::Mass> mass = nullptr);

  /// Returns the product A x over all degrees of freedom, for a matrix A that covers only some of
  /// the states.
  /// @param matrix  matrix A, square
  /// @param layout  layout of the rows and columns of A
  /// @param x  [numUnknowns()] vector, the same on every rank
  /// @return [numUnknowns()] product; 0 for states that are not in the layout
  Eigen::VectorXd product(Mat matrix, const la::CombinedLayout& layout, const Eigen::VectorXd& x) const;

 private:
  static std::size_t layoutIndex(const la::CombinedLayout& layout, const la::State& state);

  /// Returns a vector of all degrees of freedom, gathered from the values valueOf(state, index in
  /// local arrays) of their owners.
  template <class ValueOf>
  Eigen::VectorXd collect(ValueOf&& valueOf) const;

  std::size_t indexOf(const la::State& state) const;

  /// Calls visit(object, local node, index in local arrays, degree of freedom) for all local nodes,
  /// including ghosts.
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

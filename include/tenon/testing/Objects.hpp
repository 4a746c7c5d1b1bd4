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
  mesh::Point low{0, 0, 0}, high{1, 1, 1};   ///< corners of the box
  std::string file = {};                     ///< mesh file instead of a box, partitioned by METIS
  la::NodeKind kind = la::NodeKind::points;  ///< frames: each node is a rigid body with a pseudo-random orientation
  bool is_axisymmetric = false;              ///< true for bodies of revolution: low[0] is the inner radius
  base::Vec3 shift = base::Vec3::Zero();     ///< translation of all nodes, after the box is curved
};

/// Objects for one contributor, distributed over the ranks in one of several ways. Degrees of
/// freedom are numbered in the order of the nodes in the mesh files, object after object, so that
/// vectors and matrices of different partitions can be compared. Vectors and matrices are dense,
/// for small tests.
/// @note All members except the plain getters are collective.
class Objects {
 public:
  /// Distribution in which the last rank has all cells. Other distributions: 0 leaves the choice to
  /// mesh::box(); each positive number defines a pseudo-random distribution.
  static constexpr int all_on_last_rank = -1;
  /// Distributions that the fixtures test.
  static constexpr std::array<int, 4> all_partitions{0, 1, 2, all_on_last_rank};

  /// Creates the boxes.
  /// @param partition  distribution of the cells to the ranks, see all_partitions
  Objects(const base::Communicator& comm, const std::vector<Box>& boxes, int partition);
  Objects(Objects&&) noexcept;
  Objects& operator=(Objects&&) noexcept;
  ~Objects();

  /// Returns the communicator.
  const base::Communicator& comm() const { return comm_; }
  /// Returns the domain of an object.
  const fem::Domain& domain(std::size_t object = 0) const;
  /// Returns the state of an object.
  la::State& state(std::size_t object = 0);
  /// Returns a function that finds domains by the names of the objects.
  fem::FindDomain find() const;

  /// Numbers the degrees of freedom. Called after the contributor is created, which may add ghosts.
  void numberDofs();
  /// Returns the global number of degrees of freedom.
  Eigen::Index numUnknowns() const { return starts_.back(); }
  /// Returns the number of a degree of freedom of any node, on any rank.
  Eigen::Index unknown(const la::State& state, base::GlobalIndex node, int component) const;

  /// Sets pseudo-random displacements and velocities of all nodes, ghosts included, up to given
  /// bounds; the same for any partition. `seed` selects the sequence.
  void moveRandomly(int seed, double displacement, double velocity);
  /// Adds a vector of all degrees of freedom to the displacement and another one to the velocity.
  /// Rotations in 3D are composed.
  void move(const Eigen::VectorXd& displacement, const Eigen::VectorXd& velocity);

  /// Returns the force vector f of all degrees of freedom, with the values of the owners. `add`
  /// receives the vector to which contributors add.
  Eigen::VectorXd assemble(const std::function<void(la::ForceVector&)>& add) const;
  /// Returns the force vector f of the degrees of freedom owned by this rank, 0 elsewhere; sums
  /// begin with `start`.
  /// @note Not collective.
  Eigen::VectorXd assembleOwned(const std::function<void(la::ForceVector&)>& add, double start = 0.0) const;
  /// Returns 1 for each degree of freedom of this rank, 0 elsewhere.
  Eigen::VectorXd owned() const;

  /// Function that adds a value to a degree of freedom of a local node.
  using Add = std::function<void(const la::State& state, LocalIndex node, int component, double value)>;
  /// Returns the sum over all ranks of the values that `work` adds to degrees of freedom of local
  /// nodes, ghosts included.
  Eigen::VectorXd sum(const std::function<void(const Add&)>& work) const;

  /// Returns the velocities v of all degrees of freedom.
  Eigen::VectorXd velocities() const;
  /// Returns x, the reference position plus the displacement, for all degrees of freedom.
  Eigen::VectorXd positions() const;

  /// Returns A x, where `multiply` receives x, ghosts included, and adds A x to y.
  Eigen::VectorXd product(const Eigen::VectorXd& x,
                          const std::function<void(const la::IncrementVector&, la::ForceVector&)>& multiply) const;

  /// Returns the matrix that `contribute` assembles as a dense one; it is recorded once and
  /// assembled twice.
  Eigen::MatrixXd matrix(la::Insertion insertion,
                         const std::function<void(const la::Contributions&)>& contribute) const;

  /// Returns the function that maps the centre of each cell to its rank; empty if mesh::box()
  /// decides.
  static std::function<int(const mesh::Point&)> partOf(const base::Communicator& comm, int partition);

  /// Returns the distributed mesh of a box.
  static mesh::Mesh makeMesh(const base::Communicator& comm, const Box& box, int partition);

  /// Returns the object of a box. Rigid bodies have mass and inertia 1.
  static std::unique_ptr<system::Body> makeBody(const Box& box, mesh::Mesh mesh);

  /// Returns a pseudo-random number in [-1, 1].
  static double randomValue(int seed, Eigen::Index unknown);
  /// Returns a vector of pseudo-random numbers in [-1, 1].
  Eigen::VectorXd randomVector(int seed) const;

  /// Transfers the objects to a mechanical system, which must outlive any later use of this object.
  /// Mapped objects are passed as `mapped_objects`.
  std::unique_ptr<system::MechanicalSystem> mechanics(std::unique_ptr<force::ForceField> force,
                                                      std::unique_ptr<mass::Mass> mass,
                                                      std::vector<system::MappedObject> mapped_objects);
  /// Transfers the objects to a mechanical system without mapped objects.
  std::unique_ptr<system::MechanicalSystem> mechanics(std::unique_ptr<force::ForceField> force,
                                                      std::unique_ptr<mass::Mass> mass = nullptr);

  /// Returns A x over all degrees of freedom, where A is a matrix over some of the states. Entries
  /// of other states are 0.
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

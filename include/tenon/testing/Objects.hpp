#pragma once
#include <gtest/gtest.h>
#include <petscmat.h>

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tenon/fem/NodeTuples.hpp"
#include "tenon/fem/ObjectGroup.hpp"
#include "tenon/la/assembly/MatrixAssembly.hpp"
#include "tenon/la/rotations.hpp"
#include "tenon/mesh/generate.hpp"
#include "tenon/mesh/readMeshes.hpp"
#include "tenon/system/MechanicalSystem.hpp"

// Basis of the fixtures for contributors. Header-only, for programs that link GoogleTest and
// tenon::tenon.
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
  Objects(const base::Communicator& comm, const std::vector<Box>& boxes, int partition) : comm_(comm) {
    for (const Box& box : boxes) {
      owned_.push_back(makeBody(box, makeMesh(comm, box, partition)));
      bodies_.push_back(owned_.back().get());
    }
  }

  /// Returns the communicator.
  const base::Communicator& comm() const { return comm_; }
  /// Returns the domain of an object.
  const fem::Domain& domain(std::size_t object = 0) const { return bodies_[object]->domain(); }
  /// Returns the state of an object.
  la::State& state(std::size_t object = 0) { return bodies_[object]->state(); }
  /// Returns a function that finds domains by the names of the objects.
  fem::FindDomain find() const {
    return [this](const std::string& name) -> const fem::Domain& {
      for (const system::Body* body : bodies_)
        if (body->name() == name) return body->domain();
      throw base::InputError("There is no object '" + name + "'.");
    };
  }

  /// Numbers the degrees of freedom. Called after the contributor is created, which may add ghosts.
  void numberDofs() {
    starts_.assign(1, 0);
    positions_.clear();
    of_global_.clear();
    for (const system::Body* body : bodies_) {
      positions_.push_back(fem::positionsOf(body->domain()));
      const auto num_owned = static_cast<std::ptrdiff_t>(body->state().layout().numOwned());
      of_global_.push_back(
          comm_.gatherAll(std::vector<long long>(positions_.back().begin(), positions_.back().begin() + num_owned)));
      starts_.push_back(starts_.back() + body->state().layout().numGlobal() * body->state().block());
    }
  }
  /// Returns the global number of degrees of freedom.
  Eigen::Index numUnknowns() const { return starts_.back(); }
  /// Returns the number of a degree of freedom of any node, on any rank.
  Eigen::Index unknown(const la::State& state, base::GlobalIndex node, int component) const {
    const std::size_t s = indexOf(state);
    return starts_[s] + of_global_[s][static_cast<std::size_t>(node.value())] * state.block() + component;
  }

  /// Sets pseudo-random displacements and velocities of all nodes, ghosts included, up to given
  /// bounds; the same for any partition. `seed` selects the sequence.
  void moveRandomly(int seed, double displacement, double velocity) {
    forEachUnknown([&](std::size_t s, LocalIndex, std::size_t at, Eigen::Index unknown) {
      bodies_[s]->state().displacement()[at] = displacement * randomValue(seed, unknown);
      bodies_[s]->state().velocity()[at] = velocity * randomValue(seed + 1000, unknown);
    });
  }
  /// Adds a vector of all degrees of freedom to the displacement and another one to the velocity.
  /// Rotations in space are composed.
  void move(const Eigen::VectorXd& displacement, const Eigen::VectorXd& velocity) {
    forEachUnknown([&](std::size_t s, LocalIndex, std::size_t at, Eigen::Index unknown) {
      la::State& state = bodies_[s]->state();
      state.velocity()[at] += velocity[unknown];
      if (state.isAdditive() || at % 6 < 3) state.displacement()[at] += displacement[unknown];
      if (state.isAdditive() || at % 6 != 3 || displacement.segment<3>(unknown).isZero(0.0)) return;
      Eigen::Map<base::Vec3> theta(state.displacement().data() + at);
      theta = la::composeRotations(displacement.segment<3>(unknown), theta);
    });
  }

  /// Returns f for all degrees of freedom, with the values of the owners. `add` receives the vector
  /// to which contributors add.
  Eigen::VectorXd assemble(const std::function<void(la::ForceVector&)>& add) const {
    Eigen::VectorXd values = assembleOwned(add);
    comm_.sumInPlace(gsl::span<double>(values.data(), static_cast<std::size_t>(values.size())));
    return values;
  }
  /// Returns f for the degrees of freedom owned by this rank, 0 elsewhere; sums begin with `start`.
  /// @note Not collective.
  Eigen::VectorXd assembleOwned(const std::function<void(la::ForceVector&)>& add, double start = 0.0) const {
    std::vector<std::vector<double>> local;
    for (const system::Body* body : bodies_) local.emplace_back(body->state().displacement().size(), start);
    la::ForceVector f([&](const la::State& state) { return gsl::span<double>(local[indexOf(state)]); });
    add(f);
    Eigen::VectorXd values = Eigen::VectorXd::Zero(numUnknowns());
    forEachUnknown([&](std::size_t s, LocalIndex node, std::size_t at, Eigen::Index unknown) {
      if (bodies_[s]->state().layout().isOwned(node)) values[unknown] = local[s][at];
    });
    return values;
  }
  /// Returns 1 for each degree of freedom of this rank, 0 elsewhere.
  Eigen::VectorXd owned() const {
    return assembleOwned([](la::ForceVector&) {}, 1.0);
  }

  /// Function that adds a value to a degree of freedom of a local node.
  using Add = std::function<void(const la::State& state, LocalIndex node, int component, double value)>;
  /// Returns the sum over all ranks of the values that `work` adds to degrees of freedom of local
  /// nodes, ghosts included.
  Eigen::VectorXd sum(const std::function<void(const Add&)>& work) const {
    Eigen::VectorXd values = Eigen::VectorXd::Zero(numUnknowns());
    work([&](const la::State& state, LocalIndex node, int component, double value) {
      const std::size_t s = indexOf(state);
      values[starts_[s] + static_cast<Eigen::Index>(positions_[s][static_cast<std::size_t>(node)]) * state.block() +
             component] += value;
    });
    comm_.sumInPlace(gsl::span<double>(values.data(), static_cast<std::size_t>(values.size())));
    return values;
  }

  /// Returns v for all degrees of freedom.
  Eigen::VectorXd velocities() const {
    return collect([](const la::State& state, std::size_t at) { return state.velocity()[at]; });
  }
  /// Returns x, the reference position plus the displacement, for all degrees of freedom.
  Eigen::VectorXd positions() const {
    return collect(
        [](const la::State& state, std::size_t at) { return state.reference()[at] + state.displacement()[at]; });
  }

  /// Returns A x, where `multiply` receives x, ghosts included, and adds A x to y.
  Eigen::VectorXd product(const Eigen::VectorXd& x,
                          const std::function<void(const la::IncrementVector&, la::ForceVector&)>& multiply) const {
    std::vector<std::vector<double>> local;
    for (const system::Body* body : bodies_) local.emplace_back(body->state().displacement().size(), 0.0);
    forEachUnknown([&](std::size_t s, LocalIndex, std::size_t at, Eigen::Index unknown) { local[s][at] = x[unknown]; });
    const la::IncrementVector motion(
        [&](const la::State& state) { return gsl::span<const double>(local[indexOf(state)]); });
    return assemble([&](la::ForceVector& y) { multiply(motion, y); });
  }

  /// Returns the matrix that `contribute` assembles as a dense one; it is recorded once and
  /// assembled twice.
  Eigen::MatrixXd matrix(la::Insertion insertion, const la::MatrixAssembly::Contribute& contribute) const {
    std::vector<const la::State*> states;
    for (const system::Body* body : bodies_) states.push_back(&body->state());
    const auto layout = std::make_shared<la::CombinedLayout>(states);
    la::MatrixAssembly assembly(layout, insertion);
    assembly.record(contribute);
    assembly.assemble(contribute);
    assembly.assemble(contribute);
    return dense(assembly.matrix().get(), *layout);
  }

  /// Returns the function that maps the centre of each cell to its rank; empty if mesh::box()
  /// decides.
  static std::function<int(const mesh::Point&)> partOf(const base::Communicator& comm, int partition) {
    const int ranks = comm.size();
    if (partition == 0) return {};
    if (partition == all_on_last_rank) return [ranks](const mesh::Point&) { return ranks - 1; };
    return [ranks, partition](const mesh::Point& x) {
      const double mixed = std::sin(12.9898 * x[0] + 78.233 * x[1] + 37.719 * x[2] + partition) * 43758.5453;
      return static_cast<int>((mixed - std::floor(mixed)) * ranks) % ranks;
    };
  }

  /// Returns the distributed mesh of a box.
  static mesh::Mesh makeMesh(const base::Communicator& comm, const Box& box, int partition) {
    if (!box.file.empty()) return mesh::readMesh(comm, box.file);
    mesh::BoxOptions options;
    options.part = partOf(comm, partition);
    const bool plane = mesh::info(box.type).dimension == 2;
    options.map = [plane, by = box.shift](const mesh::Point& x) -> mesh::Point {
      const base::Vec3 bent(x[0] + 0.05 * std::sin(2 * x[1]) + 0.04 * x[1] * x[2],
                            x[1] + 0.06 * x[0] * x[0] - 0.04 * x[2],
                            plane ? 0.0 : x[2] * (1 + 0.1 * x[0]) + 0.05 * x[1] * x[1]);
      return {bent[0] + by[0], bent[1] + by[1], bent[2] + by[2]};
    };
    mesh::Mesh mesh = mesh::box(comm, box.type, box.cells, box.low, box.high, options);
    if (box.is_axisymmetric) mesh.makeAxisymmetric();
    return mesh;
  }

  /// Returns the object of a box. Rigid bodies have mass and inertia 1.
  static std::unique_ptr<system::Body> makeBody(const Box& box, mesh::Mesh mesh) {
    if (box.kind == la::NodeKind::points) return std::make_unique<system::Body>(box.name, std::move(mesh));
    const auto inertia = std::make_shared<fem::NodalInertia>();
    std::vector<base::Vec3> rotations;
    for (const std::int64_t position : mesh.nodePositions()) {
      inertia->mass.push_back(1.0);
      inertia->reference_inertia.emplace_back(base::Mat3::Identity());
      rotations.emplace_back(randomValue(11, position), randomValue(12, position), randomValue(13, position));
    }
    return std::make_unique<system::Body>(box.name, std::move(mesh), box.kind, inertia, rotations);
  }

  /// Returns a pseudo-random number in [-1, 1].
  static double randomValue(int seed, Eigen::Index unknown) {
    const double mixed = std::sin(12.9898 * static_cast<double>(unknown + 1) + 78.233 * seed) * 43758.5453;
    return 2 * (mixed - std::floor(mixed)) - 1;
  }
  /// Returns a vector of pseudo-random numbers in [-1, 1].
  Eigen::VectorXd randomVector(int seed) const {
    return Eigen::VectorXd::NullaryExpr(numUnknowns(), [&](Eigen::Index i) { return randomValue(seed, i); });
  }

  /// Transfers the objects to a mechanical system, which has to outlive further use of this object.
  /// Mapped objects are passed as `mapped_objects`.
  std::unique_ptr<system::MechanicalSystem> mechanics(std::unique_ptr<force::ForceField> force,
                                                      std::unique_ptr<mass::Mass> mass = nullptr,
                                                      std::vector<system::MappedObject> mapped_objects = {}) {
    std::vector<std::unique_ptr<force::ForceField>> interactions;
    if (mass) owned_.front()->masses.push_back(std::move(mass));
    if (force && owned_.size() == 1)
      owned_.front()->forces.push_back(std::move(force));
    else if (force)
      interactions.push_back(std::move(force));
    std::vector<std::unique_ptr<system::Body>> independent;
    for (auto& body : owned_) {
      const auto follower = std::find_if(mapped_objects.begin(), mapped_objects.end(),
                                         [&](const auto& one) { return &one.state() == &body->state(); });
      (follower == mapped_objects.end() ? independent.emplace_back() : follower->body) = std::move(body);
    }
    return std::make_unique<system::MechanicalSystem>(std::move(independent),
                                                      std::vector<std::unique_ptr<constraint::Constraint>>{},
                                                      std::move(interactions), std::move(mapped_objects));
  }

  /// Returns A x for all degrees of freedom, for a matrix of some of the states; 0 for the others.
  Eigen::VectorXd product(Mat matrix, const la::CombinedLayout& layout, const Eigen::VectorXd& x) const {
    const la::Vector given = layout.makeVector(), found = layout.makeVector();
    std::vector<std::vector<double>> local(layout.states().size());
    for (std::size_t i = 0; i < local.size(); ++i) local[i].resize(layout.states()[i]->displacement().size());
    forEachUnknown([&](std::size_t s, LocalIndex, std::size_t at, Eigen::Index unknown) {
      const std::size_t i = layoutIndex(layout, bodies_[s]->state());
      if (i < local.size()) local[i][at] = x[unknown];
    });
    layout.gather({local.begin(), local.end()}, given.get());
    TENON_PETSC(MatMult(matrix, given.get(), found.get()));
    layout.scatter(found.get(), {local.begin(), local.end()});
    return collect([&](const la::State& state, std::size_t at) {
      const std::size_t i = layoutIndex(layout, state);
      return i < local.size() ? local[i][at] : 0.0;
    });
  }

 private:
  static std::size_t layoutIndex(const la::CombinedLayout& layout, const la::State& state) {
    return static_cast<std::size_t>(std::find(layout.states().begin(), layout.states().end(), &state) -
                                    layout.states().begin());
  }

  /// Returns all degrees of freedom from owned values valueOf(state, index in its arrays).
  template <class ValueOf>
  Eigen::VectorXd collect(ValueOf&& valueOf) const {
    Eigen::VectorXd values = Eigen::VectorXd::Zero(numUnknowns());
    forEachUnknown([&](std::size_t s, LocalIndex node, std::size_t at, Eigen::Index unknown) {
      const la::State& state = bodies_[s]->state();
      if (state.layout().isOwned(node)) values[unknown] = valueOf(state, at);
    });
    comm_.sumInPlace(gsl::span<double>(values.data(), static_cast<std::size_t>(values.size())));
    return values;
  }

  std::size_t indexOf(const la::State& state) const {
    for (std::size_t s = 0; s < bodies_.size(); ++s)
      if (&bodies_[s]->state() == &state) return s;
    throw base::InternalError("A contributor wrote to a state that does not belong to the test.");
  }

  /// Calls visit(object, local node, index in local arrays, degree of freedom) for all local nodes,
  /// ghosts included.
  template <class Visit>
  void forEachUnknown(Visit&& visit) const {
    for (std::size_t s = 0; s < bodies_.size(); ++s) {
      const int block = bodies_[s]->state().block();
      for (std::size_t node = 0; node < positions_[s].size(); ++node)
        for (int c = 0; c < block; ++c)
          visit(s, static_cast<LocalIndex>(node), node * static_cast<std::size_t>(block) + static_cast<std::size_t>(c),
                starts_[s] + static_cast<Eigen::Index>(positions_[s][node]) * block + c);
    }
  }

  Eigen::MatrixXd dense(Mat matrix, const la::CombinedLayout& layout) const {
    // Number of the degree of freedom of every column of the matrix, and the rows of this rank.
    PetscInt first = 0, last = 0;
    TENON_PETSC(MatGetOwnershipRange(matrix, &first, &last));
    std::vector<long long> unknowns(static_cast<std::size_t>(numUnknowns()), 0);
    PetscInt row = first;
    forEachUnknown([&](std::size_t s, LocalIndex node, std::size_t, Eigen::Index unknown) {
      if (layout.states()[s]->layout().isOwned(node)) unknowns[static_cast<std::size_t>(row++)] = unknown;
    });
    comm_.sumInPlace(gsl::span<long long>(unknowns));
    Eigen::MatrixXd all = Eigen::MatrixXd::Zero(numUnknowns(), numUnknowns());
    for (row = first; row < last; ++row) {
      PetscInt count = 0;
      const PetscInt* columns = nullptr;
      const PetscScalar* values = nullptr;
      TENON_PETSC(MatGetRow(matrix, row, &count, &columns, &values));
      for (PetscInt k = 0; k < count; ++k)
        all(unknowns[static_cast<std::size_t>(row)], unknowns[static_cast<std::size_t>(columns[k])]) = values[k];
      TENON_PETSC(MatRestoreRow(matrix, row, &count, &columns, &values));
    }
    comm_.sumInPlace(gsl::span<double>(all.data(), static_cast<std::size_t>(all.size())));
    return all;
  }

  base::Communicator comm_;
  std::vector<std::unique_ptr<system::Body>> owned_;  // until mechanics()
  std::vector<system::Body*> bodies_;
  std::vector<std::vector<long long>> positions_;  // [objects][local nodes]
  std::vector<std::vector<long long>> of_global_;  // [objects][nodes by global number]
  std::vector<Eigen::Index> starts_;
};

}  // namespace tenon::testing

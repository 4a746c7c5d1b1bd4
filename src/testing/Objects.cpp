// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/testing/Objects.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "la/assembly/MatrixAssembly.hpp"
#include "mesh/reading/readMeshes.hpp"
#include "tenon/base/check.hpp"
#include "tenon/la/layout/NodeFrame.hpp"
#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::testing {

Objects::Objects(const base::Communicator& comm, const std::vector<Box>& boxes, int partition) : comm_(comm) {
  for (const Box& box : boxes) {
    owned_.push_back(makeBody(box, makeMesh(comm, box, partition)));
    bodies_.push_back(owned_.back().get());
  }
}

Objects::Objects(Objects&&) noexcept = default;
Objects& Objects::operator=(Objects&&) noexcept = default;
Objects::~Objects() = default;

const fem::Domain& Objects::domain(std::size_t object) const {
  return bodies_[object]->domain();
}

la::State& Objects::state(std::size_t object) {
  return bodies_[object]->state();
}

fem::FindDomain Objects::find() const {
  return [this](const std::string& name) -> const fem::Domain& {
    for (const system::Body* body : bodies_)
      if (body->name() == name) return body->domain();
    throw base::InputError("There is no object '" + name + "'.");
  };
}

void Objects::numberDofs() {
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

Eigen::Index Objects::unknown(const la::State& state, base::GlobalIndex node, int component) const {
  const std::size_t s = indexOf(state);
  return starts_[s] + of_global_[s][static_cast<std::size_t>(node.value())] * state.block() + component;
}

void Objects::moveRandomly(int seed, double displacement, double velocity) {
  forEachUnknown([&](std::size_t s, LocalIndex, std::size_t at, Eigen::Index unknown) {
    bodies_[s]->state().displacement()[at] = displacement * randomValue(seed, unknown);
    bodies_[s]->state().velocity()[at] = velocity * randomValue(seed + 1000, unknown);
  });
}

void Objects::move(const Eigen::VectorXd& displacement, const Eigen::VectorXd& velocity) {
  forEachUnknown([&](std::size_t s, LocalIndex, std::size_t at, Eigen::Index unknown) {
    la::State& state = bodies_[s]->state();
    state.velocity()[at] += velocity[unknown];
    if (state.isAdditive() || at % 6 < 3) state.displacement()[at] += displacement[unknown];
    if (state.isAdditive() || at % 6 != 3 || displacement.segment<3>(unknown).isZero(0.0)) return;
    Eigen::Map<base::Vec3> theta(state.displacement().data() + at);
    theta = la::composeRotations(displacement.segment<3>(unknown), theta);
  });
}

Eigen::VectorXd Objects::assemble(const std::function<void(la::ForceVector&)>& add) const {
  Eigen::VectorXd values = assembleOwned(add);
  comm_.sumInPlace(gsl::span<double>(values.data(), static_cast<std::size_t>(values.size())));
  return values;
}

Eigen::VectorXd Objects::assembleOwned(const std::function<void(la::ForceVector&)>& add, double start) const {
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

Eigen::VectorXd Objects::owned() const {
  return assembleOwned([](la::ForceVector&) {}, 1.0);
}

Eigen::VectorXd Objects::sum(const std::function<void(const Add&)>& work) const {
  Eigen::VectorXd values = Eigen::VectorXd::Zero(numUnknowns());
  work([&](const la::State& state, LocalIndex node, int component, double value) {
    const std::size_t s = indexOf(state);
    values[starts_[s] + static_cast<Eigen::Index>(positions_[s][static_cast<std::size_t>(node)]) * state.block() +
           component] += value;
  });
  comm_.sumInPlace(gsl::span<double>(values.data(), static_cast<std::size_t>(values.size())));
  return values;
}

Eigen::VectorXd Objects::velocities() const {
  return collect([](const la::State& state, std::size_t at) { return state.velocity()[at]; });
}

Eigen::VectorXd Objects::positions() const {
  return collect(
      [](const la::State& state, std::size_t at) { return state.reference()[at] + state.displacement()[at]; });
}

Eigen::VectorXd Objects::product(
    const Eigen::VectorXd& x, const std::function<void(const la::IncrementVector&, la::ForceVector&)>& multiply) const {
  std::vector<std::vector<double>> local;
  for (const system::Body* body : bodies_) local.emplace_back(body->state().displacement().size(), 0.0);
  forEachUnknown([&](std::size_t s, LocalIndex, std::size_t at, Eigen::Index unknown) { local[s][at] = x[unknown]; });
  const la::IncrementVector motion(
      [&](const la::State& state) { return gsl::span<const double>(local[indexOf(state)]); });
  return assemble([&](la::ForceVector& y) { multiply(motion, y); });
}

Eigen::MatrixXd Objects::matrix(la::Insertion insertion,
                                const std::function<void(const la::Contributions&)>& contribute) const {
  std::vector<const la::State*> states;
  for (const system::Body* body : bodies_) states.push_back(&body->state());
  const auto layout = std::make_shared<la::CombinedLayout>(states);
  la::MatrixAssembly assembly(layout, insertion);
  assembly.record(contribute);
  assembly.assemble(contribute);
  assembly.assemble(contribute);
  return dense(assembly.matrix().get(), *layout);
}

std::function<int(const mesh::Point&)> Objects::partOf(const base::Communicator& comm, int partition) {
  const int ranks = comm.size();
  if (partition == 0) return {};
  if (partition == all_on_last_rank) return [ranks](const mesh::Point&) { return ranks - 1; };
  return [ranks, partition](const mesh::Point& x) {
    const double mixed = std::sin(12.9898 * x[0] + 78.233 * x[1] + 37.719 * x[2] + partition) * 43758.5453;
    return static_cast<int>((mixed - std::floor(mixed)) * ranks) % ranks;
  };
}

mesh::Mesh Objects::makeMesh(const base::Communicator& comm, const Box& box, int partition) {
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

std::unique_ptr<system::Body> Objects::makeBody(const Box& box, mesh::Mesh mesh) {
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

double Objects::randomValue(int seed, Eigen::Index unknown) {
  const double mixed = std::sin(12.9898 * static_cast<double>(unknown + 1) + 78.233 * seed) * 43758.5453;
  return 2 * (mixed - std::floor(mixed)) - 1;
}

Eigen::VectorXd Objects::randomVector(int seed) const {
  return Eigen::VectorXd::NullaryExpr(numUnknowns(), [&](Eigen::Index i) { return randomValue(seed, i); });
}

std::unique_ptr<system::MechanicalSystem> Objects::mechanics(std::unique_ptr<force::ForceField> force,
                                                             std::unique_ptr<mass::Mass> mass,
                                                             std::vector<system::MappedObject> mapped_objects) {
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

std::unique_ptr<system::MechanicalSystem> Objects::mechanics(std::unique_ptr<force::ForceField> force,
                                                             std::unique_ptr<mass::Mass> mass) {
  return mechanics(std::move(force), std::move(mass), {});
}

Eigen::VectorXd Objects::product(Mat matrix, const la::CombinedLayout& layout, const Eigen::VectorXd& x) const {
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

std::size_t Objects::layoutIndex(const la::CombinedLayout& layout, const la::State& state) {
  return static_cast<std::size_t>(std::find(layout.states().begin(), layout.states().end(), &state) -
                                  layout.states().begin());
}

template <class ValueOf>
Eigen::VectorXd Objects::collect(ValueOf&& valueOf) const {
  Eigen::VectorXd values = Eigen::VectorXd::Zero(numUnknowns());
  forEachUnknown([&](std::size_t s, LocalIndex node, std::size_t at, Eigen::Index unknown) {
    const la::State& state = bodies_[s]->state();
    if (state.layout().isOwned(node)) values[unknown] = valueOf(state, at);
  });
  comm_.sumInPlace(gsl::span<double>(values.data(), static_cast<std::size_t>(values.size())));
  return values;
}

std::size_t Objects::indexOf(const la::State& state) const {
  for (std::size_t s = 0; s < bodies_.size(); ++s)
    if (&bodies_[s]->state() == &state) return s;
  throw base::InternalError("A contributor wrote to a state that does not belong to the test.");
}

template <class Visit>
void Objects::forEachUnknown(Visit&& visit) const {
  for (std::size_t s = 0; s < bodies_.size(); ++s) {
    const int block = bodies_[s]->state().block();
    for (std::size_t node = 0; node < positions_[s].size(); ++node)
      for (int c = 0; c < block; ++c)
        visit(s, static_cast<LocalIndex>(node), node * static_cast<std::size_t>(block) + static_cast<std::size_t>(c),
              starts_[s] + static_cast<Eigen::Index>(positions_[s][node]) * block + c);
  }
}

Eigen::MatrixXd Objects::dense(Mat matrix, const la::CombinedLayout& layout) const {
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

}  // namespace tenon::testing

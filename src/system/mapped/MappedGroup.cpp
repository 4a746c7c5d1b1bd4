// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "system/mapped/MappedGroup.hpp"

#include <algorithm>

#include "MappedMatrix.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::system {

MappedGroup::MappedGroup(std::shared_ptr<MappingGraph> graph, Members members)
    : graph_(std::move(graph)), members_(std::move(members)) {
  record();
}

void MappedGroup::record() {
  for (const MappedForce* force : members_.stiffness) force->prepareOwnDerivatives();
  for (const MappedForce* force : members_.damping) force->prepareOwnDerivatives();
  MappedMatrix::Parts parts;
  parts.contribute = [this](const la::Contributions& to) {
    for (const MappedForce* force : members_.stiffness) force->addOwnStiffness(to);
    for (const MappedForce* force : members_.damping) force->addOwnDamping(to);
    for (const MappedMass* mass : members_.mass) {
      to.setContributor(mass->name());
      la::MassMatrix M = to.mass(1.0);
      mass->mass().addMass(M);
    }
  };
  if (members_.geometric != nullptr) parts.geometric = members_.geometric;
  matrix_ = std::make_unique<MappedMatrix>(*graph_, std::move(parts));
  is_assembled_ = false;
}

MappedGroup::~MappedGroup() = default;

bool MappedGroup::isConstant() const {
  const auto isLinear = [](const MappedForce* force) { return force->force().isLinear(); };
  return graph_->isLinear() && std::all_of(members_.stiffness.begin(), members_.stiffness.end(), isLinear) &&
         std::all_of(members_.damping.begin(), members_.damping.end(), isLinear);
}

void MappedGroup::prepare() {
  graph_->updateStates();
  for (const MappedForce* force : members_.stiffness) force->prepareOwnDerivatives();
  for (const MappedForce* force : members_.damping) force->prepareOwnDerivatives();
  for (const MappedMass* mass : members_.mass) mass->mass().prepareMass();
  if (members_.geometric != nullptr) members_.geometric->prepareDerivatives();
}

void MappedGroup::assemble() {
  if (is_assembled_ && isConstant()) return;
  matrix_->assemble();
  is_assembled_ = true;
}

void MappedGroup::addTo(const la::Contributions& to, double factor) const {
  to.setContributor("contributors on mapped objects");
  const la::State *row_state = nullptr, *column_state = nullptr;
  la::Accumulator* accumulator = nullptr;
  matrix_->blocks().forEachOwned(
      [&](const la::State& row, LocalIndex i, const la::State& column, LocalIndex j, const double* values) {
        if (&row != row_state || &column != column_state) {
          accumulator = &to.accumulator(row, column, factor);
          row_state = &row, column_state = &column;
        }
        accumulator->addBlock(i, j, {row.block(), column.block()}, values);
      });
}

void MappedGroup::addTimes(const StateArrays& x, StateArrays& y) const {
  const StateArrays down = graph_->applyJacobian(x);
  StateArrays up = graph_->zeros();
  for (const MappedForce* force : members_.stiffness) force->addStiffnessTimesOnAll(down, up);
  for (const MappedForce* force : members_.damping) force->addDampingTimesOnAll(down, up);
  for (const MappedMass* mass : members_.mass) mass->addMassTimesOnAll(down, up);
  if (members_.geometric != nullptr) members_.geometric->addTimesOnAll(down, up);
  graph_->applyTransposedJacobian(up);
  for (std::size_t s = 0; s < graph_->numIndependent(); ++s)
    std::transform(up[s].begin(), up[s].end(), y[s].begin(), y[s].begin(), std::plus<>());
}

GeometricForces::GeometricForces(std::shared_ptr<MappingGraph> graph, std::vector<const MappedForce*> forces,
                                 std::vector<const MappedMass*> masses, AdditionalForces further)
    : graph_(std::move(graph)), forces_(std::move(forces)), masses_(std::move(masses)), further_(std::move(further)) {}

void GeometricForces::addStiffness(la::StiffnessMatrix&) const {
  throw base::InternalError(
      "The geometric stiffness of mappings is available only as a part of the matrix of all contributors on mapped "
      "objects.");
}

void GeometricForces::prepareDerivatives() const {
  graph_->updateStates();
  StateArrays f = graph_->zeros(), inertia = graph_->zeros();
  for (const MappedForce* force : forces_)
    if (loads_enabled_ || !force->isLoad()) force->addForceOnAll(f);
  StateArrays a;
  for (const la::State* state : graph_->states())
    a.emplace_back(state->acceleration().begin(), state->acceleration().end());
  for (const MappedMass* mass : masses_) mass->addMassTimesOnAll(a, inertia);
  for (std::size_t s = 0; s < f.size(); ++s)
    for (std::size_t i = 0; i < f[s].size(); ++i) f[s][i] -= inertia[s][i];
  further_(f);
  graph_->applyTransposedJacobian(f);
  base::runCollectively(graph_->comm(), [&] { graph_->addGeometricStiffness(f, stiffness_); });
}

const std::vector<mapping::GeometricStiffness>& GeometricForces::stiffness() const {
  if (stiffness_.empty()) graph_->addGeometricStiffness(graph_->zeros(), stiffness_);
  return stiffness_;
}

void GeometricForces::addTimesOnAll(const StateArrays& dx, StateArrays& df) const {
  addTimes(*graph_, stiffness(), dx, df);
}

void addTimes(const MappingGraph& graph, const std::vector<mapping::GeometricStiffness>& K, const StateArrays& dx,
              StateArrays& df) {
  for (const auto& of_mapping : K)
    for (const auto& entry : of_mapping.entries()) {
      const int rows = entry.row->block(), columns = entry.column->block();
      const double* x =
          dx[graph.indexOf(*entry.column)].data() + static_cast<std::ptrdiff_t>(entry.column_node) * columns;
      double* y = df[graph.indexOf(*entry.row)].data() + static_cast<std::ptrdiff_t>(entry.row_node) * rows;
      const double* value = of_mapping.valuesOf(entry);
      for (int i = 0; i < rows; ++i)
        for (int j = 0; j < columns; ++j) y[i] += *value++ * x[j];
    }
}

MappedGroup& MappedGroups::group(const MappedGroup::Members& members) {
  const auto found =
      std::find_if(groups_.begin(), groups_.end(), [&](const auto& group) { return group->members() == members; });
  if (found != groups_.end()) return **found;
  return *groups_.emplace_back(std::make_unique<MappedGroup>(graph_, members));
}

void MappedGroups::record() {
  for (const auto& group : groups_) group->record();
}

}  // namespace tenon::system

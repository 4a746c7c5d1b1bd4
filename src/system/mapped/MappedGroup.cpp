// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "system/mapped/MappedGroup.hpp"

#include <algorithm>

#include "MappedMatrix.hpp"

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

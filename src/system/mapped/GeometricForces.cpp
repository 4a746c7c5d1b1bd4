// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "system/mapped/GeometricForces.hpp"

#include <utility>

#include "tenon/base/runCollectively.hpp"

namespace tenon::system {

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

}  // namespace tenon::system

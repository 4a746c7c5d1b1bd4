// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "system/mapped/MappedForce.hpp"

#include "tenon/base/runCollectively.hpp"

namespace tenon::system {
namespace {

/// Returns the accumulator of forces on all states of a graph that writes to `arrays`.
la::ForceVector forceVectorOn(const MappingGraph& graph, StateArrays& arrays) {
  return la::ForceVector(
      [&graph, &arrays](const la::State& state) { return gsl::span<double>(arrays[graph.indexOf(state)]); });
}

la::IncrementVector motionOf(const MappingGraph& graph, const StateArrays& arrays) {
  return la::IncrementVector(
      [&graph, &arrays](const la::State& state) { return gsl::span<const double>(arrays[graph.indexOf(state)]); });
}

[[noreturn]] void refuseMatrix(const std::string& name) {
  throw base::InternalError("The separate matrix of '" + name +
                            "' is not available, because this contributor acts on a mapped object.");
}

}  // namespace

void addMappedForces(const MappingGraph& graph, StateArrays f, la::ForceVector& to) {
  graph.applyTransposedJacobian(f);
  for (std::size_t s = 0; s < graph.numIndependent(); ++s) {
    const gsl::span<double> target = to.on(*graph.states()[s]);
    for (std::size_t i = 0; i < target.size(); ++i) target[i] += f[s][i];
  }
}

MappedForce::MappedForce(std::shared_ptr<MappingGraph> graph, force::ForceField& force,
                         std::shared_ptr<FiniteDifferences> differences)
    : graph_(std::move(graph)), force_(force), differences_(std::move(differences)) {
  static_cast<force::ForceDamping&>(*this) = force;
}

void MappedForce::addForceOnAll(StateArrays& f) const {
  graph_->updateStates();
  la::ForceVector on_all = forceVectorOn(*graph_, f);
  base::runCollectively(graph_->comm(), [&] { force_.addForce(on_all); });
  graph_->zeroGhosts(f);
}

void MappedForce::addForce(la::ForceVector& f) const {
  StateArrays on_all = graph_->zeros();
  addForceOnAll(on_all);
  addMappedForces(*graph_, std::move(on_all), f);
}

void MappedForce::prepareOwnDerivatives() const {
  differences_->prepareStiffness(force_);
  if (force_.dependsOnVelocity()) differences_->prepareDamping(force_);
  force_.prepareDerivatives();
}

void MappedForce::addOwnStiffness(const la::Contributions& to) const {
  to.setContributor(force_.name());
  la::StiffnessMatrix K = to.stiffness(1.0);
  force_.addStiffness(K);
  if (K.needsFiniteDifferences()) differences_->addStiffness(force_, K, true);
}

void MappedForce::addOwnDamping(const la::Contributions& to) const {
  to.setContributor(force_.name());
  la::DampingMatrix B = to.damping(1.0);
  force_.addDamping(B);
  if (B.needsFiniteDifferences()) differences_->addDamping(force_, B, true);
}

void MappedForce::addStiffness(la::StiffnessMatrix&) const {
  refuseMatrix(name());
}

void MappedForce::addDamping(la::DampingMatrix&) const {
  refuseMatrix(name());
}

void MappedForce::addStiffnessTimesOnAll(const StateArrays& dx, StateArrays& df) const {
  const la::IncrementVector motion = motionOf(*graph_, dx);
  la::ForceVector f = forceVectorOn(*graph_, df);
  force_.addStiffnessTimes(motion, f);
  if (f.needsFiniteDifferences()) differences_->addStiffnessTimes(force_, motion, f);
  graph_->zeroGhosts(df);
}

void MappedForce::addDampingTimesOnAll(const StateArrays& dv, StateArrays& df) const {
  const la::IncrementVector motion = motionOf(*graph_, dv);
  la::ForceVector f = forceVectorOn(*graph_, df);
  force_.addDampingTimes(motion, f);
  if (f.needsFiniteDifferences()) differences_->addDampingTimes(force_, motion, f);
  graph_->zeroGhosts(df);
}

MappedMass::MappedMass(std::shared_ptr<MappingGraph> graph, const mass::Mass& mass)
    : graph_(std::move(graph)), mass_(mass) {
  static_cast<mass::MassDamping&>(*this) = mass;
}

void MappedMass::addMass(la::MassMatrix&) const {
  refuseMatrix(name());
}

void MappedMass::addMassTimesOnAll(const StateArrays& dv, StateArrays& df) const {
  const la::IncrementVector motion = motionOf(*graph_, dv);
  la::ForceVector f = forceVectorOn(*graph_, df);
  mass_.addMassTimes(motion, f);
  graph_->zeroGhosts(df);
}

void CurvatureInertia::addForce(la::ForceVector& f) const {
  graph_->updateStates();
  const StateArrays a = graph_->velocityDependentAccelerations();
  StateArrays inertia = graph_->zeros();
  for (const MappedMass* mass : masses_) mass->addMassTimesOnAll(a, inertia);
  for (auto& values : inertia)
    for (double& value : values) value = -value;
  addMappedForces(*graph_, std::move(inertia), f);
}

}  // namespace tenon::system

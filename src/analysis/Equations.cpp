// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Equations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "ActiveSet.hpp"
#include "WeightedNorms.hpp"
#include "analysis/checks/requireInDomain.hpp"
#include "analysis/checks/requireNoZeros.hpp"
#include "analysis/steppers/representable.hpp"
#include "la/arrays.hpp"
#include "la/matrices/Projection.hpp"
#include "la/matrices/rigidModes.hpp"
#include "la/vectors.hpp"
#include "splitByBody.hpp"
#include "system/evaluation.hpp"
#include "tenon/la/layout/NodeFrame.hpp"
#include "tenon/system/forms/AssembledSystem.hpp"
#include "tenon/system/forms/MatrixFreeSystem.hpp"

namespace tenon::analysis {

namespace {

using constraint::Constraint;

la::Vector diagonalOf(const system::LinearSystem& system) {
  la::Vector diagonal = system.layout().makeVector();
  TENON_PETSC(MatGetDiagonal(system.get(), diagonal.get()));
  return diagonal;
}

}  // namespace

Equations::Equations(system::MechanicalSystem& mechanics, std::unique_ptr<system::LinearSystem> system)
    : mechanics_(mechanics),
      system_(system ? std::move(system) : std::make_unique<system::AssembledSystem>(mechanics)),
      norms_(std::make_unique<WeightedNorms>(mechanics)) {
  mechanics_.imposeDirichletValues();
  if (!mechanics_.hasMultipliers()) return;
  constraints_ =
      std::make_unique<system::ConstraintJacobian>(mechanics_, system_->layout(), system_->constrainedFlags());
  multipliers_ = constraints_->makeVector();
  if (ActiveSet::isNeededFor(mechanics_)) active_set_ = std::make_unique<ActiveSet>(mechanics_, *constraints_);
}

Equations::~Equations() = default;

MatNullSpace Equations::rigidModes() {
  if (!rigid_modes_) rigid_modes_ = la::rigidModes(system_->layout());
  return rigid_modes_.get();
}

void Equations::setKinematics(const Kinematics& kinematics, Vec q, Vec d0, Vec v0, Vec x) {
  kinematics_ = kinematics;
  for (auto [from, to] : {std::pair{q, &q_}, std::pair{d0, &d0_}, std::pair{v0, &v0_}, std::pair{x, &x_}}) {
    if (!*to) *to = la::makeZeroLike(from);
    TENON_PETSC(VecCopy(from, to->get()));
  }
  formFactors();
}

void Equations::setState(double time, const StateVectors& state, Vec multipliers) {
  const la::Vector none = la::makeZeroLike(state.q.get());
  setKinematics({0.0, 0.0, 1.0}, state.q.get(), none.get(), state.v.get(), state.a.get());
  mechanics_.setTime(time);
  scatter(state.q.get(), &la::State::displacement);
  scatter(state.v.get(), &la::State::velocity);
  scatter(state.a.get(), &la::State::acceleration);
  for (const auto& body : mechanics_.bodies()) body->state().updateGhosts();
  if (!constraints_) return;
  TENON_PETSC(VecCopy(multipliers, multipliers_.get()));
  updateConstraints();
}

void Equations::setTime(double time) {
  mechanics_.setTime(time);
  if (q_) setCoordinates(x_.get());
  mechanics_.imposeDirichletValues();
  if (!q_) return active_set_ ? active_set_->restart() : void();
  la::Vector d = increment();
  if (kinematics_.position == 0.0) {
    d0_ = std::move(d);  // the increment does not depend on x
  } else {
    TENON_PETSC(VecAXPY(d.get(), -1.0, d0_.get()));
    TENON_PETSC(VecAXPY(d.get(), -kinematics_.position, x_.get()));
    TENON_PETSC(VecAXPY(x_.get(), 1.0 / kinematics_.position, d.get()));
  }
  setUnknowns(x_.get(), multipliers_.get());
}

la::Vector Equations::incrementFrom(Vec q) const {
  std::vector<std::vector<double>> begin, increments;
  std::vector<gsl::span<double>> at_begin;
  for (const auto& body : mechanics_.bodies()) begin.emplace_back(body->state().displacement().size());
  for (auto& values : begin) at_begin.emplace_back(values);
  system_->layout().scatter(q, at_begin);
  for (std::size_t b = 0; b < begin.size(); ++b)
    increments.push_back(mechanics_.bodies()[b]->state().incrementFrom(begin[b]));
  la::Vector d = system_->layout().makeVector();
  system_->layout().gather({increments.begin(), increments.end()}, d.get());
  return d;
}

StateVectors Equations::stateVectors() const {
  return {vectorOf(&la::State::displacement), vectorOf(&la::State::velocity), vectorOf(&la::State::acceleration)};
}

bool Equations::isLinear() const {
  const auto forces = mechanics_.forceFields();
  const auto& constraints = mechanics_.constraints();
  if (!system_->options().contents.isExactTangent() || active_set_) return false;
  return std::all_of(forces.begin(), forces.end(), [](const auto* force) { return force->isLinear(); }) &&
         std::all_of(constraints.begin(), constraints.end(), [](const auto& constraint) {
           return !constraint->active || (constraint->isLinear() && constraint->relaxation == 1.0);
         });
}

la::Vector Equations::vectorOf(gsl::span<const double> (la::State::*values)() const) const {
  std::vector<gsl::span<const double>> arrays;
  for (const auto& body : mechanics_.bodies()) arrays.push_back((std::as_const(*body).state().*values)());
  la::Vector vector = system_->layout().makeVector();
  system_->layout().gather(arrays, vector.get());
  return vector;
}

void Equations::scatter(Vec vector, gsl::span<double> (la::State::*values)()) const {
  std::vector<gsl::span<double>> arrays;
  for (const auto& body : mechanics_.bodies()) arrays.push_back((body->state().*values)());
  system_->layout().scatter(vector, arrays);
}

void Equations::getUnknowns(Vec x, Vec multipliers) const {
  TENON_PETSC(VecCopy(q_ ? x_.get() : vectorOf(&la::State::displacement).get(), x));
  if (constraints_) TENON_PETSC(VecCopy(multipliers_.get(), multipliers));
}

void Equations::composeRotations(Vec dx) const {
  if (q_) return;
  la::WriteArray step(dx);
  const la::CombinedLayout& layout = system_->layout();
  for (std::size_t b = 0; b < mechanics_.bodies().size(); ++b) {
    const la::State& state = mechanics_.bodies()[b]->state();
    if (state.isAdditive()) continue;
    double* entry = step.begin() + static_cast<std::ptrdiff_t>(layout.firstOwned(b)) * layout.block() + 3;
    const double* at = state.displacement().data() + 3;
    for (base::LocalIndex node = 0; node < state.layout().numOwned();
         ++node, entry += layout.scalarRowsPerNode(b), at += state.block()) {
      const base::Vec3 theta(at);
      Eigen::Map<base::Vec3> turn(entry);
      base::Vec3 next = la::composeRotations(turn, theta);
      // Takes the closer rotation vector of the same rotation.
      if ((next - theta).norm() > M_PI) next -= 2 * M_PI * next.normalized();
      turn = next - theta;
    }
  }
}

void Equations::setUnknowns(Vec x, Vec multipliers) {
  if (q_ && x != x_.get()) TENON_PETSC(VecCopy(x, x_.get()));
  setCoordinates(x);
  if (!constraints_) return;
  if (multipliers != multipliers_.get()) TENON_PETSC(VecCopy(multipliers, multipliers_.get()));
  updateConstraints();
}

void Equations::setVelocities(Vec v) {
  TENON_PETSC(VecWAXPY(v0_.get(), -kinematics_.velocity, x_.get(), v));
  scatter(v, &la::State::velocity);
  for (const auto& body : mechanics_.bodies()) body->state().updateGhosts();
}

// Sets the states to x; constraints are not updated.
void Equations::setCoordinates(Vec x) {
  if (q_) {
    const la::ReadArray q(q_.get()), d0(d0_.get()), v0(v0_.get()), of_x(x);
    for (std::size_t b = 0; b < mechanics_.bodies().size(); ++b)
      setCoordinates(b, q.begin(), d0.begin(), v0.begin(), of_x.begin());
  } else {
    scatter(x, &la::State::displacement);
  }
  for (const auto& body : mechanics_.bodies()) body->state().updateGhosts();
}

/// Sets the owned nodes of one object to q (+) (d0 + p x), v0 + w x and s x.
void Equations::setCoordinates(std::size_t body, const double* q, const double* d0, const double* v0, const double* x) {
  la::State& state = mechanics_.bodies()[body]->state();
  const la::CombinedLayout& layout = system_->layout();
  const std::ptrdiff_t nodes = state.layout().numOwned(), block = state.block(), width = layout.scalarRowsPerNode(body);
  double *const position = state.displacement().data(), *const velocity = state.velocity().data();
  double* const acceleration = state.acceleration().data();
  increment_.resize(static_cast<std::size_t>(nodes * block));
  std::ptrdiff_t row = static_cast<std::ptrdiff_t>(layout.firstOwned(body)) * layout.block();
  for (std::ptrdiff_t node = 0; node < nodes; ++node, row += width) {
    const std::ptrdiff_t first = node * block;
    for (std::ptrdiff_t i = 0; i < block; ++i) {
      position[first + i] = q[row + i];
      increment_[static_cast<std::size_t>(first + i)] = kinematics_.position * x[row + i] + d0[row + i];
      velocity[first + i] = kinematics_.velocity * x[row + i] + v0[row + i];
      acceleration[first + i] = kinematics_.acceleration * x[row + i];
    }
  }
  state.retract(increment_);
}

// Updates G and all that depends on it, if constraints are nonlinear, and the active set, if there
// are bounds.
void Equations::updateConstraints() {
  constexpr double touching = 1e-10;
  const auto& constraints = mechanics_.constraints();
  const bool is_linear =
      std::all_of(constraints.begin(), constraints.end(), [](const auto& one) { return one->isLinear(); });
  if (!is_linear) constraints_->update(mechanics_, system_->layout(), system_->constrainedFlags());
  if (active_set_ && ignores_bounds_)
    active_set_->releaseAll(multipliers_.get());
  else if (active_set_)
    active_set_->decide(rows().get(), multipliers_.get(),
                        active_set_->computeRowProperties(*constraints_, norms_->weights()),
                        kinematics_.isStatic() ? largest_stiffness_ : bound_stiffness_, touching * size());
  if (!is_linear) scatterMultipliers();
}

void Equations::scatterMultipliers() {
  const std::vector<double> entries = la::entriesOf(multipliers_.get());
  const auto& constraints = mechanics_.constraints();
  for (std::size_t c = 0; c < constraints.size(); ++c)
    constraints[c]->setMultipliers(physical(entries, constraints_->groups()[c]));
}

/// Returns the physical multipliers of the rows of a constraint on this rank.
std::vector<double> Equations::physical(const std::vector<double>& multipliers, const la::NamedRows& group) const {
  const auto first = multipliers.begin() + group.first;
  std::vector<double> lambda(first, first + group.count);
  for (std::size_t r = 0; r < lambda.size(); ++r)
    lambda[r] *= constraints_->scales()[static_cast<std::size_t>(group.first) + r];
  return lambda;
}

Equations::Residual Equations::computeResidual(Vec excluded) const {
  const la::Vector all = system_->layout().makeVector();
  const auto forces = system::forcesOf(mechanics_);
  system_->layout().gather({forces.begin(), forces.end()}, all.get());
  if (excluded != nullptr) TENON_PETSC(VecAXPY(all.get(), -1.0, excluded));
  Residual residual;
  if (kinematics_.acceleration != 0.0) {
    const la::Vector inertia = system_->layout().makeVector();
    const auto by_body = system::inertiaOf(mechanics_);
    system_->layout().gather({by_body.begin(), by_body.end()}, inertia.get());
    residual.inertia_norm = norms_->forceNorm(inertia.get());
    TENON_PETSC(VecAXPY(all.get(), -1.0, inertia.get()));
  }
  if (constraints_) {
    const la::Vector force = system_->layout().makeVector();
    TENON_PETSC(MatMultTranspose(constraints_->full(), multipliers_.get(), force.get()));
    residual.constraint_norm = norms_->forceNorm(force.get());
    TENON_PETSC(VecAXPY(all.get(), 1.0, force.get()));
  }
  residual.free = system_->layout().makeVector();
  TENON_PETSC(VecCopy(all.get(), residual.free.get()));
  mechanics_.projection().project(residual.free.get());
  residual.free_norm = norms_->forceNorm(residual.free.get());
  TENON_PETSC(VecAXPY(all.get(), -1.0, residual.free.get()));
  residual.reaction_norm = norms_->forceNorm(all.get());
  return residual;
}

la::Vector Equations::constraintResidual() const {
  la::Vector rows = this->rows();
  if (active_set_) active_set_->combine(rows.get());
  return rows;
}

// Returns Phi + C lambda.
la::Vector Equations::rows() const {
  if (!constraints_) return {};
  la::Vector rows = constraints_->makeVector();
  std::vector<double> phi = system::constraintResidualOf(mechanics_);
  std::transform(phi.begin(), phi.end(), constraints_->scales().begin(), phi.begin(), std::multiplies<>());
  la::setEntries(rows.get(), phi);
  if (constraints_->compliance() == nullptr) return rows;
  la::Vector soft = constraints_->makeVector();
  TENON_PETSC(VecPointwiseMult(soft.get(), constraints_->compliance(), multipliers_.get()));
  TENON_PETSC(VecAXPY(rows.get(), 1.0, soft.get()));
  return rows;
}

la::Vector Equations::constraintResidualAt(Vec q) {
  scatter(q, &la::State::displacement);
  mechanics_.imposeDirichletValues();
  return constraintResidual();
}

// Computes k and C / k of the rows of this rank.
void Equations::formFactors() {
  if (!constraints_ || kinematics_.isStatic() || (factors_ && formed_for_ == kinematics_)) return;
  formed_for_ = kinematics_;
  std::vector<double> factors;
  for (const auto& constraint : mechanics_.constraints())
    factors.insert(
        factors.end(), static_cast<std::size_t>(constraint->numRows()),
        constraint->level() == Constraint::Level::velocity ? kinematics_.velocity_rows : kinematics_.position_rows);
  factors_ = constraints_->makeVector();
  la::setEntries(factors_.get(), factors);
  if (constraints_->compliance() == nullptr) return;
  soft_ = constraints_->makeVector();
  TENON_PETSC(VecPointwiseDivide(soft_.get(), constraints_->compliance(), factors_.get()));
}

void Equations::divideByFactors(Vec rows) const {
  if (factors_) TENON_PETSC(VecPointwiseDivide(rows, rows, factors_.get()));
}

void Equations::multiplyByFactors(Vec rows) const {
  if (factors_) TENON_PETSC(VecPointwiseMult(rows, rows, factors_.get()));
}

bool Equations::isAssembled() const {
  const system::Factors now = kinematics_.factors(), then = system_->factors();
  return is_assembled_ && isLinear() && now.mass == then.mass && now.damping == then.damping &&
         now.stiffness == then.stiffness;
}

Mat Equations::assembleFor(const system::Factors& factors) {
  system_->assemble(factors);
  is_assembled_ = false;
  return system_->get();
}

void Equations::requireInDomain() const {
  if (!isLinear()) analysis::requireInDomain(mechanics_, *norms_, vectorOf(&la::State::displacement).get());
}

// Checks that the diagonal of each unconstrained node is finite and, if the node has stiffness or
// mass, positive.
void Equations::requireDiagonal(Vec diagonal) {
  if (!is_assembled_ && largestEntry(diagonal) > largest_representable) {  // later on, Newton's method diverges
    requireInDomain();
    refuseStiffness(mechanics_);
  }
  const auto content = kinematics_.isStatic()        ? DiagonalContent::stiffness
                       : kinematics_.position == 0.0 ? DiagonalContent::mass
                                                     : DiagonalContent::stiffness_and_mass;
  requireNoZeros(mechanics_, system_->layout(), diagonal, content);
}

// Assembles A. With inertia, the reference values of the diagonal are computed once only.
void Equations::assemble(base::Phases& phases) {
  const auto phase = phases.begin("assemble");
  system_->assemble(kinematics_.factors());
  if (kinematics_.isStatic() || !is_assembled_ || largest_stiffness_ < 0.0) {
    const la::Vector diagonal = diagonalOf(*system_);
    requireDiagonal(diagonal.get());
    findLargestStiffness(diagonal.get());
  }
  if (active_set_) {
    const double largest = norms_->largestStiffness(diagonalOf(*system_).get());
    if (kinematics_.position > 0.0 && !kinematics_.isStatic()) bound_stiffness_ = largest / kinematics_.position;
    active_set_->soften(constraints_->lengths(norms_->weights()), largest);
  }
  is_assembled_ = true;
}

// With inertia, K is evaluated once, because an estimate of its magnitude is sufficient.
void Equations::findLargestStiffness(Vec diagonal) {
  if (kinematics_.isStatic()) {
    largest_stiffness_ = norms_->largestStiffness(diagonal);
  } else if (largest_stiffness_ < 0.0) {
    system::MatrixFreeSystem stiffness(mechanics_);
    stiffness.assemble(system::statics);
    largest_stiffness_ = norms_->largestStiffness(diagonalOf(stiffness).get());
  }
}

double Equations::roundOffForceNorm() const {
  const la::Vector u = vectorOf(&la::State::displacement);
  return std::max(largest_stiffness_, 0.0) * norms_->displacementNorm(u.get());
}

Vec Equations::weights() const {
  return norms_->weights();
}

double Equations::positionChange() const {
  if (!q_) return norms_->largestDisplacement(vectorOf(&la::State::displacement).get());
  return kinematics_.position * norms_->largestDisplacement(x_.get());
}

double Equations::size() {
  double largest = norms_->lever();
  for (const auto& body : mechanics_.bodies()) {
    const la::State& state = body->state();
    const auto block = static_cast<std::size_t>(state.block());
    const auto lengths = static_cast<std::size_t>(state.dimension());  // 0 for scalars
    for (const auto values : {state.reference(), state.displacement()})
      for (std::size_t i = 0; i < values.size(); ++i)
        if (i % block < lengths) largest = std::max(largest, std::abs(values[i]));
  }
  return comm().max(largest);
}

double Equations::gap(Vec residual) const {
  double largest = 0.0;
  for (const double gap : gaps(residual)) largest = std::max(largest, gap);
  return mechanics_.comm().max(largest);
}

std::vector<double> Equations::gaps(Vec residual) const {
  std::vector<double> rows = la::entriesOf(residual);
  const std::vector<double> slopes = constraints_->lengths(norms_->weights());
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (!std::isfinite(rows[r]))
      rows[r] = std::numeric_limits<double>::infinity();
    else
      rows[r] = slopes[r] > 0.0 && (!active_set_ || active_set_->isActive(r)) ? std::abs(rows[r]) / slopes[r] : 0.0;
  }
  return rows;
}

void Equations::relax(Vec residual) const {
  std::vector<double> rows = la::entriesOf(residual);
  std::transform(rows.begin(), rows.end(), constraints_->relaxations().begin(), rows.begin(), std::multiplies<>());
  la::setEntries(residual, rows);
}

}  // namespace tenon::analysis

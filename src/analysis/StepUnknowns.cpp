// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "StepUnknowns.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "la/arrays.hpp"
#include "splitByBody.hpp"
#include "tenon/la/layout/NodeFrame.hpp"

namespace tenon::analysis {

void StepUnknowns::setKinematics(const Kinematics& kinematics, Vec q, Vec d0, Vec v0, Vec x) {
  kinematics_ = kinematics;
  q_ = la::copyOf(q), v0_ = la::copyOf(v0), x_ = la::copyOf(x);
  d0_ = d0 != nullptr ? la::copyOf(d0) : la::makeZeroLike(q);
}

void StepUnknowns::set(Vec x) {
  if (q_) {
    TENON_PETSC(VecCopy(x, x_.get()));
    const la::ReadArray q(q_.get()), d0(d0_.get()), v0(v0_.get()), of_x(x_.get());
    for (std::size_t b = 0; b < mechanics_.bodies().size(); ++b)
      setStatesOf(b, q.begin(), d0.begin(), v0.begin(), of_x.begin());
  } else {
    scatter(x, &la::State::displacement);
  }
  updateGhosts();
}

/// Sets the owned nodes of one object to q (+) (d0 + p x), v0 + w x and s x.
void StepUnknowns::setStatesOf(std::size_t body, const double* q, const double* d0, const double* v0, const double* x) {
  la::State& state = mechanics_.bodies()[body]->state();
  const la::CombinedLayout& layout = system_.layout();
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

void StepUnknowns::updateGhosts() {
  for (const auto& body : mechanics_.bodies()) body->state().updateGhosts();
}

void StepUnknowns::setStates(const StateVectors& states) {
  setKinematics({0.0, 0.0, 1.0}, states.q.get(), nullptr, states.v.get(), states.a.get());
  scatter(states.q.get(), &la::State::displacement);
  scatter(states.v.get(), &la::State::velocity);
  scatter(states.a.get(), &la::State::acceleration);
  updateGhosts();
}

void StepUnknowns::setVelocities(Vec v) {
  TENON_PETSC(VecWAXPY(v0_.get(), -kinematics_.velocity, x_.get(), v));
  scatter(v, &la::State::velocity);
  updateGhosts();
}

void StepUnknowns::setDisplacement(Vec q) {
  scatter(q, &la::State::displacement);
  updateGhosts();
}

void StepUnknowns::imposeDirichletValues() {
  if (q_) set(x_.get());
  mechanics_.imposeDirichletValues();
  if (!q_) return;
  la::Vector d = increment();
  if (kinematics_.position == 0.0) {
    d0_ = std::move(d);  // the increment does not depend on x
  } else {
    TENON_PETSC(VecAXPY(d.get(), -1.0, d0_.get()));
    TENON_PETSC(VecAXPY(d.get(), -kinematics_.position, x_.get()));
    TENON_PETSC(VecAXPY(x_.get(), 1.0 / kinematics_.position, d.get()));
  }
  set(x_.get());
}

void StepUnknowns::composeRotations(Vec dx) const {
  if (q_) return;
  la::WriteArray step(dx);
  const la::CombinedLayout& layout = system_.layout();
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

StateVectors StepUnknowns::states() const {
  return {displacement(), vectorOf(&la::State::velocity), vectorOf(&la::State::acceleration)};
}

la::Vector StepUnknowns::incrementFrom(Vec q) const {
  const std::vector<std::vector<double>> begin = splitByBody(mechanics_, system_.layout(), q);
  std::vector<std::vector<double>> increments;
  for (std::size_t b = 0; b < begin.size(); ++b)
    increments.push_back(mechanics_.bodies()[b]->state().incrementFrom(begin[b]));
  la::Vector d = system_.layout().makeVector();
  system_.layout().gather({increments.begin(), increments.end()}, d.get());
  return d;
}

double StepUnknowns::positionChange() const {
  if (!q_) return norms_.largestDisplacement(displacement().get());
  return kinematics_.position * norms_.largestDisplacement(x_.get());
}

double StepUnknowns::size() const {
  double largest = norms_.lever();
  for (const auto& body : mechanics_.bodies()) {
    const la::State& state = std::as_const(*body).state();
    const auto block = static_cast<std::size_t>(state.block());
    const auto lengths = static_cast<std::size_t>(state.dimension());  // 0 for scalars
    for (const auto values : {state.reference(), state.displacement()})
      for (std::size_t i = 0; i < values.size(); ++i)
        if (i % block < lengths) largest = std::max(largest, std::abs(values[i]));
  }
  return mechanics_.comm().max(largest);
}

la::Vector StepUnknowns::vectorOf(gsl::span<const double> (la::State::*values)() const) const {
  std::vector<gsl::span<const double>> arrays;
  for (const auto& body : mechanics_.bodies()) arrays.push_back((std::as_const(*body).state().*values)());
  la::Vector vector = system_.layout().makeVector();
  system_.layout().gather(arrays, vector.get());
  return vector;
}

void StepUnknowns::scatter(Vec vector, gsl::span<double> (la::State::*values)()) {
  std::vector<gsl::span<double>> arrays;
  for (const auto& body : mechanics_.bodies()) arrays.push_back((body->state().*values)());
  system_.layout().scatter(vector, arrays);
}

}  // namespace tenon::analysis

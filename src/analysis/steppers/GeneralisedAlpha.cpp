// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "GeneralisedAlpha.hpp"

#include <fmt/format.h>

#include <utility>

#include "StepperParameters.hpp"
#include "analysis/adjoint/StateCotangents.hpp"
#include "la/vectors.hpp"
#include "tenon/base/Error.hpp"

namespace tenon::analysis {
namespace {

void requireStable(const char* stepper, bool is_stable, const char* condition) {
  if (!is_stable) throw base::InputError(fmt::format("The time integrator '{}' needs {}.", stepper, condition));
}

}  // namespace

std::unique_ptr<Stepper> GeneralisedAlphaParameters::make(const Data& data) {
  const double rho = data.rho;
  requireStable("generalised-alpha", rho >= 0 && rho <= 1, "0 <= rho <= 1");
  GeneralisedAlpha::Coefficients c;
  c.alpha_m = (2 * rho - 1) / (rho + 1);
  c.alpha_f = rho / (rho + 1);
  c.gamma = 0.5 + c.alpha_f - c.alpha_m;
  c.beta = 0.25 * (c.gamma + 0.5) * (c.gamma + 0.5);
  return std::make_unique<GeneralisedAlpha>(c);
}

std::unique_ptr<Stepper> HhtParameters::make(const Data& data) {
  const double alpha = data.alpha;
  requireStable("hht", alpha >= 0 && alpha <= 1.0 / 3, "0 <= alpha <= 1/3");
  return std::make_unique<GeneralisedAlpha>(
      GeneralisedAlpha::Coefficients{0.0, alpha, 0.25 * (1 + alpha) * (1 + alpha), 0.5 + alpha});
}

std::unique_ptr<Stepper> NewmarkParameters::make(const Data& data) {
  requireStable("newmark", data.gamma >= 0.5 && 2 * data.beta >= data.gamma, "2 beta >= gamma >= 1/2");
  return std::make_unique<GeneralisedAlpha>(GeneralisedAlpha::Coefficients{0.0, 0.0, data.beta, data.gamma});
}

Kinematics GeneralisedAlpha::kinematics(double h) const {
  const double share = (1 - c_.alpha_f) / (1 - c_.alpha_m);  // coefficient of a_{n+1} in z_{n+1}
  return Kinematics::fromAcceleration(h * h * c_.beta * share, h * c_.gamma * share);
}

// Computes z_{n+1} = ((1 - alpha_f) a + alpha_f a_n - alpha_m z_n) / (1 - alpha_m); nullptr: a = 0.
void GeneralisedAlpha::average(Vec before, Vec a, Vec z) const {
  const double share = 1 / (1 - c_.alpha_m);
  TENON_PETSC(VecSet(z, 0.0));
  TENON_PETSC(VecAXPY(z, c_.alpha_f * share, before));
  TENON_PETSC(VecAXPY(z, -c_.alpha_m * share, from_.get()));
  if (a != nullptr) TENON_PETSC(VecAXPY(z, (1 - c_.alpha_f) * share, a));
}

// Computes z_n of a step h: a_n + h / length (z_n - a_n).
void GeneralisedAlpha::follow(double h, const StateVectors& now) {
  from_ = la::copyOf(length_ > 0.0 ? z_.get() : at(now));
  if (length_ > 0.0 && h != length_) TENON_PETSC(VecAXPBY(from_.get(), 1 - h / length_, h / length_, at(now)));
}

void GeneralisedAlpha::predict(double h, const StateVectors& now, Vec d0, Vec v0) {
  follow(h, now);
  const la::Vector next = la::makeZeroLike(from_.get());
  average(at(now), nullptr, next.get());
  TENON_PETSC(VecSet(d0, 0.0));
  TENON_PETSC(VecAXPY(d0, h, now.v.get()));
  TENON_PETSC(VecAXPY(d0, h * h * (0.5 - c_.beta), from_.get()));
  TENON_PETSC(VecAXPY(d0, h * h * c_.beta, next.get()));
  TENON_PETSC(VecWAXPY(v0, h * (1 - c_.gamma), from_.get(), now.v.get()));
  TENON_PETSC(VecAXPY(v0, h * c_.gamma, next.get()));
}

void GeneralisedAlpha::restart(la::Vector a) {
  if (a) smooth_ = std::move(a);
  length_ = 0.0;
}

void GeneralisedAlpha::accept(double h, const StateVectors& before, const StateVectors& now) {
  if (!z_) z_ = la::makeZeroLike(now.a.get());
  average(at(before), next_ ? next_.get() : now.a.get(), z_.get());
  if (next_) smooth_ = std::move(next_);
  length_ = std::exchange(restarts_, false) ? 0.0 : h;
}

void GeneralisedAlpha::pullBackHistory(double, StateCotangents& end) const {
  TENON_PETSC(VecAXPY(end.a.get(), (1 - c_.alpha_f) / (1 - c_.alpha_m), end.history.front().get()));
}

// The derivatives with respect to z_{n+1} contain those of the predictors. Derivatives with respect
// to z_n continue in a_n according to follow().
void GeneralisedAlpha::pullBack(double h, const StateCotangents& end, const PredictorCotangents& predictors,
                                StateCotangents& begin) const {
  const double share = 1 / (1 - c_.alpha_m);
  const Vec d0 = predictors.d0.get(), v0 = predictors.v0.get();
  const la::Vector next = la::copyOf(end.history.front().get());
  TENON_PETSC(VecAXPY(next.get(), h * h * c_.beta, d0));
  TENON_PETSC(VecAXPY(next.get(), h * c_.gamma, v0));
  const la::Vector from = la::makeZeroLike(d0);
  TENON_PETSC(VecAXPY(from.get(), h * h * (0.5 - c_.beta), d0));
  TENON_PETSC(VecAXPY(from.get(), h * (1 - c_.gamma), v0));
  TENON_PETSC(VecAXPY(from.get(), -c_.alpha_m * share, next.get()));
  TENON_PETSC(VecAXPY(begin.v.get(), h, d0));
  TENON_PETSC(VecAXPY(begin.v.get(), 1.0, v0));
  TENON_PETSC(VecAXPY(begin.a.get(), c_.alpha_f * share, next.get()));
  const double kept = length_ > 0.0 ? h / length_ : 0.0;  // coefficient of the recorded z_n in z_n of this step
  TENON_PETSC(VecAXPY(begin.a.get(), 1 - kept, from.get()));
  TENON_PETSC(VecAXPY(begin.history.front().get(), kept, from.get()));
}

}  // namespace tenon::analysis

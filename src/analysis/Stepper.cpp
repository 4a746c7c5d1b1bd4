// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/analysis/Stepper.hpp"

#include <algorithm>

#include "BodyContact.hpp"
#include "StepContext.hpp"
#include "analysis/steppers/gyroscopic.hpp"
#include "la/vectors.hpp"

namespace tenon::analysis {

using Form = force::GyroscopicForce::Form;

void Stepper::begin(StepContext& /*context*/, double /*h*/, bool /*is_start*/) {}

void Stepper::restart(la::Vector /*a*/) {}

void ImplicitStepper::pullBackHistory(double /*h*/, StateCotangents& /*end*/) const {}

void ImplicitStepper::pullBack(double /*h*/, const StateCotangents& /*end*/, const PredictorCotangents& /*predictors*/,
                               StateCotangents& /*begin*/) const {}

std::optional<ContactStatistics> Stepper::contacts() const {
  return std::nullopt;
}

std::vector<BodyContact> Stepper::bodyContacts() const {
  return {};
}

std::vector<std::string> Stepper::legacyVectorNames(std::size_t count) {
  std::vector<std::string> names;
  const RestartData data = this->restartData();
  for (std::size_t m = 0; m < std::min(count, data.vectors.size()); ++m) names.push_back(data.vectors[m].name);
  return count > names.size() ? std::vector<std::string>() : names;
}

// Sets the form for the state at the beginning of the run: a continued run describes the end of the
// previous step.
void ImplicitStepper::begin(StepContext& context, double h, bool is_start) {
  setGyroscopicForm(context.equations.mechanics(), conservesMomentum() && !is_start ? Form::over_step : Form::at_end,
                    h);
}

solver::SolveStatistics ImplicitStepper::advance(StepContext& context, double h, double time) {
  setGyroscopicForm(context.equations.mechanics(), conservesMomentum() ? Form::over_step : Form::at_end, h);
  const StateVectors now = context.equations.unknowns().states();
  const la::Vector d0 = la::makeZeroLike(now.q.get()), v0 = la::makeZeroLike(now.v.get());
  predict(h, now, d0.get(), v0.get());
  context.equations.unknowns().setKinematics(kinematics(h), now.q.get(), d0.get(), v0.get(), now.a.get());
  context.equations.setTime(time);
  context.equations.updateActiveSet();
  return context.solve(now.a.get());
}

}  // namespace tenon::analysis

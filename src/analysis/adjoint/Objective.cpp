// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/analysis/Objective.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "analysis/Equations.hpp"
#include "tenon/base/check.hpp"
#include "tenon/base/suggest.hpp"

namespace tenon::analysis {

const constraint::Constraint& ObjectiveContext::constraint(const std::string& name) const {
  std::vector<std::string> names;
  for (const auto& constraint : mechanics.constraints()) {
    if (constraint->name() == name) return *constraint;
    names.push_back(constraint->name());
  }
  throw base::InputError(fmt::format("There is no constraint '{}'{}", name, base::suggestionFor(name, names)));
}

ObjectiveSample::ObjectiveSample(const Equations& equations, int step, double time, bool is_last)
    : equations_(equations), step_(step), time_(time), is_last_(is_last) {
  equations.mechanics().updateMappedStates();
}

const system::MechanicalSystem& ObjectiveSample::mechanics() const {
  return equations_.mechanics();
}

bool ObjectiveSample::hasVelocities() const {
  return !equations_.unknowns().kinematics().isStatic();
}

std::vector<double> ObjectiveSample::multipliers(const constraint::Constraint& constraint) const {
  const auto& constraints = mechanics().constraints();
  const auto is_same = [&](const auto& other) { return other.get() == &constraint; };
  const auto found = std::find_if(constraints.begin(), constraints.end(), is_same);
  base::ensure(found != constraints.end(), "The constraint does not belong to the model.");
  const auto all = equations_.rows().physicalMultipliers(equations_.rows().multipliers());
  return all[static_cast<std::size_t>(found - constraints.begin())];
}

bool EvaluationSteps::contains(int step, bool is_last) const {
  if (kind == Kind::list) return std::find(steps.begin(), steps.end(), step) != steps.end();
  return kind == Kind::all || is_last;
}

void readValue(const base::CaseNode& node, EvaluationSteps& steps) {
  steps = {};
  if (node.isList()) {
    steps.kind = EvaluationSteps::Kind::list;
    for (const base::CaseNode& item : node.items()) {
      steps.steps.push_back(item.integer());
      if (steps.steps.back() < 1) item.fail("steps are numbered from 1.");
    }
    if (steps.steps.empty()) node.fail("the list of steps is empty: add a number, or use `end` or `all`.");
    return;
  }
  const std::string word = node.text();
  if (word != "end" && word != "all") node.fail("the value must be `end`, `all` or a list of step numbers.");
  steps.kind = word == "all" ? EvaluationSteps::Kind::all : EvaluationSteps::Kind::end;
}

std::string printValue(const EvaluationSteps& steps) {
  if (steps.kind == EvaluationSteps::Kind::list) return fmt::format("[{}]", fmt::join(steps.steps, ", "));
  return steps.kind == EvaluationSteps::Kind::all ? "all" : "end";
}

void ObjectiveSettings::declare(base::Parameters<ObjectiveSettings>& p) {
  p.optional("weight", &ObjectiveSettings::weight, "", "factor of this objective in the sum of all objectives");
  p.optional("at", &ObjectiveSettings::at, "",
             "steps at which the objective is evaluated: end (last step), all, or a list of step numbers, from 1; the "
             "values are added");
  p.optional("integrate", &ObjectiveSettings::integrate, "",
             "multiplies each value by the length of its step, so that the sum for `at: all` is an integral over time");
}

}  // namespace tenon::analysis

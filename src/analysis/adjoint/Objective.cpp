// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Objective.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace tenon::analysis {

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
}

}  // namespace tenon::analysis

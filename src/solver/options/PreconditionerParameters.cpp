// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "solver/options/PreconditionerParameters.hpp"

#include <fmt/format.h>

#include "tenon/base/Error.hpp"

namespace tenon::solver {

void PreconditionerParameters::declare(base::Parameters<PreconditionerParameters>& p) {
  p.optional("type", &PreconditionerParameters::type, "",
             "operator: built from the system matrix; system: built from a separate linear system; warped: likewise, "
             "and rotated with the nodes, R A0^-1 R^T")
      .oneOf({"operator", "system", "warped"});
  p.optional(
      "system", &PreconditionerParameters::system, "",
      "the separate system, by name or as a block like `system`; it must store a matrix; default: fixed-pattern");
  p.optional(
       "update", &PreconditionerParameters::update, "",
       "when the preconditioner is rebuilt: change: whenever the matrix changes; once: at the first solve only; every: "
       "periodically, after a number of steps (`steps`); iterations-double: when a solve needs more than twice the "
       "iterations of the first solve since the last rebuild; default: once for the types system and warped, otherwise "
       "change in static and iterations-double in transient analyses (factors of the whole A: change)")
      .oneOf({"change", "once", "every", "iterations-double"})
      .formerly({"moment"});
  p.optional("steps", &PreconditionerParameters::steps, "", "number of steps between updates, for `update: every`")
      .positive();
}

PreconditionerParameters PreconditionerParameters::read(const base::CaseNode& block) {
  base::Parameters<PreconditionerParameters> table;
  declare(table);
  const PreconditionerParameters parameters = table.read(block, {});
  if (block.has("system") && !parameters.hasSystem())
    block["system"].fail("'system' applies only to preconditioners of type system or warped.");
  if (block.has("steps") && parameters.update != "every")
    block["steps"].fail(
        fmt::format("'steps' applies only to `update: every`, but the update is '{}'.", parameters.updatePolicy()));
  return parameters;
}

void PreconditionerParameters::requireApplicable(bool has_multipliers) const {
  if (isWarped() && has_multipliers)
    throw base::InputError(
        "The preconditioner 'warped' rotates with the bodies, but multipliers cannot be rotated: choose "
        "`preconditioner: {type: system}` in the solver block.");
}

bool PreconditionerUpdate::isDue() const {
  if (!is_made_ || policy_ == "change") return true;
  if (policy_ == "every") return steps_ >= every_;
  return policy_ == "iterations-double" && last_iterations_ > 2 * first_iterations_;
}

void PreconditionerUpdate::recordUpdate() {
  is_made_ = true;
  steps_ = 0;
  first_iterations_ = last_iterations_ = -1;
}

void PreconditionerUpdate::recordSolve(int iterations) {
  if (first_iterations_ < 0) first_iterations_ = iterations;
  last_iterations_ = iterations;
}

}  // namespace tenon::solver

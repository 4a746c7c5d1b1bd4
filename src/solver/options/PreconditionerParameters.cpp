#include "tenon/solver/PreconditionerParameters.hpp"

#include <fmt/format.h>

#include "tenon/base/Error.hpp"

namespace tenon::solver {

void PreconditionerParameters::declare(base::Parameters<PreconditionerParameters>& p) {
  p.optional(
       "type", &PreconditionerParameters::type, "",
       "operator: made from the matrix that is solved; system: from a linear system of its own; warped: likewise, "
       "and turned with the nodes as bodies turn, R A0^-1 R^T")
      .oneOf({"operator", "system", "warped"});
  p.optional("system", &PreconditionerParameters::system, "",
             "that system, by name or as the case's block `system`; it has to store entries; default: fixed-pattern");
  p.optional(
       "update", &PreconditionerParameters::moment, "",
       "when it is made: change (whenever the matrix does), once, every (so many steps), or iterations-double: when a "
       "solve takes more than twice the iterations of the first one since the last time; default: once of type system "
       "and warped, else change in statics, iterations-double in motion (factors of the whole A: change)")
      .oneOf({"change", "once", "every", "iterations-double"})
      .formerly({"moment"});
  p.optional("steps", &PreconditionerParameters::steps, "", "steps between updates, for update: every").positive();
}

PreconditionerParameters PreconditionerParameters::read(const base::CaseNode& block) {
  base::Parameters<PreconditionerParameters> table;
  declare(table);
  const PreconditionerParameters parameters = table.read(block, {});
  if (block.has("system") && !parameters.hasSystem())
    block["system"].fail("'system' is for preconditioners of type system or warped.");
  if (block.has("steps") && parameters.moment != "every")
    block["steps"].fail(
        fmt::format("'steps' is for `update: every`, but the update is '{}'.", parameters.presentMoment()));
  return parameters;
}

void PreconditionerParameters::requireSuited(bool has_multipliers) const {
  if (isWarped() && has_multipliers)
    throw base::InputError(
        "The preconditioner 'warped' turns with the bodies, but the multipliers between them do not: choose "
        "`preconditioner: {type: system}` in the solver block.");
}

bool Renewal::isDue() const {
  if (!is_made_ || moment_ == "change") return true;
  if (moment_ == "every") return steps_ >= every_;
  return moment_ == "iterations-double" && last_iterations_ > 2 * first_iterations_;
}

void Renewal::renewed() {
  is_made_ = true;
  steps_ = 0;
  first_iterations_ = last_iterations_ = -1;
}

void Renewal::solved(int iterations) {
  if (first_iterations_ < 0) first_iterations_ = iterations;
  last_iterations_ = iterations;
}

}  // namespace tenon::solver

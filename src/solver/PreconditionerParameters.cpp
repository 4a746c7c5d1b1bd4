#include "tenon/solver/PreconditionerParameters.hpp"

#include <fmt/format.h>

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
       "moment", &PreconditionerParameters::moment, "",
       "when that system is assembled and set up: once, every (so many steps), or iterations-double: when a solve "
       "takes more than twice the iterations of the first one since the last time")
      .oneOf({"once", "every", "iterations-double"});
  p.optional("steps", &PreconditionerParameters::steps, "", "steps between moments, for moment: every").positive();
}

PreconditionerParameters PreconditionerParameters::read(const base::CaseNode& block) {
  base::Parameters<PreconditionerParameters> table;
  declare(table);
  const PreconditionerParameters parameters = table.read(block, {});
  for (const char* key : {"system", "moment", "steps"})
    if (block.has(key) && !parameters.hasSystem())
      block[key].fail(fmt::format("'{}' is for preconditioners of type system or warped.", key));
  if (block.has("steps") && parameters.moment != "every")
    block["steps"].fail(fmt::format("'steps' is for `moment: every`, but the moment is '{}'.", parameters.moment));
  return parameters;
}

void PreconditionerParameters::requireSuited(bool has_multipliers) const {
  if (isWarped() && has_multipliers)
    throw base::InputError(
        "The preconditioner 'warped' turns with the bodies, but the multipliers between them do not: choose "
        "`preconditioner: {type: system}` in the solver block.");
}

bool Renewal::isDue() const {
  if (!is_made_ || !parameters_.hasSystem()) return true;
  if (parameters_.moment == "every") return steps_ >= parameters_.steps;
  return parameters_.moment == "iterations-double" && last_iterations_ > 2 * first_iterations_;
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

#include "tenon/solver/PreconditionerParameters.hpp"

namespace tenon::solver {

void PreconditionerParameters::declare(base::Parameters<PreconditionerParameters>& p) {
  p.optional(
       "type", &PreconditionerParameters::type, "",
       "operator: made from the matrix that is solved; system: from a linear system of its own; warped: likewise, "
       "and turned with the nodes as bodies turn, R A0^-1 R^T")
      .oneOf({"operator", "system", "warped"});
  p.optional("system", &PreconditionerParameters::system, "",
             "kind of the preconditioner's own system: one with stored entries");
  p.optional(
       "moment", &PreconditionerParameters::moment, "",
       "when that system is assembled and set up: once, every (so many steps), or iterations-double: when a solve "
       "takes more than twice the iterations of the first one since the last time")
      .oneOf({"once", "every", "iterations-double"});
  p.optional("steps", &PreconditionerParameters::steps, "", "steps between moments, for moment: every").positive();
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

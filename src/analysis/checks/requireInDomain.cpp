// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "requireInDomain.hpp"

#include <fmt/format.h>

#include <string>

#include "analysis/steppers/representable.hpp"
#include "analysis/steps/invalidConfiguration.hpp"
#include "la/matrices/Projection.hpp"
#include "la/vectors.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::analysis {

void requireInDomain(const system::MechanicalSystem& mechanics, const WeightedNorms& norms, Vec displacement) {
  const double moved = norms.largestDisplacement(displacement);
  if (!(moved > 0.0) || !(moved <= largest_representable)) return;
  const std::string force = unrepresentableMaterial(mechanics);
  if (force.empty()) return;
  const bool is_prescribed = la::norm(mechanics.projection().complementOf(displacement).get()) > 0.0;
  const std::string element = describeInvertedElement(mechanics);
  base::runCollectively(mechanics.comm(), [&] {
    throw base::NotConvergedError(
        fmt::format("The {} displaces nodes by up to {:.3g} before the equilibrium iteration{}: the force of {} is not "
                    "finite in this configuration. {}.",
                    is_prescribed ? "prescribed displacement" : "predictor of the step", moved,
                    element.empty() ? "" : ", and " + element, force,
                    is_prescribed ? "Apply the displacement gradually with `history: [[0, 0], [1, 1]]` of the "
                                    "condition and several `steps` of the analysis"
                                  : "Reduce `step` to shorten the predictor"));
  });
}

}  // namespace tenon::analysis

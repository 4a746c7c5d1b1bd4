// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "registerObjectives.hpp"

#include "Compliance.hpp"
#include "MeanDisplacement.hpp"
#include "Misfit.hpp"
#include "MultiplierSum.hpp"
#include "ReactionSum.hpp"

namespace tenon::analysis {

void registerObjectives(ObjectiveRegistry& objectives) {
  objectives.addCommon<ObjectiveSettings>();
  objectives.add<Misfit>("misfit",
                         "half the sum of squares of the differences between displacements of nodes and data, divided "
                         "by the noise");
  objectives.add<Compliance>("compliance", "work of the external loads at the displacements, sum of f . u");
  objectives.add<MeanDisplacement>("displacement", "mean displacement component of the nodes of a group");
  objectives.add<MultiplierSum>("multiplier", "sum of the multipliers of a constraint, such as its force");
  objectives.add<ReactionSum>("reaction", "sum of a component of the reactions on the nodes of a group");
}

}  // namespace tenon::analysis

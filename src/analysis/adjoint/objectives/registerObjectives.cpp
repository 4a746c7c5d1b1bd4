// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "registerObjectives.hpp"

#include <fmt/format.h>

#include "Compliance.hpp"
#include "HistoryMisfit.hpp"
#include "MeanDisplacement.hpp"
#include "Misfit.hpp"
#include "MultiplierSum.hpp"
#include "ReactionSum.hpp"
#include "StrainEnergy.hpp"
#include "Volume.hpp"
#include "tenon/base/suggest.hpp"

namespace tenon::analysis {

void registerObjectives(ObjectiveRegistry& objectives) {
  objectives.addCommon<ObjectiveSettings>();
  objectives.add<Misfit>("misfit",
                         "half the sum of squares of the differences between displacements or velocities of nodes and "
                         "data, divided by the noise");
  objectives.add<HistoryMisfit>("history-misfit",
                                "half the square of the difference between the mean of a displacement or velocity "
                                "component and data over time, divided by the noise");
  objectives.add<Compliance>("compliance", "work of the external loads at the displacements, sum of f . u");
  objectives.add<StrainEnergy>("energy", "potential energy of the forces of an object, without external loads");
  objectives.add<MeanDisplacement>("displacement", "mean displacement component of the nodes of a group");
  objectives.add<MultiplierSum>("multiplier", "sum of the multipliers of a constraint, such as its force");
  objectives.add<Volume>("volume", "volume of an object or a group in the reference configuration");
  objectives.add<ReactionSum>("reaction", "sum of a component of the reactions on the nodes of a group");
}

ObjectiveContext objectiveContext(const system::MechanicalSystem& mechanics) {
  return {mechanics, [&mechanics](const std::string& name) -> const fem::Domain& {
            std::vector<std::string> names;
            for (const system::Body* body : mechanics.allBodies()) {
              if (body->name() == name) return body->domain();
              names.push_back(body->name());
            }
            throw base::InputError(fmt::format("There is no object '{}'{}", name, base::suggestionFor(name, names)));
          }};
}

}  // namespace tenon::analysis

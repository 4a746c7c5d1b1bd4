// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "completeTangents.hpp"

#include <fmt/format.h>

#include "system/mapped/MappingGraph.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::analysis {

void completeTangents(Equations& equations, const std::string& analysis) {
  const system::MatrixContents& what = equations.linearSystem().options().contents;
  base::runCollectively(equations.comm(), [&] {
    if (!what.isExactTangent())
      throw base::InputError(
          fmt::format("The block `system` omits parts of the stiffness (the block includes {}), but {} needs the "
                      "complete stiffness: keep the defaults of `stiffness`, `geometric_stiffness`, "
                      "`mapped_contributors` and `first_order`.",
                      what.text(), analysis));
  });
  for (force::ForceField* force : equations.mechanics().forceFields()) force->completeTangent();
  if (equations.mechanics().mappings() == nullptr) return;
  for (const system::MappedObject& follower : equations.mechanics().mappings()->mappedObjects()) {
    mapping::Mapping& mapping = *follower.mapping;
    if (mapping.isLinear() || mapping.geometric_stiffness == "exact") continue;
    base::log().info("{}: in {}, the exact geometric stiffness is used instead of `{}`.", mapping.name(), analysis,
                     mapping.geometric_stiffness);
    mapping.geometric_stiffness = "exact";
  }
}

}  // namespace tenon::analysis

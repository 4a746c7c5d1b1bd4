// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <map>
#include <string>

#include "tenon/simulation/Simulation.hpp"

namespace tenon::python {

/// Entries of a case that a program has changed, as JSON text by the name of the contributor.
using ChangedEntries = std::map<std::string, std::string>;

/// Returns the current entry of a load or a prescribed displacement as JSON text.
/// @param simulation   simulation with the contributor
/// @param changed      entries that have been changed before
/// @param contributor  name, such as "traction on bar/tip"
/// @throws InputError if there is no such contributor, if several have this name, or if
///   contributors of this type cannot be changed
/// @note Not collective; the result is the same on all ranks.
std::string entryOf(simulation::Simulation& simulation, const ChangedEntries& changed, const std::string& contributor);

/// Changes parameters of a load or of a prescribed displacement between two steps. The contributor
/// is recreated from its changed entry, in the place of the previous one, so that all references to
/// it remain valid.
/// @param simulation   simulation with the contributor
/// @param changed      entries that have been changed before; receives the new entry
/// @param contributor  name, such as "traction on bar/tip"
/// @param values       new values as JSON text, by parameter
/// @throws InputError under the same conditions as entryOf(), for invalid values, and for
///   parameters that determine on which nodes or components the contributor acts; the contributor
///   is then unchanged
/// @note Collective.
void changeContributor(simulation::Simulation& simulation, ChangedEntries& changed, const std::string& contributor,
                       const std::map<std::string, std::string>& values);

}  // namespace tenon::python

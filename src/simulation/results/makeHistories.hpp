// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tenon/base/Error.hpp"
#include "tenon/fem/ObjectGroup.hpp"
#include "tenon/simulation/results/Output.hpp"
#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::simulation {

/// Parts of a case that histories refer to, as far as they are known while the case is read.
struct HistoryContext {
  bool moves = true;                                      ///< true in a transient analysis
  bool energies = true;                                   ///< true if energies are recorded
  fem::FindDomain find{};                                 ///< finds objects; empty if they have not been read
  std::optional<std::vector<std::string>> constraints{};  ///< names of all constraints
  std::optional<std::vector<std::string>> joints{};       ///< names of the constraints that are joints
};

/// Checks the histories of a case before the mechanical system exists, so that their errors are
/// reported together with those of other blocks. makeHistories() checks whatever depends on the
/// system.
/// @param problems  receives the errors, each with its place in the case
/// @note Collective if `context` finds objects.
void checkHistories(const std::vector<base::CaseNode>& entries, const HistoryContext& context,
                    base::ErrorCollector& problems);

/// Creates the histories of a case.
/// @param moves  true in a transient analysis
/// @param energies  true if energies are recorded
/// @throws InputError with the place and the reason of each entry that names something that does
///   not exist
/// @note Collective.
std::vector<std::unique_ptr<History>> makeHistories(const std::vector<base::CaseNode>& entries,
                                                    const system::MechanicalSystem& mechanics, bool moves,
                                                    bool energies);

}  // namespace tenon::simulation

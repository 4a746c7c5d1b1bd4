// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <vector>

#include "History.hpp"

namespace tenon::simulation {

/// Creates the histories of a case.
/// @param moves  True in a transient analysis.
/// @param energies  True if energies are recorded.
/// @throws InputError with its place if an entry names something that does not exist.
/// @note Collective.
std::vector<std::unique_ptr<History>> makeHistories(const std::vector<base::CaseNode>& entries,
                                                    const system::MechanicalSystem& mechanics, bool moves,
                                                    bool energies);

}  // namespace tenon::simulation

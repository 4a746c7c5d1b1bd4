// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "system/parameters/EquationWeights.hpp"
#include "system/parameters/VariedContributors.hpp"

namespace tenon::system {

/// Prepares constraints that have been created again like those of the model: their kinematics,
/// rows that are joined because of Dirichlet conditions, and mapped states.
/// @throws InternalError if the number of rows differs from that of the model
/// @note Collective.
void prepareVaried(const MechanicalSystem& mechanics, VariedContributors& varied);

/// Evaluates the equations of contributors in the current state of the model and multiplies each
/// scalar equation by its weight. The sum over all entries and ranks is
///   w . (f + G^T lambda - M a) + w_L . f_L + w_W . W + mu . (Phi + C lambda) + r . d + w_V . V.
/// All calls return the same number of entries in the same order.
/// @return products of this rank
/// @note Collective.
std::vector<double> weightedTerms(const MechanicalSystem& mechanics, VariedContributors& varied,
                                  const EquationWeights& weights);

}  // namespace tenon::system

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "tenon/analysis/Objective.hpp"

// Fields at nodes that objectives compare with data.
namespace tenon::analysis {

/// Returns the names of the fields: displacement and velocity.
std::vector<std::string> nodalFields();

/// Returns the values of a field of an object, [numLocal x block].
/// @param name   name of the objective for messages
/// @param field  name of the field
/// @throws InputError if the analysis has no such field
gsl::span<const double> valuesOf(const ObjectiveSample& sample, const std::string& name, const std::string& field,
                                 const la::State& state);

/// Returns the derivatives of an objective with respect to a field of an object, [numLocal x
/// block].
gsl::span<double> derivativesOf(ObjectiveDerivatives& derivatives, const std::string& field, const la::State& state);

}  // namespace tenon::analysis

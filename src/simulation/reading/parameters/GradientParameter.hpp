// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <limits>
#include <string>
#include <vector>

#include "ContributorMaker.hpp"
#include "system/parameters/NumberParameter.hpp"
#include "tenon/simulation/reading/CaseFile.hpp"

namespace tenon::simulation {

/// Parameter of a case with respect to which objectives are differentiated.
struct GradientParameter {
  std::string name;                                         ///< name in the block `parameters`
  double value = 0.0;                                       ///< value
  double lower = -std::numeric_limits<double>::infinity();  ///< smallest admissible value
  double upper = std::numeric_limits<double>::infinity();   ///< largest admissible value
  bool is_logarithmic = false;  ///< true if optimisations and Taylor tests use the logarithm of the value

  /// Returns the value that is moved by h along the scaled direction: p exp(h) on the logarithmic
  /// scale, otherwise p + h |p|, or h if p is zero.
  double moved(double h) const;
  /// Returns the derivative of moved() at h = 0.
  double slope() const;
};

/// Returns the parameters of a gradient: those selected, or those that are defined by blocks, or
/// all numbers of the block `parameters`.
/// @param selected  names of parameters; empty: automatic selection
/// @throws InputError if a parameter is unknown or a formula, if its range or scale is invalid, or
///   if the case has no parameters
std::vector<GradientParameter> readGradientParameters(const CaseFile& file, const std::vector<std::string>& selected);

/// Checks the ranges and scales of all parameters that are defined by blocks.
/// @throws InputError with the place of the first error
void checkGradientParameters(const CaseFile& file);

/// Returns the case with another value of a parameter. @note Not collective.
CaseFile withParameter(const CaseFile& file, const std::string& name, double value);
/// Returns the case with other values of several parameters. @note Not collective.
CaseFile withParameters(const CaseFile& file, const std::vector<GradientParameter>& parameters,
                        const std::vector<double>& values);

/// Creates the parameter of the model for a parameter of the case.
/// @param makers  makers of all contributors of the case
/// @throws InputError if the parameter is used in a block that cannot be differentiated, such as
///   the placement of a mesh, or if it is not used
std::unique_ptr<system::ModelParameter> makeModelParameter(const CaseFile& file, const GradientParameter& parameter,
                                                           const std::vector<ContributorMaker>& makers,
                                                           system::MechanicalSystem& mechanics);

}  // namespace tenon::simulation

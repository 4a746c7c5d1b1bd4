// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <limits>
#include <string>
#include <vector>

#include "ContributorMaker.hpp"
#include "ShapeMode.hpp"
#include "system/parameters/CellFieldParameter.hpp"
#include "system/parameters/NumberParameter.hpp"
#include "tenon/simulation/reading/Additions.hpp"
#include "tenon/simulation/reading/CaseFile.hpp"

namespace tenon::simulation {

/// Parameter of a case with respect to which objectives are differentiated.
struct GradientParameter {
  std::string name;                                         ///< name in the block `parameters`
  double value = 0.0;                                       ///< value; 0 for fields
  double lower = -std::numeric_limits<double>::infinity();  ///< smallest admissible value
  double upper = std::numeric_limits<double>::infinity();   ///< largest admissible value
  bool is_logarithmic = false;  ///< true if optimisations and Taylor tests use the logarithm of the value
  bool is_field = false;        ///< true if the parameter has one value per cell
  double smoothness = 0.0;      ///< weight of the penalty on differences between neighbouring cells

  /// Returns a value p that is moved by h along the scaled direction: p exp(h) on the logarithmic
  /// scale, otherwise p + h |p|, or h if p is zero.
  double moved(double p, double h) const;
  /// Returns the derivative of moved() at h = 0.
  double slope(double p) const;
  /// Returns the component d of a direction, or -d or 0 if a step h along it would leave the range.
  double inRange(double p, double d, double h) const;
};

/// Returns the parameters of a gradient: those selected, or those that are defined by blocks, or
/// all numbers of the block `parameters`.
/// @param selected  names of parameters; empty: automatic selection
/// @throws InputError if a parameter is unknown or a formula, if its range or scale is invalid, or
///   if the case has no parameters
std::vector<GradientParameter> readGradientParameters(const CaseFile& file, const std::vector<std::string>& selected);

/// Returns the parameters with one value per cell whose smoothness is part of the objective.
std::vector<GradientParameter> smoothParameters(const CaseFile& file);

/// Checks the ranges and scales of all parameters that are defined by blocks.
/// @throws InputError with the place of the first error
void checkGradientParameters(const CaseFile& file);

/// Returns the case with another value of a parameter. @note Not collective.
CaseFile withParameter(const CaseFile& file, const std::string& name, double value);
/// Returns the case with other values of several parameters. @note Not collective.
CaseFile withParameters(const CaseFile& file, const std::vector<GradientParameter>& parameters,
                        const std::vector<double>& values);

/// Returns the case with a change of the present values of a parameter that has one value per cell.
/// @note Not collective.
CaseFile withField(const CaseFile& file, const std::string& name, const system::CellFieldParameter::CellChange& change);

/// Creates the parameter of the model for a parameter that has one value per cell.
/// @param makers  makers of all contributors of the case
/// @throws InputError if the number of the parameter is not a constant of the material of a solid,
///   or if a value is out of range
/// @note Collective.
std::unique_ptr<system::CellFieldParameter> makeCellField(const CaseFile& file, const GradientParameter& parameter,
                                                          const std::vector<ContributorMaker>& makers,
                                                          system::MechanicalSystem& mechanics);

/// Creates the parameter of the model for a number of the case, which may move nodes.
/// @param makers     makers of all contributors of the case
/// @param modes      shape modes of the model
/// @param additions  contributors of a host program
/// @throws InputError if the parameter is used in a block that cannot be differentiated, such as
///   the placement of a mesh, if it is not used, or if an entry does not support moved nodes
/// @note Collective.
std::unique_ptr<system::ModelParameter> makeModelParameter(const CaseFile& file, const GradientParameter& parameter,
                                                           const std::vector<ContributorMaker>& makers,
                                                           system::MechanicalSystem& mechanics,
                                                           const std::vector<ShapeMode>& modes = {},
                                                           const Additions& additions = {});

}  // namespace tenon::simulation

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "simulation/reading/parameters/GradientParameter.hpp"
#include "tenon/base/Parameters.hpp"

namespace tenon::simulation {

/// Block `optimise` of a case.
struct OptimiseBlock {
  std::string method = "blmvm";  ///< method of TAO
  int iterations = 100;          ///< largest number of iterations
  double gradient = 1e-6;        ///< tolerance of the projected gradient, relative to its initial norm
  double objective = 0.0;        ///< tolerance of the relative decrease of the objective in one iteration
  double step = 0.0;             ///< tolerance of the change of the scaled parameters in one iteration
  int failures = 10;             ///< largest number of successive runs that may fail

  /// Declares the keys of the block.
  static void declare(base::Parameters<OptimiseBlock>& p);
  /// Reads the block; a case without it has the default settings.
  /// @throws InputError if keys or values are invalid
  static OptimiseBlock read(const base::CaseNode& root);
  /// Checks values that a program has set.
  /// @throws InputError if a value is invalid
  void requireValid() const;
};

/// Returns the parameters that an optimisation varies.
/// @param selected  names of parameters; empty: those that are defined by blocks, or all numbers
/// @param block     settings of the optimisation
/// @param has_own   true if a host program adds objectives, so that the case needs none
/// @throws InputError if the case has no objective or no parameters, if the method does not admit
///   their ranges, or under the conditions of readGradientParameters()
std::vector<GradientParameter> readVariedParameters(const CaseFile& file, const std::vector<std::string>& selected,
                                                    const OptimiseBlock& block, bool has_own);

/// Checks the block `optimise` of a case, if it has one.
/// @param has_own            true if a host program adds objectives
/// @param checks_parameters  true to check the varied parameters as well; false if errors in their
///   definitions have been reported
/// @throws InputError with the place of the first error
void checkOptimiseBlock(const CaseFile& file, bool has_own, bool checks_parameters);

}  // namespace tenon::simulation

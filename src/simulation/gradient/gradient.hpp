// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "tenon/base/Communicator.hpp"

namespace tenon::simulation {

/// Options of `tenon gradient`.
struct GradientOptions {
  /// Path of the case file.
  std::string case_file;
  /// Values of parameters that replace those of the case, such as "young=65000".
  std::vector<std::string> settings;
  std::vector<std::string> parameters;   ///< names of parameters; empty for an automatic selection
  bool check = false;                    ///< true if a Taylor test compares the gradient with further runs
  double memory = 2.0;                   ///< memory of each rank for the states of a transient analysis [GB]
  std::string summary_file;              ///< JSON file of the results; empty if there is none
  std::string fields_file;               ///< HDF5 file of fields and their derivatives; empty if there is none
  bool allow_unused = false;             ///< true if unused PETSc options are accepted
  std::vector<std::string> petsc_words;  ///< PETSc options from the command line
};

/// Runs a static or transient case and prints the value of its objective and the gradient with
/// respect to its parameters, computed by adjoint equations. With `check`, further runs with other
/// values of the parameters verify the gradient by a Taylor test.
/// @throws InputError if the case has no objective or no parameters, or if a derivative does not
///   exist
/// @throws NotConvergedError if a solve does not converge, or if the Taylor test fails
/// @note Collective.
void computeGradient(const base::Communicator& comm, const GradientOptions& options);

}  // namespace tenon::simulation

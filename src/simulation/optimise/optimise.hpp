// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "tenon/base/Communicator.hpp"

namespace tenon::simulation {

/// Options of `tenon optimise`.
struct OptimiseOptions {
  std::string case_file;                 ///< path of the case file
  std::vector<std::string> settings;     ///< values of parameters that replace those of the case
  std::vector<std::string> parameters;   ///< names of parameters; empty for an automatic selection
  std::string table;                     ///< CSV file of all evaluations; empty if there is none
  bool resume = false;                   ///< true if the evaluations of an existing table are used
  bool overwrite = false;                ///< true if an existing table is replaced
  std::string fields_file;               ///< HDF5 file of the best values of fields; empty if there is none
  std::string summary_file;              ///< JSON file of the results; empty if there is none
  std::string output;                    ///< stem of the result files of the best run; empty if there is none
  bool allow_unused = false;             ///< true if unused PETSc options are accepted
  std::vector<std::string> petsc_words;  ///< PETSc options from the command line
};

/// Minimises the objective of a case by varying its parameters, and prints the best values.
/// @throws InputError if the case has no objective or no parameters, or if a derivative does not
///   exist
/// @throws NotConvergedError if no tolerance is reached; all results are written before
/// @throws Error with exit code 6 if a signal has ended the optimisation
/// @note Collective.
void optimise(const base::Communicator& comm, const OptimiseOptions& options);

}  // namespace tenon::simulation

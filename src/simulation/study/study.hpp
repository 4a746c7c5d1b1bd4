// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "tenon/base/Communicator.hpp"

namespace tenon::simulation {

/// Options of a study.
struct StudyOptions {
  std::string case_file;                 ///< path of the case file
  std::vector<std::string> settings;     ///< values of parameters in all runs, such as "young=65000"
  std::vector<std::string> variations;   ///< varied parameters, such as "load=1,2,5" or "load=1:10:5"
  std::vector<std::string> selection;    ///< dotted names of the results in the table; empty for the main ones
  std::string table;                     ///< CSV file of the table; empty if there is none
  std::string output;                    ///< folder of the result files, one set per run; empty if there is none
  int ranks_per_run = 1;                 ///< number of ranks of each run
  bool overwrite = false;                ///< true if the table of another study is replaced
  bool allow_unused = false;             ///< true if unused PETSc options are accepted
  bool separate_options = false;         ///< true if each run has its own database of PETSc options
  bool end_on_signals = true;            ///< true if SIGINT, SIGTERM and SIGUSR1 end it after the current runs
  std::vector<std::string> petsc_words;  ///< PETSc options from the command line
};

/// Table of a study.
struct StudyResults {
  std::vector<std::string> columns;            ///< names of the columns
  std::vector<std::vector<std::string>> rows;  ///< fields of the rows, sorted by the number of the run
};

/// Solves a case for all combinations of the values of varied parameters. Groups of ranks execute
/// the runs side by side. Failed runs are rows of the table. If the table contains rows of the same
/// study, their runs are not repeated.
/// @return table on the root; empty on the other ranks
/// @throws InputError before the first run if the definition of the study or the case has errors,
///   or if the table contains another study
/// @throws FileError if the table cannot be written
/// @throws Error with exit code 6 if a signal has ended the study
/// @note Collective.
StudyResults study(const base::Communicator& comm, const StudyOptions& options);

}  // namespace tenon::simulation

#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "tenon/base/Communicator.hpp"
#include "tenon/solver/SaddleSolver.hpp"

namespace tenon::simulation {

struct SolveReportOptions {
  std::string case_file;
  std::vector<std::string> presets;      ///< empty: all that suit the case
  std::string json_file;                 ///< the table in JSON; empty: none
  bool allow_unused = false;             ///< accept PETSc options that nothing used
  std::vector<std::string> petsc_words;  ///< PETSc's part of the command line
};

/// What one preset made of a case.
struct PresetReport {
  std::string preset;
  std::string failure;  ///< the sentence that it ended with; empty: it solved the case, and the rest counts
  solver::SolveStatistics statistics;  ///< seconds of the slowest rank
  double memory = 0.0;                 ///< MiB that the solve added to the peak, of the rank where that is most
  double difference = 0.0;  ///< largest difference of displacement from the first preset that solved it, over the
                            ///< largest displacement
};

/// `tenon solve-report`: solves a case by one preset after the other, each from the mesh files on, and prints what each
/// took; `direct` first, the others are compared with it. A preset that fails is a line with its sentence.
/// InputError for unknown presets, NotConvergedError where none solves the case. Collective.
void reportSolvers(const base::Communicator& comm, const SolveReportOptions& options);

}  // namespace tenon::simulation

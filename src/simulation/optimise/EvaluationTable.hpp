// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "io/AppendedFile.hpp"
#include "tenon/base/Communicator.hpp"
#include "tenon/base/Error.hpp"

namespace tenon::simulation {

/// Evaluation of an objective and its gradient.
struct Evaluation {
  int number = 0;                            ///< number of the evaluation, from 1
  int iteration = 0;                         ///< iteration of the optimisation, from 0
  std::vector<double> parameters;            ///< values of the parameters
  base::ExitCode code = base::ExitCode::ok;  ///< exit code of the run
  std::string message;                       ///< message of a failed run
  double value = 0.0;                        ///< objective; undefined if the run has failed
  std::vector<double> gradient;              ///< derivatives with respect to the parameters

  /// True if the run has succeeded.
  bool isValid() const { return code == base::ExitCode::ok; }
};

/// Options of the table of an optimisation.
struct EvaluationTableOptions {
  std::string path;        ///< CSV file; empty if the table is only kept in memory
  bool resume = false;     ///< true if the evaluations of an existing file are used
  bool overwrite = false;  ///< true if an existing file is replaced
};

/// Table of all evaluations of an optimisation, which the root writes to a CSV file after each of
/// them. An interrupted optimisation finds its evaluations in the table and therefore follows the
/// same path.
class EvaluationTable {
 public:
  /// Creates the table or opens an existing one.
  /// @param names        names of the parameters
  /// @param fingerprint  hash of everything that affects the objective
  /// @throws InputError if the file exists, but neither `resume` nor `overwrite` is true, or if it
  ///   contains another optimisation
  /// @throws FileError if the file cannot be written
  /// @note Collective.
  EvaluationTable(const base::Communicator& comm, const EvaluationTableOptions& options, std::vector<std::string> names,
                  std::string fingerprint);

  /// Returns the evaluations in the order of their numbers. @note Not collective.
  const std::vector<Evaluation>& evaluations() const { return evaluations_; }
  /// Returns the evaluation at values of the parameters, up to round-off; nullptr if there is none.
  /// @note Not collective.
  const Evaluation* find(const std::vector<double>& parameters) const;
  /// Returns the evaluation with the smallest objective; nullptr if there is none.
  /// @note Not collective.
  const Evaluation* best() const;
  /// Appends an evaluation, whose number the table sets, and returns it.
  /// @throws FileError if it cannot be written
  /// @note Collective.
  const Evaluation& append(Evaluation evaluation);

 private:
  std::vector<std::string> columns() const;
  std::string lineOf(const Evaluation& evaluation) const;
  void read(const std::string& text);
  Evaluation parsed(const std::string& line, int number) const;
  [[noreturn]] void fail(const std::string& sentence) const;

  base::Communicator comm_;
  std::string path_;
  std::vector<std::string> names_;
  std::string fingerprint_;
  std::vector<Evaluation> evaluations_;
  io::AppendedFile file_;  // on the root
};

}  // namespace tenon::simulation

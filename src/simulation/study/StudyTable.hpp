// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "StudyPlan.hpp"
#include "io/AppendedFile.hpp"
#include "tenon/base/Error.hpp"

namespace tenon::simulation {

/// Returns a string as one field of a row: on one line, and in quotes where a CSV reader requires
/// them.
std::string csvField(const std::string& text);

/// Returns the name of an exit code in the column `status`: "ok", "input error", "not converged",
/// "file error" or "internal error".
std::string statusName(base::ExitCode code);

/// Contents of a study that identify it: two studies with the same columns, plan and fingerprint
/// have the same results.
struct StudyDefinition {
  StudyPlan plan;                  ///< runs
  std::vector<std::string> names;  ///< names of the selected results
  std::string fingerprint;         ///< hash of the case and of everything else that affects results
};

/// Outcome of a run.
struct RunOutcome {
  int run = 0;                               ///< number of the run
  base::ExitCode code = base::ExitCode::ok;  ///< exit code
  std::string message;                       ///< message of a failed run
  std::vector<std::string> results;          ///< fields of the selected results; empty if the run has failed
};

/// Table of a study in a CSV file, with one row per run. Each row is appended by one write and
/// flushed to disk, so that an interrupted study can be continued. The file is locked during the
/// lifetime of the object.
/// @note Not collective: used by the root only.
class StudyTable {
 public:
  /// Creates the table, or opens an existing one of the same study. An incomplete last line, which
  /// an interruption may leave, is removed.
  /// @param path       file; empty if the table is only kept in memory
  /// @param overwrite  true if an existing file is replaced
  /// @throws InputError if the file contains another study
  /// @throws FileError if the file cannot be written, or if another study is writing it
  StudyTable(std::string path, StudyDefinition definition, bool overwrite);

  /// True if a run has a row.
  bool has(int run) const { return finished_.count(run) != 0; }
  /// Number of rows.
  int numRows() const { return static_cast<int>(rows_.size()); }
  /// Number of rows of failed runs.
  int numFailed() const;
  /// Returns the line of a run.
  static std::string lineOf(const RunOutcome& outcome, const StudyDefinition& definition);
  /// Appends the line of a run. @throws FileError if it cannot be written.
  void append(int run, const std::string& line);
  /// Sorts the rows by the number of the run and replaces the file.
  /// @throws FileError if the file cannot be written
  void finish();

  /// Names of the columns.
  std::vector<std::string> columns() const;
  /// Returns the fields of all rows.
  std::vector<std::vector<std::string>> rows() const;

 private:
  struct Row {
    int run;
    std::string line;
  };
  void open(bool overwrite);
  void read(const std::string& text);
  void addRow(const std::string& line, int number);
  [[noreturn]] void fail(const std::string& sentence) const;

  std::string path_;
  StudyDefinition definition_;
  std::string header_;
  std::vector<Row> rows_;
  std::set<int> finished_;
  io::AppendedFile file_;
};

}  // namespace tenon::simulation

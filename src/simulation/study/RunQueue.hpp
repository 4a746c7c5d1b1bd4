// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <exception>
#include <mutex>
#include <optional>
#include <string>

#include "StudyTable.hpp"

namespace tenon::simulation {

/// Row of a finished run.
struct FinishedRun {
  int run = 0;       ///< number of the run
  std::string line;  ///< line of the table
};

/// Queue of the runs of a study that have no row yet, on the root. All member functions may be
/// called by several threads.
class RunQueue {
 public:
  /// Number that next() returns if there is no run left.
  static constexpr int no_run = 0;

  /// Creates the queue of the runs without a row in `table`, which must outlive this object.
  RunQueue(StudyTable& table, int num_runs) : table_(table), num_runs_(num_runs) {}

  /// Records a finished run and returns the next one.
  /// @param finished  run that has been finished, if any
  /// @param ends      true if the study ends, because a signal has been received
  /// @return number of the next run; no_run if there is none, if the study ends, or if a row could
  ///   not be written
  int next(const std::optional<FinishedRun>& finished, bool ends);

  /// Returns the number of rows.
  int numFinished() const;
  /// Throws the error that occurred when a row was written, if any.
  void rethrowError() const;

 private:
  StudyTable& table_;
  int num_runs_, next_ = 1;
  bool ends_ = false;
  std::exception_ptr error_;
  mutable std::mutex mutex_;
};

}  // namespace tenon::simulation

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "RunQueue.hpp"

namespace tenon::simulation {

int RunQueue::next(const std::optional<FinishedRun>& finished, bool ends) {
  const std::lock_guard<std::mutex> lock(mutex_);
  ends_ = ends_ || ends;
  if (finished && !error_) try {
      table_.append(finished->run, finished->line);
    } catch (...) {
      error_ = std::current_exception();
    }
  while (next_ <= num_runs_ && table_.has(next_)) ++next_;
  return ends_ || error_ || next_ > num_runs_ ? no_run : next_++;
}

int RunQueue::numFinished() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return table_.numRows();
}

void RunQueue::rethrowError() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (error_) std::rethrow_exception(error_);
}

}  // namespace tenon::simulation

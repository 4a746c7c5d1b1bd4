// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "PivotRule.hpp"

#include <utility>

namespace tenon::analysis {

void PivotRule::recordActiveSet(std::int64_t set) {
  if (std::exchange(last_set_, set) == set || is_cautious_) return;
  is_cautious_ = ++entries_[set] >= most_entries;
}

bool PivotRule::allowsAllChanges(std::int64_t num_changes) {
  next_ = blocks_;
  if (num_changes == 0) return true;
  if (num_changes < blocks_.fewest) {
    next_ = {num_changes, most_blocks};
    return true;
  }
  if (blocks_.left == 0) return false;
  --next_.left;
  return true;
}

void PivotRule::recordLinearisation(bool has_decided) {
  waits_ = has_decided ? 0 : waits_ + 1;
  if (has_decided) blocks_ = next_;
}

}  // namespace tenon::analysis

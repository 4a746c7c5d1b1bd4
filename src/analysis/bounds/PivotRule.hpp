// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <map>

namespace tenon::analysis {

/// Rows with bounds whose state may change in a decision of the ActiveSet.
enum class RowChanges {
  free,  ///< all rows; blocks with friction change from their current state
  all,   ///< all rows, relative to the last linear system, as for the following values
  none,  ///< no row
  one    ///< the first row that has to change
};

/// Pivot rule for recurring active sets. Normally all rows change at once, in each iteration of
/// Newton's method. Once the same active set has been entered four times in a step, the iteration
/// repeats itself, and the rule becomes cautious until the end of the step:
/// - rows change only if the equations with the current active set hold approximately, so that
///   multipliers and gaps far from equilibrium are not used;
/// - all rows change while their number decreases, or has decreased in one of the last three
///   decisions; then one row changes at a time, the first one that has to.
/// @see Judice and Pires, Comput. Oper. Res. 21 (1994); finite for linear problems whose matrix has
/// positive principal minors.
class PivotRule {
 public:
  /// Resets the rule at the beginning of a step.
  void begin() { *this = PivotRule(); }

  /// Records the active set of an iteration, given by its identifying number.
  void recordActiveSet(std::int64_t set);
  /// Returns true if the rule has become cautious in this step.
  bool isCautious() const { return is_cautious_; }

  /// Returns true if rows may change now.
  /// @param is_settled true if the equations with the current active set hold approximately
  bool canDecide(bool is_settled) const { return is_settled || waits_ >= most_waits; }
  /// Returns true if all of the `num_changes` rows change, false if one row changes. The decision
  /// takes effect with the next linear system.
  bool allowsAllChanges(std::int64_t num_changes);
  /// Records that the next linear system has been assembled; `has_decided`: rows could change
  /// before.
  void recordLinearisation(bool has_decided);

 private:
  static constexpr int most_entries = 4, most_waits = 10, most_blocks = 3;

  struct Blocks {
    std::int64_t fewest = INT64_MAX;  // number of rows that had to change
    int left = 0;                     // remaining decisions on all rows without a decrease of their number
  };

  std::map<std::int64_t, int> entries_;  // by active set
  std::int64_t last_set_ = -1;
  bool is_cautious_ = false;
  int waits_ = 0;  // iterations since the last decision
  Blocks blocks_, next_;
};

}  // namespace tenon::analysis

#pragma once
#include <cstdint>
#include <map>

namespace tenon::analysis {

/// Rows with bounds whose state may change in a decision of the ActiveSet.
enum class RowChanges { all, none, one };

/// The rule by which rows with bounds change where their active set comes back. Normally all rows change at once, in
/// each iteration of Newton's method. Once the same set has been entered four times in a step, the iteration repeats
/// itself, and the rule becomes cautious until the step ends:
/// - rows change only where the equations with the present set hold approximately, so that multipliers and gaps far from
///   equilibrium decide nothing;
/// - all rows change while their number decreases, or has decreased in one of the last three decisions; then one row
///   changes at a time, the first that has to (Judice and Pires, Comput. Oper. Res. 21 (1994); finite for linear
///   problems whose matrix has positive principal minors).
class PivotRule {
 public:
  void begin() { *this = PivotRule(); }

  /// Takes note of the set of an iteration, by a number that identifies it.
  void follow(std::int64_t set);
  bool isCautious() const { return is_cautious_; }

  /// True if rows may change now; `is_settled`: the equations with the present set hold approximately.
  bool mayDecide(bool is_settled) const { return is_settled || waits_ >= most_waits; }
  /// Decides whether all of `num_changes` rows change, or one. The decision counts once it is linearised.
  bool takesAll(std::int64_t num_changes);
  /// Takes note that the next linear system has been made; `has_decided`: rows could change before.
  void linearised(bool has_decided);

 private:
  static constexpr int most_entries = 4, most_waits = 10, most_blocks = 3;

  struct Blocks {
    std::int64_t fewest = INT64_MAX;  // rows that had to change
    int left = 0;                     // decisions of all rows, without fewer rows
  };

  std::map<std::int64_t, int> entries_;  // by set
  std::int64_t last_set_ = -1;
  bool is_cautious_ = false;
  int waits_ = 0;  // iterations since the last decision
  Blocks blocks_, next_;
};

}  // namespace tenon::analysis

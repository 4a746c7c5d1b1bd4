#pragma once
#include <optional>
#include <vector>

#include "tenon/analysis/Equations.hpp"

namespace tenon::analysis {

/// Of each row of this rank with a bound its gap: itself, or the first of the block in which it is a slip.
std::vector<std::optional<std::size_t>> gapRows(const system::MechanicalSystem& mechanics);

/// What touches at both ends of a step, along a way that bends.
///
/// Impulses J of a step that all act along the rows at its end brake what they turn: by (1 - cos) of the angle, which
/// is of first order over a motion. Half of them belongs to where the step began, 1/2 (G_n^T + G_n+1^T) J, as with the
/// forces of joints by the trapezoidal rule.
class LastingContacts {
 public:
  /// `equations` have to outlive this.
  explicit LastingContacts(const Equations& equations) : equations_(equations) {}

  /// Collective. Before a step: remembers what touches, and G.
  void beginStep();
  /// Collective. After it, as rows hold now: whether something touches that did not.
  bool meets() const;
  /// Whether what this row of this rank belongs to touched before the step.
  bool touched(std::size_t row) const { return touched_[row] != 0; }
  /// Collective. 1/2 (G_n^T - G_n+1^T) J of rows that hold; nullptr where nothing touched, or G stays what it
  /// is to round-off.
  la::Vector turned(Vec impulses) const;

 private:
  const Equations& equations_;
  std::vector<char> touched_;  // of this rank's rows
  la::Matrix G_;
};

}  // namespace tenon::analysis

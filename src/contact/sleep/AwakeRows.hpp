#pragma once
#include <vector>

#include "sleep/BodyGraph.hpp"
#include "tenon/contact/ExactRows.hpp"

namespace tenon::contact {

/// The rows of constraints of which no body sleeps, between the bodies that take part in a step, in their numbering.
class AwakeRows : public ExactConstraints {
 public:
  /// Collective. `own`: the bodies that ranks own. Both have to outlive this.
  AwakeRows(const la::Layout& own, ExactConstraints& all);

  /// Which bodies the rows of each block hold together.
  const std::vector<BodyGraph::Pair>& pairs() const { return pairs_; }
  /// Collective. Owned bodies of rows that are driven: bodies have to move faster than `speed` to obey them, or they
  /// let go of them so. `sizes`: [owned bodies].
  std::vector<char> driven(const std::vector<double>& sizes, double speed) const;
  /// Collective. Owned bodies of rows with a marked one.
  std::vector<char> beside(const std::vector<char>& marked) const;

  /// Collective. `part`: which owned bodies take part; `asleep`: flags, [owned bodies].
  void choose(const std::vector<base::LocalIndex>& part, const std::vector<char>& asleep);

  const ExactRows& rows() const override { return rows_; }
  void follow(const std::vector<double>& increments) override;
  /// Collective. The bodies are again where the step began.
  void restart();
  /// Forces of all rows from those of rows(); what sleeps keeps its last ones.
  std::vector<double> forcesOfAll(const std::vector<double>& forces) const;

 private:
  template <class Is>
  std::vector<char> bodiesOf(Is is) const;
  void take();

  ExactConstraints& all_;
  la::Layout known_;  // own bodies, and those that rows name
  la::Halo halo_;
  std::vector<BodyGraph::Pair> pairs_;
  std::vector<base::LocalIndex> part_;
  std::vector<base::GlobalIndex> places_;  // of known bodies among those that take part
  std::vector<std::size_t> chosen_;        // among all rows
  ExactRows rows_;
};

}  // namespace tenon::contact

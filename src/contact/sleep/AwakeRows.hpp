// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "BodyGraph.hpp"
#include "contact/ExactRows.hpp"

namespace tenon::contact {

/// Constraint rows without sleeping bodies, in the numbering of the participating bodies of a step.
class AwakeRows : public ExactConstraints {
 public:
  /// Wraps all rows.
  /// @param own  distribution of the bodies over their owners
  /// @param all  constraints of all bodies; both arguments must outlive this object
  /// @note Collective.
  AwakeRows(const la::Layout& own, ExactConstraints& all);

  /// Returns the pairs of bodies that the rows of each block connect.
  const std::vector<BodyGraph::BodyPair>& pairs() const { return pairs_; }
  /// Returns a flag for each owned body: true if it occurs in a driven row. A row is driven if the
  /// bodies must move faster than `speed` to satisfy it, or if it releases them faster than
  /// `speed`.
  /// @param sizes  [owned bodies] sizes of the bodies
  /// @param speed  threshold of the speed
  /// @note Collective.
  std::vector<char> drivenBodies(const std::vector<double>& sizes, double speed) const;
  /// Returns a flag for each owned body: true if it occurs in a row that contains a marked body.
  /// @note Collective.
  std::vector<char> adjacentBodies(const std::vector<char>& marked) const;

  /// Selects the rows of a step.
  /// @param part  owned bodies that participate in the step
  /// @param asleep  [owned bodies] true for sleeping bodies
  /// @note Collective.
  void selectRows(const std::vector<base::LocalIndex>& part, const std::vector<char>& asleep);

  const ExactRows& rows() const override { return rows_; }
  void updatePositions(const std::vector<double>& increments) override;
  /// Resets the bodies to their positions at the beginning of the step. @note Collective.
  void restart();
  /// Returns the forces of all rows. Rows of sleeping bodies keep their last forces.
  /// @param forces  forces of rows()
  std::vector<double> forcesOfAll(const std::vector<double>& forces) const;

 private:
  template <class Is>
  std::vector<char> bodiesOf(Is is) const;
  void updateRows();

  ExactConstraints& all_;
  la::Layout known_;  // own bodies and the bodies of rows
  la::Halo halo_;
  std::vector<BodyGraph::BodyPair> pairs_;
  std::vector<base::LocalIndex> part_;
  std::vector<base::GlobalIndex> places_;  // numbers of the local bodies among the participating bodies
  std::vector<std::size_t> chosen_;        // indices of the selected rows
  ExactRows rows_;
};

}  // namespace tenon::contact

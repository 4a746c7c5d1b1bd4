// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "WorkDistribution.hpp"
#include "contact/ExactRows.hpp"

namespace tenon::contact {

/// Exact constraints in the numbering of the ranks that work on the bodies. Rows stay on their
/// ranks.
class DistributedConstraints : public ExactConstraints {
 public:
  /// Wraps the constraints of the owners. Both arguments must outlive this object.
  /// @note Collective.
  DistributedConstraints(const WorkDistribution& distribution, ExactConstraints& of_owners);

  const ExactRows& rows() const override { return rows_; }
  void updatePositions(const std::vector<double>& increments) override;

 private:
  void renumber();

  const WorkDistribution& distribution_;
  ExactConstraints& of_owners_;
  ExactRows rows_;
};

}  // namespace tenon::contact

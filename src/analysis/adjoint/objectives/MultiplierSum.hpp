// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/analysis/Objective.hpp"

namespace tenon::analysis {

/// Sum of the physical multipliers of a constraint, over all rows or over one row of each block.
class MultiplierSum : public Objective {
 public:
  /// Parameters of a case file.
  struct Data {
    std::string constraint;  ///< name of the constraint
    int row = -1;            ///< index of the row in each block, from 0; -1: all rows
  };
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<Data>& p);

  /// Creates the objective.
  /// @throws InputError if the constraint does not exist or has no such row
  MultiplierSum(const Data& data, const ObjectiveContext& context);

  std::string name() const override { return "multipliers of " + constraint_.name(); }
  double value(const ObjectiveSample& sample) const override;
  void addDerivatives(const ObjectiveSample& sample, ObjectiveDerivatives& derivatives) const override;

 private:
  bool isIncluded(std::size_t row) const { return row_ < 0 || static_cast<int>(row) % constraint_.block() == row_; }

  const constraint::Constraint& constraint_;
  int row_;
};

}  // namespace tenon::analysis

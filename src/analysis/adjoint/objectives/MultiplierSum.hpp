// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "ObjectiveContext.hpp"

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

  std::string name() const override { return name_; }
  double value(const Equations& equations, double time) const override;
  void addDerivatives(const Equations& equations, double time, Cotangents& cotangents) const override;
  bool dependsOnMultipliers() const override { return true; }

 private:
  std::vector<double> coefficients(const Equations& equations) const;

  std::string name_;
  std::size_t constraint_ = 0;  // index among the constraints
  int row_;
};

}  // namespace tenon::analysis

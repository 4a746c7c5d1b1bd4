// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "analysis/Equations.hpp"
#include "tenon/analysis/Objective.hpp"

namespace tenon::analysis {

/// Work of the external loads at the current displacements, J = sum f_L . u. In a linear analysis
/// without prescribed displacements, J is twice the strain energy.
class Compliance : public Objective {
 public:
  /// Parameters of a case file: none.
  struct Data {};
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<Data>&) {}

  /// Creates the objective.
  /// @throws InputError if there are no loads, or if a load depends on displacements or acts on a
  ///   mapped object
  Compliance(const Data& data, const ObjectiveContext& context);

  std::string name() const override { return "compliance"; }
  double value(const ObjectiveSample& sample) const override;
  void addDerivatives(const ObjectiveSample& sample, ObjectiveDerivatives& derivatives) const override;

 private:
  la::Vector loads(const Equations& equations) const;

  std::vector<const force::ForceField*> loads_;
};

}  // namespace tenon::analysis

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/analysis/Objective.hpp"

namespace tenon::analysis {

/// Potential energy W of the forces of an object, without external loads. W depends on the
/// displacements by dW/dq = -f, and explicitly on the parameters of the forces.
class StrainEnergy : public Objective {
 public:
  /// Parameters of a case file.
  struct Data {
    std::string object;  ///< object whose forces are considered
  };
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<Data>& p);

  /// Creates the objective.
  /// @throws InputError if the object does not exist, is mapped, or has a force without energy
  StrainEnergy(const Data& data, const ObjectiveContext& context);

  std::string name() const override { return "energy of " + object_; }
  double value(const ObjectiveSample& sample) const override;
  void addDerivatives(const ObjectiveSample& sample, ObjectiveDerivatives& derivatives) const override;

 private:
  std::string object_;
  std::vector<const force::ForceField*> forces_;
};

}  // namespace tenon::analysis

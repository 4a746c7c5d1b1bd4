// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::simulation {

/// Warns once if the result of a static or transient analysis exceeds the validity of small-strain
/// elements: strains above 10 %, or displacements of more than ten times the size of the model in
/// elements that do not follow rotations.
class SmallStrainCheck {
 public:
  /// @param moves  true if bodies may move away as a whole; displacements are then measured from
  ///   their mean
  SmallStrainCheck(const system::MechanicalSystem& system, bool moves) : system_(system), moves_(moves) {}

  /// Evaluates the current configuration until a warning has been given. @note Collective.
  void check();

 private:
  bool warnAboutDisplacement(const system::Body& body);
  bool warnAboutStrain(const system::Body& body);

  const system::MechanicalSystem& system_;
  bool moves_, has_warned_ = false;
};

}  // namespace tenon::simulation

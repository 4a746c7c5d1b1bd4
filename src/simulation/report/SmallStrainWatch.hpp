#pragma once
#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::simulation {

/// Warns once where the result of a static or transient analysis leaves what elements for small strains can describe:
/// strains above 10 %, and displacements of more than ten times the size of the model in elements that do not follow
/// rotations.
class SmallStrainWatch {
 public:
  /// `moves`: a body may fly away as a whole, so that displacements count from their mean.
  SmallStrainWatch(const system::MechanicalSystem& system, bool moves) : system_(system), moves_(moves) {}

  /// Collective. Evaluates the current configuration, until a warning has been given.
  void look();

 private:
  bool warnOfDisplacement(const system::Body& body);
  bool warnOfStrain(const system::Body& body);

  const system::MechanicalSystem& system_;
  bool moves_, has_warned_ = false;
};

}  // namespace tenon::simulation

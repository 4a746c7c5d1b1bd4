// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::analysis {

/// Norms of displacements and forces for unknowns of different units. Rotations count as lengths at
/// a lever L, moments as forces at this lever, so that norms do not depend on the units of the
/// case. L is the longest edge of the bounding box of all bodies in the reference configuration, or
/// the largest radius of gyration if larger. A scalar s = m(q) that constraints relate to lengths
/// counts as the length |s| / sum |dm/dq|, and its generalised force is multiplied by this sum.
class WeightedNorms {
 public:
  /// @note Collective.
  explicit WeightedNorms(const system::MechanicalSystem& mechanics);

  /// Returns the weights of the unknowns: 1 for translations, 1 / L for rotations, sum |dm/dq| for
  /// scalars; nullptr if all unknowns are lengths.
  Vec weights() const { return weights_.get(); }

  /// Returns the lever L, at which rotations count as lengths; 0 without rotations.
  double lever() const { return lever_; }

  // The following functions are collective.

  /// Returns the Euclidean norm of forces.
  double forceNorm(Vec forces) const;
  /// Returns the largest component of a displacement or velocity.
  double largestDisplacement(Vec displacement) const;
  /// Returns the Euclidean norm of a displacement or velocity.
  double displacementNorm(Vec displacement) const;
  /// Returns the largest entry of the diagonal of a stiffness matrix, as force per length.
  double largestStiffness(Vec diagonal) const;

 private:
  template <class Visit>
  void forEach(Vec vector, Visit&& visit) const;

  la::Vector weights_;
  double lever_ = 0.0;
};

}  // namespace tenon::analysis

#pragma once
#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::analysis {

/// How large motions and forces are where some unknowns are lengths and others angles: turns are lengths at the end of
/// a lever L, moments are forces there, so that the same case in other units is as large. L is the longest edge of the
/// box around all bodies at rest, or the largest radius of gyration where that is more. A scalar s that constraints tie
/// to lengths, s = m(q), is a length as |s| / sum |dm/dq|, and what acts on it a force as its product with that sum.
class Measure {
 public:
  /// Collective.
  explicit Measure(const system::MechanicalSystem& mechanics);

  /// 1 by unknowns along the axes, 1 / L by those about them, sum |dm/dq| by scalars; nullptr where all are lengths.
  Vec weights() const { return weights_.get(); }

  /// L, at whose end rotations are lengths; 0 where nothing rotates.
  double lever() const { return lever_; }

  // All of these are collective.

  /// Euclidean norm of forces.
  double ofForces(Vec forces) const;
  /// Largest component of a motion.
  double ofMotion(Vec motion) const;
  /// Euclidean norm of a motion.
  double lengthOf(Vec motion) const;
  /// Largest entry of the diagonal of a stiffness, as a force by a length.
  double ofStiffness(Vec diagonal) const;

 private:
  template <class Visit>
  void forEach(Vec vector, Visit&& visit) const;

  la::Vector weights_;
  double lever_ = 0.0;
};

}  // namespace tenon::analysis

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "ConeSolver.hpp"
#include "coulombCone.hpp"

namespace tenon::contact {

/// Cone complementarity problem in the scaled impulses y = x sqrt(w): min y . N y / 2 + r . y over
/// the same cones. The diagonal of the scaled N is close to 1.
///
/// The scale w is the magnitude of the diagonal block of N of each contact; normal and tangential
/// components of a compliant contact have separate scales. The term mu |u_t| of the augmented
/// velocities is constant while one such convex problem is solved.
/// @see Acary, Cadoux, Lemarechal and Malick, ZAMM 91 (2011), 155-175
class ScaledProblem {
 public:
  /// Computes the scales. @note Collective.
  explicit ScaledProblem(const ConeProblem& problem);

  const base::Communicator& comm() const { return problem_.layout.comm(); }
  /// Converts impulses to scaled impulses.
  Impulses toScaled(const Impulses& x) const { return x.cwiseQuotient(scale_); }
  /// Converts scaled impulses to impulses.
  Impulses toImpulses(const Impulses& y) const { return y.cwiseProduct(scale_); }

  /// Computes N y. @note Collective.
  void multiply(const Impulses& y, Impulses& Ny) const;
  /// Computes the gradient N y + r with the current augmentation.
  void gradient(const Impulses& Ny, Impulses& g) const;
  /// Projects y onto the cones, in place.
  void project(Impulses& y) const;

  /// Relative errors with the current augmentation (convex) and with the augmentation at the
  /// current velocities (complementarity).
  struct Errors {
    double convex, complementarity;
  };
  /// Returns both errors. @note Collective.
  Errors errors(const Impulses& y, const Impulses& Ny) const;
  /// Returns the error of the complementarity alone, in half the time. @note Collective.
  double complementarity(const Impulses& y, const Impulses& Ny) const;
  /// Returns the error of the complementarity for unscaled impulses. @note Collective.
  /// @param x        impulses
  /// @param product  J M^-1 J^T x
  double complementarityOf(const Impulses& x, const Impulses& product) const;
  /// Sets the augmentation to its value at the current velocities.
  void augment(const Impulses& Ny);

 private:
  /// Terms mu |u_t| of contacts and of slidings.
  struct Augmentation {
    std::vector<double> contacts, frictional_rows;
  };
  /// Largest residual of a contact law and largest impulse of this rank.
  struct Largest {
    double violation = 0.0, impulse = 0.0;
  };
  template <class Scaled, class Velocities>
  Largest largestOf(const Scaled& y, const Velocities& u, const Augmentation* standing) const;
  Errors sharesOf(double convex, const Largest& of_law) const;

  const ConeProblem& problem_;
  Eigen::Index firstOf(const FrictionalRows& sliding) const {
    return problem_.firstRow() + static_cast<Eigen::Index>(sliding.row);
  }
  RollingFrictionCone coneOf(const RollingResistance& resistance, Eigen::Index at) const;
  double leastOf(const Contact& contact, Eigen::Index at) const {
    return contact.least > 0.0 ? contact.least / scale_[at] : 0.0;
  }

  Impulses scale_;                 // 1 / sqrt(w)
  std::vector<double> frictions_;  // friction coefficients of contacts between scaled impulses
  Impulses r_;                     // J v_0 + b
  Augmentation augmentation_;      // current augmentation, constant in a convex problem
  double moving_ = 0.0;            // largest scaled speed of a contact or a row
  double stopping_ = 0.0;          // largest |y| that would stop one contact alone, or change moving bodies slightly
  mutable std::vector<double> v_;  // workspace
};

}  // namespace tenon::contact

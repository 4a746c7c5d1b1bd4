// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <boost/container/small_vector.hpp>
#include <vector>

#include "contact/ConeProblem.hpp"

namespace tenon::contact {

/// Natural map of the cone complementarity problem, whose zeros are the solutions. For scaled
/// impulses
///   F(y) = y - P(y - u~(N y + r)),
///
/// with the projection P onto the cones and the augmented velocities u~. The class also provides an
/// element of the generalised Jacobian,
///   1 - D + D A N,   D of P, A of u~.
///
/// The blocks of D and A are found by central differences of P and u~, for any cones, with one
/// difference for each component of the largest block.
/// @see Acary and Brogliato, Numerical Methods for Nonsmooth Dynamical Systems, 2008, section 13.7
class NaturalMap {
 public:
  NaturalMap(const ConeProblem& problem, ScaledProblem& scaled);

  /// Evaluates F at y.
  /// @param y   scaled impulses
  /// @param Ny  N y
  /// @param F   result
  void evaluate(const Impulses& y, const Impulses& Ny, Impulses& F);

  /// Computes D and A at y.
  void linearise(const Impulses& y, const Impulses& Ny);
  /// Computes (1 - D + shift D) d + D A N d with the last linearisation. The shift makes N
  /// definite.
  void apply(double shift, const Impulses& d, const Impulses& Nd, Impulses& image) const;
  /// Computes D d with the last linearisation.
  void applyProjection(const Impulses& d, Impulses& image) const;

  /// Impulses of one contact with its frictional moments, of one row or of one sliding, and the
  /// corresponding blocks of the last linearisation.
  struct ConeBlock {
    boost::container::small_vector<Eigen::Index, 6> entries;
    Eigen::MatrixXd D, DA;
  };
  /// Returns the blocks.
  const std::vector<ConeBlock>& blocks() const { return blocks_; }

 private:
  ScaledProblem& scaled_;
  std::vector<ConeBlock> blocks_;
  Eigen::Index widest_ = 0;
  Impulses gradient_, ahead_, behind_;  // workspace
};

}  // namespace tenon::contact

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <Eigen/Core>
#include <vector>

#include "tenon/base/algebra.hpp"
#include "tenon/la/layout/Halo.hpp"

namespace tenon::contact {

using base::LocalIndex;

/// Interface to the solver of deformable bodies, in which an impulse on one point moves all other
/// points.
class DeformableBodies {
 public:
  virtual ~DeformableBodies() = default;

  /// Returns W = S A^-1 S^T of the points of all ranks, rank by rank: velocities of the points of
  /// this rank [3 x points of this rank] under unit impulses on each point [3 x points of all
  /// ranks].
  /// @param points  owned bodies of the step that are such points, ascending
  /// @note Collective.
  virtual Eigen::MatrixXd responses(const std::vector<LocalIndex>& points) = 0;
};

/// Coupling W between the points of deformable bodies on which impulses of a step may act. Each
/// rank stores the rows of its local points, owned points first.
class PointMobility {
 public:
  /// Computes W.
  /// @param bodies      distribution of the bodies of the step
  /// @param halo        halo exchange of `bodies`
  /// @param touched     local bodies that are points of deformable bodies and on which impulses of
  ///   this rank may act, in any order; duplicates are admitted
  /// @param deformable  solver of the deformable bodies
  /// @note Collective.
  PointMobility(const la::Layout& bodies, const la::Halo& halo, const std::vector<LocalIndex>& touched,
                DeformableBodies& deformable);

  /// Returns true if a local body is one of the points.
  bool has(LocalIndex body) const { return at_[static_cast<std::size_t>(body)] >= 0; }
  /// Returns the local bodies that are points, owned ones first.
  const std::vector<LocalIndex>& known() const { return known_; }
  /// Returns the velocity of `body` under a unit impulse on `other`.
  base::Mat3 block(LocalIndex body, LocalIndex other) const;
  /// Multiplies the impulses on points by W, in place. Entries of other bodies are unchanged.
  /// @param v  [local bodies x 6] impulses on entry, velocities on return, valid for owned points
  /// @note Collective.
  void apply(std::vector<double>& v) const;

 private:
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

  base::Communicator comm_;
  std::size_t num_owned_ = 0;
  std::vector<LocalIndex> known_;         // local bodies that are points
  std::vector<LocalIndex> at_;            // [local bodies] index in known_; -1: not a point
  std::vector<la::GlobalIndex> numbers_;  // [known_] number among the points of all ranks
  Rows rows_;                             // [3 x known_, 3 x points of all ranks]
};

}  // namespace tenon::contact

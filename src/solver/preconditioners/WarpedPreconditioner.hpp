// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <vector>

#include "tenon/la/handles.hpp"

namespace tenon::solver {

/// Preconditioner that rotates with the bodies, y = R P^-1 R^T x. P^-1 is made once from the matrix
/// A0 of the reference configuration; R is block diagonal and contains the rotation of each node
/// since then. If bodies rotate with little strain, A = R A0 R^T, and P^-1 is as good for A as for
/// A0.
/// @see Müller et al., Stable real-time deformations (2002), who rotate elements in this way;
///   Hecht, Lee, Shewchuk, O'Brien, Updated sparse Cholesky factors (2012), who rotate factors.
class WarpedPreconditioner {
 public:
  /// Wraps the preconditioner of a KSP, which must be set up, and replaces it.
  /// @note Collective.
  explicit WarpedPreconditioner(KSP ksp);
  WarpedPreconditioner(const WarpedPreconditioner&) = delete;
  WarpedPreconditioner& operator=(const WarpedPreconditioner&) = delete;

  /// Sets the rotations of the owned block rows. Before the first call R is the identity.
  /// @param block  rows per node
  /// @param rotations  [owned block rows × block × block] rotation of each node, row by row
  /// @note Not collective.
  void setRotations(int block, std::vector<double> rotations);

  /// Evaluates y = R P^-1 R^T x.
  /// @note Collective.
  void apply(Vec x, Vec y);

 private:
  void rotate(Vec from, Vec to, bool transposed) const;

  struct Destroy {
    void operator()(PC pc) const { PCDestroy(&pc); }
  };
  std::unique_ptr<std::remove_pointer_t<PC>, Destroy> inner_;
  int block_ = 0;
  std::vector<double> rotations_;
  la::Vector rotated_, result_;
};

}  // namespace tenon::solver

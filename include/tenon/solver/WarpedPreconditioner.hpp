#pragma once
#include <memory>
#include <vector>

#include "tenon/la/handles.hpp"

namespace tenon::solver {

/// A preconditioner that turns with the bodies, y = R P^-1 R^T x: P^-1 made once of the matrix A0 at rest, R block
/// diagonal, the rotation of each node since then. Where bodies turn as stiff ones and hardly deform, A = R A0 R^T, and
/// P^-1 does for A what it does for A0. (Müller et al., Stable real-time deformations, 2002, turn elements that way;
/// Hecht, Lee, Shewchuk, O'Brien, Updated sparse Cholesky factors, 2012, factors.)
class WarpedPreconditioner {
 public:
  /// Collective. Takes the place of the preconditioner that this KSP has and that is set up.
  explicit WarpedPreconditioner(KSP ksp);
  WarpedPreconditioner(const WarpedPreconditioner&) = delete;
  WarpedPreconditioner& operator=(const WarpedPreconditioner&) = delete;

  /// Rotations of this rank's block rows, [block x block] each, by rows. Until then none turns. Not collective.
  void setRotations(int block, std::vector<double> rotations);

  /// Collective. y = R P^-1 R^T x.
  void apply(Vec x, Vec y);

 private:
  void rotate(Vec from, Vec to, bool transposed) const;

  struct Destroy {
    void operator()(PC pc) const { PCDestroy(&pc); }
  };
  std::unique_ptr<std::remove_pointer_t<PC>, Destroy> inner_;
  int block_ = 0;
  std::vector<double> rotations_;
  la::Vector turned_, result_;
};

}  // namespace tenon::solver

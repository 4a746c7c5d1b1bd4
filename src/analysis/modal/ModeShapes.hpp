#pragma once
#include <vector>

#include "krylovSchur.hpp"

namespace tenon::analysis {

/// The residual of (K + s M) phi - G^T lambda = mu M phi is at most `tolerance` of mu M phi, or round-off if that
/// leaves mu known to `tolerance`.
struct ModeShape {
  double mu = 0.0;  ///< omega^2 + s
  double residual = 0.0;
  bool is_converged = false;
  la::Vector phi;     ///< phi . M phi = 1
  la::Vector lambda;  ///< nullptr without constraints
};

/// The parameters of a search for modes.
struct ModeQuery {
  int count = 1;
  double tolerance = 1e-6;  ///< of ModeShape::residual
  bool by_lobpcg = false;   ///< by the preconditioner where there are unknowns enough, else by solves
  double least_theta = 0.0;  ///< theta = 1 / mu up to this is round-off: there is no such mode
};

/// Returns the modes of lowest positive mu, ascending, each orthogonal to the others: more than `count` where the last
/// mu is a multiple one, which is there with all its modes, and fewer where no more exist. @note Collective.
/// @throws NotConvergedError if `tolerance` is not reached.
std::vector<ModeShape> findModeShapes(ModalOperators& operators, const ModeQuery& query);

/// Collective. Turns modes of one frequency among themselves, and chooses all signs, such that the first one moves
/// along x and no other does, the next along y, and so on: along the axes, about them, and along waves across the
/// bodies. The result depends on no partition and no start.
void orient(const ModalOperators& operators, std::vector<ModeShape>& shapes);

}  // namespace tenon::analysis

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "krylovSchur.hpp"

namespace tenon::analysis {

/// Mode shape of (K + s M) phi - G^T lambda = mu M phi. The mode has converged if the residual is
/// at most `tolerance` times mu M phi, or is round-off with which mu is known to `tolerance`.
struct ModeShape {
  double mu = 0.0;        ///< omega^2 + s
  double residual = 0.0;  ///< residual relative to mu M phi
  bool is_converged = false;
  la::Vector phi;     ///< normalised, phi . M phi = 1
  la::Vector lambda;  ///< nullptr without constraints
};

/// Parameters of an eigensolver call.
struct EigenproblemOptions {
  int count = 1;             ///< minimum number of modes
  double tolerance = 1e-6;   ///< tolerance of ModeShape::residual
  bool by_lobpcg = false;    ///< true to use preconditioned LOBPCG if there are enough unknowns; otherwise solves
  double least_theta = 0.0;  ///< largest theta = 1 / mu that is round-off and belongs to no mode
};

/// Returns the modes of lowest positive mu, ascending and mutually orthogonal: more than `count` if
/// the last mu is a multiple eigenvalue, which is returned with all its modes, and fewer if no more
/// exist.
/// @throws NotConvergedError if `tolerance` is not reached
/// @note Collective.
std::vector<ModeShape> findModeShapes(ModalOperators& operators, const EigenproblemOptions& query);

/// Chooses the basis of modes of equal frequency, and the signs of all modes: the first mode moves
/// along x and no other does, the next one along y, and so on, along the axes, about them, and
/// along waves across the bodies. The result does not depend on the partition and the starting
/// vector.
/// @note Collective.
void orient(const ModalOperators& operators, std::vector<ModeShape>& shapes);

}  // namespace tenon::analysis

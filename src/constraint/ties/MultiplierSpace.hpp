// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <Eigen/Core>
#include <vector>

#include "surface/overlap.hpp"

namespace tenon::constraint {

/// Functions of the multipliers on the slave side of a mortar, one per node.
enum class MultiplierSpace {
  standard,  ///< shape functions of the slave faces
  dual,      ///< functions biorthogonal to the shape functions: each slave node can be eliminated on its own
};

/// Integrals over the part of one slave face that is opposite the master, from which mortar rows
/// are assembled.
struct FaceIntegrals {
  /// Matrix of a face's nodes.
  using Square = Eigen::Matrix<double, 9, 9>;
  Square slave = Square::Zero();     ///< [j][k] integrals of Phi_j N_k
  Square coupling = Square::Zero();  ///< [j][k] integrals of N_j N_k
  std::vector<Square> master;        ///< [master face][j][l] integrals of Phi_j N_l, N_l of that face
  /// Integrals of Phi_j B_l, [master face][j][l]: rotation of the gap with the master's nodes
  /// (gapRotation). Empty if there is no gap.
  std::vector<std::vector<std::array<base::Mat3, 9>>> turns;
  double area = 0.0;            ///< area of the overlaps
  std::array<double, 9> gap{};  ///< [j] integrals of Phi_j g, g the distance of the master along the slave's normal
};

/// Integrates over the overlaps of one slave face with several master faces.
///
/// The dual functions Phi = diag(int N~) (int N~ N~^T)^-1 N~ are defined over the covered part, so
/// that they remain available for faces at the edge of a contact. N~ = N on first-order faces.
/// On second-order faces corners receive a share of their edges, N~_v = N_v + 1/5 sum N_e, N~_e
/// = 3/5 N_e, because the integral of N_v vanishes or is negative there.
///
/// @param points  [master face] points of the overlap
/// @param round_off  gaps up to this length are regarded as zero
/// @see Wohlmuth, SIAM J. Numer. Anal. 38 (2000); Popp, Wohlmuth, Gee & Wall, SIAM J. Sci. Comput.
///   34 (2012), B421
FaceIntegrals integrate(const surface::Face& slave, const std::vector<const surface::Face*>& masters,
                        const std::vector<std::vector<surface::OverlapPoint>>& points, MultiplierSpace space,
                        double round_off);

/// Returns int N_j^2 over a whole face for each of its nodes; for axisymmetric problems with the
/// factor 2 pi r.
std::array<double, 9> faceMassDiagonal(const surface::Face& face, bool is_axisymmetric);

}  // namespace tenon::constraint

#pragma once
#include <Eigen/Core>
#include <vector>

#include "tenon/surface/overlap.hpp"

namespace tenon::constraint {

/// Functions that multipliers are made of, on the slave side of a mortar, one per node.
enum class MultiplierSpace {
  standard,  ///< the shape functions themselves
  dual,      ///< biorthogonal to them: each slave node can be eliminated by itself
};

/// Integrals over the part of one slave face that lies over the master: what mortar rows are made of.
struct FaceIntegrals {
  using Square = Eigen::Matrix<double, 9, 9>;
  Square slave = Square::Zero();     ///< [j][k] of Phi_j N_k
  Square coupling = Square::Zero();  ///< [j][k] of N_j N_k
  std::vector<Square> master;        ///< [master face][j][l] of Phi_j N_l, N_l of that face
  /// [master face][j][l] of Phi_j B_l: how the gap turns with the master's nodes (gapTurn). Empty where there is none.
  std::vector<std::vector<std::array<base::Mat3, 9>>> turns;
  double area = 0.0;
  std::array<double, 9> gap{};  ///< [j] of Phi_j g, g the distance of the master along the slave's normal
};

/// Integrates over the overlaps of one slave face with each of some master faces. `points`: [master face]. Gaps up to
/// `round_off` are none.
///
/// Dual functions Phi = diag(int N~) (int N~ N~^T)^-1 N~ are taken over the part that is covered, so that faces at the
/// edge of a contact keep them. N~ = N on faces of first order; on those of second order corners take a share of their
/// edges, N~_v = N_v + 1/5 sum N_e, N~_e = 3/5 N_e, because the integral of N_v vanishes or is negative there.
///
/// Sources: Wohlmuth, SIAM J. Numer. Anal. 38 (2000); Popp, Wohlmuth, Gee & Wall, SIAM J. Sci. Comput. 34 (2012), B421.
FaceIntegrals integrate(const surface::Face& slave, const std::vector<const surface::Face*>& masters,
                        const std::vector<std::vector<surface::OverlapPoint>>& points, MultiplierSpace space,
                        double round_off);

/// int N_j^2 over the whole of a face, for each of its nodes; of a ring with the factor 2 pi r.
std::array<double, 9> ownMasses(const surface::Face& face, bool is_axisymmetric);

}  // namespace tenon::constraint

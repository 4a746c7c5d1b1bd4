// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "elementRotation.hpp"
#include "fem/kernels/SolidKernel.hpp"

namespace tenon::fem {

/// Storage of the exact tangent of an element.
enum class ExactTangent {
  general,      ///< All blocks are computed.
  symmetric,    ///< blocks a <= b of a symmetric tangent
  symmetrised,  ///< blocks a <= b of the symmetric part
};

/// Corotational elements, `num_lanes` at a time: linear and isotropic in a frame that rotates with
/// the element,
///   f = R K_0 (R^T x - X),   R the rotation of the deformation gradient F at the element's centre.
/// Because the material is isotropic, this is the linear element of the rotated shape R X with the
/// displacements d = x - R X and the stiffness R K_0 R^T. The derivatives follow from the spin w =
/// sum of W_b dx_b of R:
///   K_ab = (R K_0 R^T)_ab + ( sum over c of (R K_0 R^T)_ac [x_c] - [f_a] ) W_b,   [v] w = v x w.
template <CellType type>
struct CorotationalKernel {
  /// Material model of the linear element.
  using Law = IsotropicLaw<3>;
  /// Shape functions at the quadrature points.
  using Table = ShapeTable<type, Purpose::stiffness>;
  /// Numbers of nodes and quadrature points.
  static constexpr int n = Table::num_nodes, points = Table::num_points;

  /// Kernel of the linear element.
  SolidKernel<type, Law> linear;
  /// Definition of the element rotation.
  ElementRotation rotation;

  /// Elements [first, first + num_lanes) in their rotated frames. Positions are relative to node 0.
  struct RotatedElement {
    Lane shape[n][3];         ///< rotated reference shape R X
    Lane displacement[n][3];  ///< displacements d = x - R X
    /// Rotation of the element.
    Lane R[3][3];
    Lane J[3][3];  ///< dx/dxi of the deformed element at its centre
  };
  /// Computes the rotated elements for the current displacement.
  RotatedElement rotatedElement(LocalIndex first) const {
    Lane X[n][3], u[n][3], J0[3][3], F[3][3];
    gather(linear.elements, first, linear.rest, X);
    gather(linear.elements, first, linear.displacement, u);
    for (int a = n - 1; a >= 0; --a)
      for (int i = 0; i < 3; ++i) X[a][i] -= X[0][i], u[a][i] -= u[0][i];
    RotatedElement e;
    atCentre(X, J0), atCentre(u, e.J);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) e.J[i][j] += J0[i][j];
    if (rotation == ElementRotation::polar) {
      Lane inverse[3][3];
      invert(J0, inverse);
      multiply(e.J, inverse, F);
      polarRotation(F, e.R);
    } else {
      Lane now[3][3], before[3][3];
      orthonormalFrame(e.J, now), orthonormalFrame(J0, before);
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
          e.R[i][j] = now[i][0] * before[j][0] + now[i][1] * before[j][1] + now[i][2] * before[j][2];
    }
    for (int a = 0; a < n; ++a)
      for (int i = 0; i < 3; ++i) {
        e.shape[a][i] = e.R[i][0] * X[a][0] + e.R[i][1] * X[a][1] + e.R[i][2] * X[a][2];
        e.displacement[a][i] = X[a][i] + u[a][i] - e.shape[a][i];
      }
    return e;
  }

  /// Computes the forces f_a of rotated elements.
  void force(const RotatedElement& e, Lane (&f)[n][3]) const {
    for (auto& node : f)
      for (Lane& component : node) component = Lane{};
    atPoints(e, [&](const Lane& weight, const auto& g, const auto&, const auto& sigma) {
      for (int a = 0; a < n; ++a)
        for (int i = 0; i < 3; ++i)
          f[a][i] += weight * (sigma[i][0] * g[a][0] + sigma[i][1] * g[a][1] + sigma[i][2] * g[a][2]);
    });
  }
  /// Adds the force of elements [first, first + count) to `f`, [nodes x 3].
  void addForce(LocalIndex first, int count, double* f) const {
    Lane nodal[n][3];
    force(rotatedElement(first), nodal);
    scatterAdd(linear.elements, first, count, nodal, f);
  }

  /// Returns the energy (R X - x) . f / 2 of elements [first, first + count).
  double energy(LocalIndex first, int count) const {
    const RotatedElement e = rotatedElement(first);
    Lane f[n][3], sum{};
    force(e, f);
    for (int a = 0; a < n; ++a)
      for (int i = 0; i < 3; ++i) sum -= 0.5 * f[a][i] * e.displacement[a][i];
    double energy = 0;
    for (int lane = 0; lane < count; ++lane) energy += sum[lane];
    return energy;
  }

  /// Computes R K_0 R^T, blocks a <= b in the format of SolidKernel::stiffness().
  void simpleStiffness(LocalIndex first, Lane* K) const { linear.stiffnessAt(rotatedElement(first).shape, K); }

  /// Computes the consistent tangent df/dx.
  void exactStiffness(LocalIndex first, Lane* K, ExactTangent kind) const {
    const RotatedElement e = rotatedElement(first);
    Lane f[n][3], A[n][3][3], W[n][3][3];
    force(e, f);
    linear.stiffnessAt(e.shape, K);
    for (int a = 0; a < n; ++a)
      for (int b = 0; b < a; ++b)
        for (int i = 0; i < 3; ++i)
          for (int j = 0; j < 3; ++j) K[((a * n + b) * 3 + i) * 3 + j] = K[((b * n + a) * 3 + j) * 3 + i];
    for (int a = 0; a < n; ++a) rotationDerivative(e, f[a], K + a * n * 9, A[a]);
    spin(e, W);
    for (int a = 0; a < n; ++a)
      for (int b = kind == ExactTangent::symmetric ? a : 0; b < n; ++b) {
        Lane product[3][3];
        multiply(A[a], W[b], product);
        for (int i = 0; i < 3; ++i)
          for (int j = 0; j < 3; ++j) K[((a * n + b) * 3 + i) * 3 + j] += product[i][j];
      }
    if (kind == ExactTangent::symmetrised) symmetrise(K);
  }

  /// Computes the second derivative of the energy at fixed forces f = K_0 v of the displacement
  /// `v`, [nodes x 3], in the current frames. With d = R^T x - X, b of node a and c of node b,
  ///   f . d2d[b, c] = -c . [f] W b - b . [f] W c + (W b) . M (W c)
  ///   M = sum of (X f^T + f X^T) / 2 - f . X 1.
  /// Only blocks a <= b are computed.
  void stressStiffness(LocalIndex first, const double* v, Lane* K) const {
    const RotatedElement e = rotatedElement(first);
    Lane of_v[n][3], f[n][3]{}, W[n][3][3], M[3][3]{};
    gather(linear.elements, first, v, of_v);
    for (int q = 0; q < points; ++q) {
      Lane g[n][3], H[3][3], sigma[3][3];
      const Lane weight = linear.scale * gradientsAt(Table::get(), q, e.shape, g);
      displacementGradient(of_v, g, H);
      linear.law.stress(H, sigma);
      for (int a = 0; a < n; ++a)
        for (int i = 0; i < 3; ++i)
          f[a][i] += weight * (sigma[i][0] * g[a][0] + sigma[i][1] * g[a][1] + sigma[i][2] * g[a][2]);
    }
    for (int a = 0; a < n; ++a)
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
          M[i][j] += 0.5 * (e.shape[a][i] * f[a][j] + f[a][i] * e.shape[a][j]);
          M[i][i] -= f[a][j] * e.shape[a][j];
        }
    spin(e, W);
    for (int a = 0; a < n; ++a)
      for (int b = a; b < n; ++b)
        addStressBlock(f[a], f[b], W[a], W[b], M, K + static_cast<std::ptrdiff_t>(a * n + b) * 9);
  }

  /// Calls visit(s dV, gradients, H, sigma) at each point of the rotated shapes. H and sigma are in
  /// global axes.
  template <class Visit>
  void atPoints(const RotatedElement& e, Visit&& visit) const {
    for (int q = 0; q < points; ++q) {
      Lane g[n][3], H[3][3], sigma[3][3];
      const Lane weight = linear.scale * gradientsAt(Table::get(), q, e.shape, g);
      displacementGradient(e.displacement, g, H);
      linear.law.stress(H, sigma);
      visit(weight, g, H, sigma);
    }
  }

 private:
  /// Returns the reference gradients at the centre, the mean of the nodes' reference coordinates.
  static const double (&centre())[n][3] {
    struct Gradients {
      double at[n][3];
      Gradients() {
        double xi[3] = {};
        for (int a = 0; a < n; ++a)
          for (int d = 0; d < 3; ++d) xi[d] += nodeCoordinates(type, a)[d] / n;
        shapeGradients<type>(xi, &at[0][0]);
      }
    };
    static const Gradients gradients;
    return gradients.at;
  }
  static void atCentre(const Lane (&x)[n][3], Lane (&J)[3][3]) {
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        J[i][j] = Lane{};
        for (int a = 0; a < n; ++a) J[i][j] += centre()[a][j] * x[a][i];
      }
  }
  static void multiply(const Lane (&A)[3][3], const Lane (&B)[3][3], Lane (&product)[3][3]) {
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) product[i][j] = A[i][0] * B[0][j] + A[i][1] * B[1][j] + A[i][2] * B[2][j];
  }

  /// Computes A_a = sum over c of K_ac [x_c] - [f_a], the derivative of f_a with respect to the
  /// spin at fixed nodes.
  static void rotationDerivative(const RotatedElement& e, const Lane (&f)[3], const Lane* row, Lane (&A)[3][3]) {
    cross(f, A);
    for (auto& line : A)
      for (Lane& entry : line) entry = -entry;
    for (int c = 0; c < n; ++c) {
      Lane x[3], arm[3][3];
      for (int i = 0; i < 3; ++i) x[i] = e.shape[c][i] + e.displacement[c][i];
      cross(x, arm);
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
          for (int k = 0; k < 3; ++k) A[i][j] += row[(c * 3 + i) * 3 + k] * arm[k][j];
    }
  }
  /// Replaces the blocks a <= b by those of the symmetric part.
  static void symmetrise(Lane* K) {
    for (int a = 0; a < n; ++a)
      for (int b = a; b < n; ++b)
        for (int i = 0; i < 3; ++i)
          for (int j = a == b ? i : 0; j < 3; ++j) {
            Lane &here = K[((a * n + b) * 3 + i) * 3 + j], &there = K[((b * n + a) * 3 + j) * 3 + i];
            here = there = 0.5 * (here + there);
          }
  }
  /// Computes the block -[f_a] W_b + W_a^T [f_b] + W_a^T M W_b.
  static void addStressBlock(const Lane (&f_a)[3], const Lane (&f_b)[3], const Lane (&W_a)[3][3],
                             const Lane (&W_b)[3][3], const Lane (&M)[3][3], Lane* block) {
    Lane cross_a[3][3], right[3][3], left[3][3];
    cross(f_a, cross_a), cross(f_b, left);
    multiply(M, W_b, right);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) right[i][j] += left[i][j];
    multiply(cross_a, W_b, left);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        block[i * 3 + j] = W_a[0][i] * right[0][j] + W_a[1][i] * right[1][j] + W_a[2][i] * right[2][j] - left[i][j];
  }
  static void cross(const Lane (&v)[3], Lane (&matrix)[3][3]) {
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3, k = (i + 2) % 3;
      matrix[i][i] = Lane{}, matrix[i][j] = -v[k], matrix[j][i] = v[k];
    }
  }

  void spin(const RotatedElement& e, Lane (&W)[n][3][3]) const {
    rotation == ElementRotation::polar ? spinOfPolar(e, W) : spinOfFrame(e, W);
  }
  /// Computes the spin of the polar rotation. With V = F R^T and the gradient k_b of N_b on the
  /// rotated shape (tr V - V) w = sum of k_b x dx_b, the skew part of dF R^T = dR R^T V + R dS R^T.
  /// The spin is set to zero where two stretches cancel, because R is not differentiable there.
  static void spinOfPolar(const RotatedElement& e, Lane (&W)[n][3][3]) {
    Lane J[3][3], inverse[3][3], k[n][3], V[3][3], M[3][3], arm[3][3];
    atCentre(e.shape, J);
    invert(J, inverse);
    for (int b = 0; b < n; ++b)
      for (int i = 0; i < 3; ++i)
        k[b][i] = centre()[b][0] * inverse[0][i] + centre()[b][1] * inverse[1][i] + centre()[b][2] * inverse[2][i];
    displacementGradient(e.displacement, k, V);
    const Lane trace = V[0][0] + V[1][1] + V[2][2] + 3.0;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) M[i][j] = -0.5 * (V[i][j] + V[j][i]) + (i == j ? trace - 1.0 : Lane{});
    const Lane det = adjugate(M, inverse), size = trace * trace * trace;
    const Lane factor = (det < 0.0 ? -det : det) > 1e-12 * (size < 0.0 ? -size : size) ? 1.0 / det : Lane{};
    for (auto& row : inverse)
      for (Lane& entry : row) entry *= factor;
    for (int b = 0; b < n; ++b) {
      cross(k[b], arm);
      multiply(inverse, arm, W[b]);
    }
  }
  /// Computes the spin of the orthonormal frame,
  ///   w = e_3 (e_2 . dj_1) / l - e_2 (e_3 . dj_1) / l + e_1 (e_3 . dj_2 - (s/l) e_3 . dj_1) / t,
  /// for j_1 = l e_1 and j_2 = s e_1 + t e_2, the first columns of J.
  static void spinOfFrame(const RotatedElement& e, Lane (&W)[n][3][3]) {
    Lane E[3][3], l{}, s{}, t{};
    orthonormalFrame(e.J, E);
    for (int i = 0; i < 3; ++i) l += E[i][0] * e.J[i][0], s += E[i][0] * e.J[i][1], t += E[i][1] * e.J[i][1];
    for (int b = 0; b < n; ++b) {
      const Lane along = centre()[b][0] / l, about = (centre()[b][1] - s * along) / t;
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
          W[b][i][j] = (E[i][2] * E[j][1] - E[i][1] * E[j][2]) * along + E[i][0] * E[j][2] * about;
    }
  }
};

}  // namespace tenon::fem

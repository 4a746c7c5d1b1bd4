#include "tenon/constraint/MultiplierSpace.hpp"

#include <Eigen/Cholesky>

#include "tenon/fem/shapes.hpp"

namespace tenon::constraint {
namespace {

using Values = Eigen::Matrix<double, 9, 1>;  // of a face's functions, 0 beyond its nodes
using Square = Eigen::Matrix<double, 9, 9>;

Values shapesAt(const Face& face, const std::array<double, 2>& xi) {
  Values N = Values::Zero();
  fem::shapeFunctions(face.type, xi.data(), N.data());
  return N;
}

/// T of N~ = T N, the identity on faces of first order.
Square transformation(mesh::CellType type) {
  constexpr double share = 0.2;
  Square T = Square::Identity();
  const int vertices = fem::numVertices(type), edges = fem::dimensionOf(type) == 1 ? 1 : vertices;
  if (fem::orderOf(type) == 1) return T;
  for (int e = 0; e < edges; ++e) {
    const int edge = vertices + e;
    T(e, edge) = T((e + 1) % vertices, edge) = share;
    T(edge, edge) = 1.0 - 2.0 * share;
  }
  return T;
}

/// Phi = A N of the dual functions, over the points given.
Square dualOf(const Face& slave, const std::vector<std::vector<OverlapPoint>>& points) {
  const int n = fem::numNodes(slave.type);
  const Square T = transformation(slave.type);
  Square mass = Square::Zero();
  Values integral = Values::Zero();
  for (const auto& of_master : points)
    for (const OverlapPoint& point : of_master) {
      const Values N = T * shapesAt(slave, point.slave_xi);
      mass += point.weight * N * N.transpose();
      integral += point.weight * N;
    }
  Square A = Square::Zero();
  const Eigen::MatrixXd inverse = mass.topLeftCorner(n, n).ldlt().solve(Eigen::MatrixXd::Identity(n, n));
  A.topLeftCorner(n, n) = integral.head(n).asDiagonal() * inverse * T.topLeftCorner(n, n);
  return A;
}

/// sum += a b^T, of which the first entries count: most faces have three or four nodes.
void addProduct(const Values& a, int num_a, const Values& b, int num_b, Square& sum) {
  for (int j = 0; j < num_b; ++j)
    for (int i = 0; i < num_a; ++i) sum(i, j) += a[i] * b[j];
}

}  // namespace

FaceIntegrals integrate(const Face& slave, const std::vector<const Face*>& masters,
                        const std::vector<std::vector<OverlapPoint>>& points, MultiplierSpace space) {
  FaceIntegrals integrals;
  const int n = fem::numNodes(slave.type);
  const Square A = space == MultiplierSpace::dual ? dualOf(slave, points) : Square(Square::Identity());
  for (std::size_t m = 0; m < masters.size(); ++m) {
    Square& of_master = integrals.master.emplace_back(Square::Zero());
    for (const OverlapPoint& point : points[m]) {
      const Values N = shapesAt(slave, point.slave_xi);
      const Values weighted = point.weight * (space == MultiplierSpace::dual ? Values(A * N) : N);
      addProduct(weighted, n, N, n, integrals.slave);
      addProduct(weighted, n, shapesAt(*masters[m], point.master_xi), fem::numNodes(masters[m]->type), of_master);
      integrals.area += point.weight;
    }
  }
  return integrals;
}

}  // namespace tenon::constraint

#include "tenon/fem/SolidKernel.hpp"

#include <gtest/gtest.h>

#include "Hardening.hpp"
#include "TestObject.hpp"
#include "tenon/fem/CellIntegrator.hpp"
#include "tenon/fem/LinearElastic.hpp"
#include "tenon/fem/OrthotropicElastic.hpp"

namespace tenon::fem {
namespace {

using testing::TestObject;

const LinearElastic steel{2.5, 0.3};

/// Hooke's matrix for eps = (xx, yy, zz, 2 yz, 2 xz, 2 xy), or (xx, yy, 2 xy) in plane strain.
Eigen::MatrixXd hooke(int dim) {
  Eigen::MatrixXd D = Eigen::MatrixXd::Zero(dim == 3 ? 6 : 3, dim == 3 ? 6 : 3);
  D.topLeftCorner(dim, dim).setConstant(steel.lambda());
  for (int i = 0; i < dim; ++i) D(i, i) += 2 * steel.mu();
  for (Eigen::Index i = dim; i < D.rows(); ++i) D(i, i) = steel.mu();
  return D;
}

/// The plain reference of the kernel: K = - sum of B^T D B over the quadrature points, element by element.
Eigen::MatrixXd plainStiffness(const RegionPart& part, LocalIndex cell, const la::State& state) {
  const int dim = state.block(), n = numNodes(part.type());
  CellIntegrator integrator(part.type(), quadrature(part.type(), Purpose::stiffness));
  integrator.place(part.nodesOf(cell), state.rest().data(), dim);
  Eigen::MatrixXd K = Eigen::MatrixXd::Zero(n * dim, n * dim);
  for (int q = 0; q < integrator.numPoints(); ++q) {
    const PointGeometry point = integrator.at(q);
    Eigen::MatrixXd B = Eigen::MatrixXd::Zero(dim == 3 ? 6 : 3, n * dim);
    for (int a = 0; a < n; ++a) {
      for (int i = 0; i < dim; ++i) B(i, a * dim + i) = point.gradient(a, i);
      if (dim == 2) B(2, a * 2) = point.gradient(a, 1), B(2, a * 2 + 1) = point.gradient(a, 0);
      if (dim == 2) continue;
      B(3, a * 3 + 1) = point.gradient(a, 2), B(3, a * 3 + 2) = point.gradient(a, 1);
      B(4, a * 3) = point.gradient(a, 2), B(4, a * 3 + 2) = point.gradient(a, 0);
      B(5, a * 3) = point.gradient(a, 1), B(5, a * 3 + 1) = point.gradient(a, 0);
    }
    K -= point.measure * B.transpose() * hooke(dim) * B;
  }
  return K;
}

/// Blocks of one lane as a plain matrix; the lower half from the upper one where only that is filled.
template <class Kernel>
Eigen::MatrixXd laneOf(const std::vector<Lane>& K, int lane, bool symmetric) {
  constexpr int n = Kernel::n, dim = Kernel::dim;
  Eigen::MatrixXd matrix(n * dim, n * dim);
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < n; ++b)
      for (int i = 0; i < dim; ++i)
        for (int j = 0; j < dim; ++j) {
          const bool mirrored = symmetric && a > b;
          const int entry = mirrored ? ((b * n + a) * dim + j) * dim + i : ((a * n + b) * dim + i) * dim + j;
          matrix(a * dim + i, b * dim + j) = K[static_cast<std::size_t>(entry)][lane];
        }
  return matrix;
}

template <template <int> class Law, int dim, CellType type>
void expectPlainStiffness(const RegionPart& part, const la::State& state) {
  using Kernel = SolidKernel<type, Law<dim>>;
  const Kernel kernel{part.table(), state.rest().data(), state.displacement().data(), Law<dim>(steel, Plane::strain),
                      -1.0};
  std::vector<Lane> K(Kernel::n * Kernel::n * dim * dim);
  for (LocalIndex first = 0; first < part.numCells(); first += base::num_lanes) {
    kernel.stiffness(first, K.data());
    for (int lane = 0; lane < std::min(base::num_lanes, part.numCells() - first); ++lane) {
      const Eigen::MatrixXd reference = plainStiffness(part, first + lane, state);
      const Eigen::MatrixXd fast = laneOf<Kernel>(K, lane, Law<dim>::is_constant);
      EXPECT_LT((fast - reference).norm(), 1e-12 * reference.norm()) << "element " << first + lane;
    }
  }
}

/// df = K dx of single elements, and f = K u where K is constant, against the dense matrix.
template <class Law, CellType type, class Material>
void expectProductOfStiffness(const Material& material, const RegionPart& part, const la::State& state) {
  using Kernel = SolidKernel<type, Law>;
  constexpr int dim = Kernel::dim, size = Kernel::n * dim;
  const Kernel kernel{part.table(), state.rest().data(), state.displacement().data(), Law(material, Plane::strain),
                      -0.7};
  const auto of_cell = [&](LocalIndex cell, const double* nodal) {
    Eigen::VectorXd values(size);
    for (int a = 0; a < Kernel::n; ++a)
      for (int d = 0; d < dim; ++d) values[a * dim + d] = nodal[part.nodesOf(cell)[a] * dim + d];
    return values;
  };
  std::vector<Lane> K(Kernel::n * Kernel::n * dim * dim);
  const Eigen::VectorXd dx = testing::unlike(Eigen::Index(state.rest().size()));
  for (LocalIndex cell = 0; cell < part.numCells(); ++cell) {
    kernel.stiffness(cell, K.data());
    const Eigen::MatrixXd dense = laneOf<Kernel>(K, 0, Law::is_constant);
    Eigen::VectorXd df = Eigen::VectorXd::Zero(dx.size()), f = df;
    kernel.addStiffnessTimes(cell, 1, dx.data(), df.data());
    const Eigen::VectorXd expected = dense * of_cell(cell, dx.data());
    EXPECT_LT((of_cell(cell, df.data()) - expected).norm(), 1e-12 * expected.norm()) << "element " << cell;
    EXPECT_NEAR(df.norm(), of_cell(cell, df.data()).norm(), 1e-14 * df.norm()) << "reached nodes of other elements";
    if (!Law::is_constant) continue;
    kernel.addForce(cell, 1, f.data());
    const Eigen::VectorXd force = dense * of_cell(cell, state.displacement().data());
    EXPECT_LT((of_cell(cell, f.data()) - force).norm(), 1e-12 * force.norm()) << "element " << cell;
  }
}

/// P = H + H H^T / 2: like any first Piola-Kirchhoff stress not symmetric, and neither is its tangent in (i, j) or (k,
/// l).
struct Unsymmetric {
  static constexpr bool is_linear = false;
  template <class T>
  Tensor<T> stress(const Tensor<T>& H) const {
    Tensor<T> P = H;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        for (int k = 0; k < 3; ++k) P(i, j) = P(i, j) + 0.5 * (H(i, k) * H(j, k));
    return P;
  }
};

template <int dim>
using PointwiseElastic = PointwiseLaw<dim, LinearElastic>;

class SolidKernels : public ::testing::TestWithParam<CellType> {};

/// 10 boxes of cells: at least one full batch of lanes and a last one that is not full.
TEST_P(SolidKernels, equalThePlainReferenceForEveryLaw) {
  TestObject object(testing::bentBox(GetParam(), {5, 2, 1}));
  const Region region(object.domain, "", object.dim(), "test");
  const auto check = [&](auto cell) {
    constexpr CellType type = decltype(cell)::type;
    constexpr int dim = dimensionOf(type);
    expectPlainStiffness<IsotropicLaw, dim, type>(region.parts()[0], object.state);
    expectPlainStiffness<ConstantLaw, dim, type>(region.parts()[0], object.state);
    expectPlainStiffness<PointwiseElastic, dim, type>(region.parts()[0], object.state);
  };
  object.dim() == 2 ? withCellType<2>(GetParam(), check) : withCellType<3>(GetParam(), check);
}

TEST_P(SolidKernels, multiplyAsTheDenseMatrixForEveryLaw) {
  TestObject object(testing::bentBox(GetParam(), {3, 2, 1}));
  object.displace([](const base::Vec3& x) -> base::Vec3 {
    return 0.1 * base::Vec3(std::sin(x[0] + 2 * x[1]), x[0] * x[2] - x[1], std::cos(x[1]) * x[2] + x[0]);
  });
  const Region region(object.domain, "", object.dim(), "test");
  const auto check = [&](auto cell) {
    constexpr CellType type = decltype(cell)::type;
    constexpr int dim = dimensionOf(type);
    const RegionPart& part = region.parts()[0];
    expectProductOfStiffness<IsotropicLaw<dim>, type>(steel, part, object.state);
    expectProductOfStiffness<ConstantLaw<dim>, type>(OrthotropicElastic{10, 4, 3, 0.3, 0.25, 0.2, 2, 1.5, 1}, part,
                                                     object.state);
    expectProductOfStiffness<PointwiseLaw<dim, testing::Hardening>, type>(testing::Hardening{}, part, object.state);
    expectProductOfStiffness<PointwiseLaw<dim, Unsymmetric>, type>(Unsymmetric{}, part, object.state);
  };
  object.dim() == 2 ? withCellType<2>(GetParam(), check) : withCellType<3>(GetParam(), check);
}

/// A plane mesh whose normal points to -z has the same stiffness: here a mirrored cell.
TEST(SolidKernel, multipliesMirroredPlaneCells) {
  const auto mirrored = [](const mesh::Point& x) { return mesh::Point{-x[0], x[1] + 0.1 * x[0] * x[1], 0}; };
  for (const CellType type : {CellType::quad9, CellType::tri6}) {
    TestObject object(testing::boxOf(type, {2, 1, 0}, mirrored));
    object.displace([](const base::Vec3& x) { return base::Vec3(x[1], x[0] * x[0], 0); });
    const Region region(object.domain, "", 2, "test");
    if (type == CellType::quad9)
      expectProductOfStiffness<IsotropicLaw<2>, CellType::quad9>(steel, region.parts()[0], object.state);
    else
      expectProductOfStiffness<IsotropicLaw<2>, CellType::tri6>(steel, region.parts()[0], object.state);
  }
}

std::string nameOf(const ::testing::TestParamInfo<CellType>& param) {
  return mesh::info(param.param).name;
}
INSTANTIATE_TEST_SUITE_P(allCellTypes, SolidKernels, ::testing::ValuesIn(testing::solid_types), nameOf);

}  // namespace
}  // namespace tenon::fem

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "fem/kernels/SolidKernel.hpp"

#include <gtest/gtest.h>

#include "Hardening.hpp"
#include "TestObject.hpp"
#include "fem/LinearElastic.hpp"
#include "fem/OrthotropicElastic.hpp"
#include "fem/hyperelastic/isotropic.hpp"
#include "fem/kernels/PointwiseKernel.hpp"
#include "tenon/base/Error.hpp"
#include "tenon/fem/CellIntegrator.hpp"
#include "tenon/fem/laws/DifferentiatedLaw.hpp"

namespace tenon::fem {
namespace {

using testing::TestObject;

const LinearElastic steel{2.5, 0.3};

/// Returns Hooke's matrix for eps = (xx, yy, zz, 2 yz, 2 xz, 2
/// xy), or (xx, yy, 2 xy) in plane strain.
Eigen::MatrixXd hooke(int dim) {
  Eigen::MatrixXd D = Eigen::MatrixXd::Zero(dim == 3 ? 6 : 3, dim == 3 ? 6 : 3);
  D.topLeftCorner(dim, dim).setConstant(steel.lambda());
  for (int i = 0; i < dim; ++i) D(i, i) += 2 * steel.mu();
  for (Eigen::Index i = dim; i < D.rows(); ++i) D(i, i) = steel.mu();
  return D;
}

/// Returns the reference for the kernel, K = -0.7 sum of B^T D B over
/// the quadrature points of one element.
Eigen::MatrixXd plainStiffness(const RegionPart& part, LocalIndex cell, const la::State& state) {
  const int dim = state.block(), n = numNodes(part.type());
  CellIntegrator integrator(part.type(), quadrature(part.type(), Purpose::stiffness));
  integrator.setCell(part.nodesOf(cell), state.reference().data(), dim);
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
    K -= 0.7 * point.measure * B.transpose() * hooke(dim) * B;
  }
  return K;
}

/// Returns the blocks of one lane as a dense matrix. If `symmetric`, the
/// lower half is copied from the upper one.
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

template <CellType type, class Law>
void stiffnessOf(const SolidKernel<type, Law>& kernel, LocalIndex first, bool, Lane* K) {
  kernel.stiffness(first, K);
}
template <CellType type>
void stiffnessOf(const PointwiseKernel<type>& kernel, LocalIndex first, bool symmetric, Lane* K) {
  kernel.stiffness(first, K, symmetric ? la::ElementSymmetry::symmetric : la::ElementSymmetry::general);
}

template <class Kernel>
void expectPlainStiffness(const Kernel& kernel, bool symmetric, const RegionPart& part, const la::State& state) {
  std::vector<Lane> K(Kernel::n * Kernel::n * Kernel::dim * Kernel::dim);
  for (LocalIndex first = 0; first < part.numCells(); first += base::num_lanes) {
    stiffnessOf(kernel, first, symmetric, K.data());
    for (int lane = 0; lane < std::min(base::num_lanes, part.numCells() - first); ++lane) {
      const Eigen::MatrixXd reference = plainStiffness(part, first + lane, state);
      const Eigen::MatrixXd fast = laneOf<Kernel>(K, lane, symmetric);
      EXPECT_LT((fast - reference).norm(), 1e-12 * reference.norm()) << "element " << first + lane;
    }
  }
}

/// Compares df = K dx of single elements with the product of the dense
/// matrix, and f with K u if K is constant.
template <class Kernel>
void expectProductOfStiffness(const Kernel& kernel, bool is_constant, bool symmetric, const RegionPart& part,
                              const la::State& state) {
  constexpr int dim = Kernel::dim, size = Kernel::n * dim;
  const auto of_cell = [&](LocalIndex cell, const double* nodal) {
    Eigen::VectorXd values(size);
    for (int a = 0; a < Kernel::n; ++a)
      for (int d = 0; d < dim; ++d) values[a * dim + d] = nodal[part.nodesOf(cell)[a] * dim + d];
    return values;
  };
  std::vector<Lane> K(Kernel::n * Kernel::n * dim * dim);
  const Eigen::VectorXd dx = testing::unlike(Eigen::Index(state.reference().size()));
  for (LocalIndex cell = 0; cell < part.numCells(); ++cell) {
    stiffnessOf(kernel, cell, symmetric, K.data());
    const Eigen::MatrixXd dense = laneOf<Kernel>(K, 0, symmetric);
    Eigen::VectorXd df = Eigen::VectorXd::Zero(dx.size()), f = df;
    kernel.addStiffnessTimes(cell, 1, dx.data(), df.data());
    const Eigen::VectorXd expected = dense * of_cell(cell, dx.data());
    EXPECT_LT((of_cell(cell, df.data()) - expected).norm(), 1e-12 * expected.norm()) << "element " << cell;
    EXPECT_NEAR(df.norm(), of_cell(cell, df.data()).norm(), 1e-14 * df.norm()) << "reached nodes of other elements";
    if (!is_constant) continue;
    kernel.addForce(cell, 1, f.data());
    const Eigen::VectorXd force = dense * of_cell(cell, state.displacement().data());
    EXPECT_LT((of_cell(cell, f.data()) - force).norm(), 1e-12 * force.norm()) << "element " << cell;
  }
}

template <CellType type, class Law>
SolidKernel<type, Law> constantKernel(const Law& law, const RegionPart& part, const la::State& state) {
  return {part.table(), state.reference().data(), state.displacement().data(), law, -0.7};
}
template <CellType type>
PointwiseKernel<type> pointwiseKernel(const MaterialLaw& law, const RegionPart& part, const la::State& state) {
  return {part.table(), state.reference().data(), state.displacement().data(), law, -0.7};
}

/// Material with P = H + H H^T / 2. The first Piola-Kirchhoff stress is not symmetric, and the
/// tangent is not symmetric in (i, j) or (k, l).
struct Unsymmetric {
  static constexpr bool is_linear = false, is_symmetric = false;
  template <class T>
  Tensor<T> stress(const Tensor<T>& H) const {
    Tensor<T> P = H;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        for (int k = 0; k < 3; ++k) P(i, j) = P(i, j) + 0.5 * (H(i, k) * H(j, k));
    return P;
  }
};

/// Material whose tangent consists of dyads without factors of J. The
/// kernel computes F^-T from the dyads.
struct DyadsOfGradient {
  NeoHookean material{2.5, 0.3};
  static constexpr bool is_linear = false;
  template <class T>
  Tensor<T> stress(const Tensor<T>& H) const {
    return material.stress(H);
  }
  template <class T>
  TangentDyads<T> dyads(const Tensor<T>& H) const {
    return material.dyads(H);
  }
};

const OrthotropicElastic wood{10, 4, 3, 0.3, 0.25, 0.2, 2, 1.5, 1};

class SolidKernels : public ::testing::TestWithParam<CellType> {};

/// Compares the kernel with the reference for each material on 10 boxes of cells: at least one full
/// batch of lanes and a last batch that is not full.
TEST_P(SolidKernels, equalTheReferenceForEveryLaw) {
  TestObject object(testing::bentBox(GetParam(), {5, 2, 1}));
  const Region region(object.domain, "", object.dim(), "test");
  const auto check = [&](auto cell) {
    constexpr CellType type = decltype(cell)::type;
    constexpr int dim = dimensionOf(type);
    const RegionPart& part = region.parts()[0];
    const DifferentiatedLaw<LinearElastic> law(steel);
    const auto isotropic = constantKernel<type>(IsotropicLaw<dim>(steel, Plane::strain), part, object.state);
    const auto constant = constantKernel<type>(ConstantLaw<dim>(steel, Plane::strain), part, object.state);
    expectPlainStiffness(isotropic, true, part, object.state);
    expectPlainStiffness(constant, true, part, object.state);
    for (const bool symmetric : {true, false})
      expectPlainStiffness(pointwiseKernel<type>(law, part, object.state), symmetric, part, object.state);
  };
  object.dim() == 2 ? withCellType<2>(GetParam(), check) : withCellType<3>(GetParam(), check);
}

TEST_P(SolidKernels, productsEqualThoseOfTheDenseMatrixForEveryLaw) {
  TestObject object(testing::bentBox(GetParam(), {3, 2, 1}));
  object.displace([](const base::Vec3& x) -> base::Vec3 {
    return 0.1 * base::Vec3(std::sin(x[0] + 2 * x[1]), x[0] * x[2] - x[1], std::cos(x[1]) * x[2] + x[0]);
  });
  const Region region(object.domain, "", object.dim(), "test");
  const auto check = [&](auto cell) {
    constexpr CellType type = decltype(cell)::type;
    constexpr int dim = dimensionOf(type);
    const RegionPart& part = region.parts()[0];
    const auto isotropic = constantKernel<type>(IsotropicLaw<dim>(steel, Plane::strain), part, object.state);
    const auto constant = constantKernel<type>(ConstantLaw<dim>(wood, Plane::strain), part, object.state);
    expectProductOfStiffness(isotropic, true, true, part, object.state);
    expectProductOfStiffness(constant, true, true, part, object.state);
    const DifferentiatedLaw<testing::Hardening> hardening({});
    expectProductOfStiffness(pointwiseKernel<type>(hardening, part, object.state), false, true, part, object.state);
    const DifferentiatedLaw<Unsymmetric> unsymmetric({});
    expectProductOfStiffness(pointwiseKernel<type>(unsymmetric, part, object.state), false, false, part, object.state);
  };
  object.dim() == 2 ? withCellType<2>(GetParam(), check) : withCellType<3>(GetParam(), check);
}

/// Compares products with tangents from dyads, symmetric and
/// general, with derivatives of the stress.
TEST_P(SolidKernels, productsEqualThoseOfTheDenseMatrixOfDyads) {
  TestObject object(testing::bentBox(GetParam(), {3, 2, 1}));
  object.displace([](const base::Vec3& x) -> base::Vec3 {
    return 0.03 * base::Vec3(std::sin(x[0] + 2 * x[1]), x[0] * x[2] - x[1], std::cos(x[1]) * x[2] + x[0]);
  });
  const Region region(object.domain, "", object.dim(), "test");
  const DifferentiatedLaw<NeoHookean> by_factors({2.5, 0.3});
  const DifferentiatedLaw<DyadsOfGradient> by_gradient({});
  EXPECT_TRUE(by_factors.hasDyadFactors());
  EXPECT_FALSE(by_gradient.hasDyadFactors());
  EXPECT_THROW(by_gradient.dyadFactors(0, nullptr, nullptr), base::InternalError);
  const auto check = [&](auto cell) {
    constexpr CellType type = decltype(cell)::type;
    const RegionPart& part = region.parts()[0];
    for (const MaterialLaw* law :
         {static_cast<const MaterialLaw*>(&by_factors), static_cast<const MaterialLaw*>(&by_gradient)}) {
      ASSERT_TRUE(law->hasDyads());
      for (const bool symmetric : {true, false})
        expectProductOfStiffness(pointwiseKernel<type>(*law, part, object.state), false, symmetric, part, object.state);
    }
  };
  object.dim() == 2 ? withCellType<2>(GetParam(), check) : withCellType<3>(GetParam(), check);
}

/// Verifies that plane cells whose normal points to -z have the
/// same stiffness, with mirrored cells.
TEST(SolidKernel, multipliesMirroredPlaneCells) {
  const auto mirrored = [](const mesh::Point& x) { return mesh::Point{-x[0], x[1] + 0.1 * x[0] * x[1], 0}; };
  for (const CellType type : {CellType::quad9, CellType::tri6}) {
    TestObject object(testing::boxOf(type, {2, 1, 0}, mirrored));
    object.displace([](const base::Vec3& x) { return base::Vec3(x[1], x[0] * x[0], 0); });
    const Region region(object.domain, "", 2, "test");
    const RegionPart& part = region.parts()[0];
    const IsotropicLaw<2> law(steel, Plane::strain);
    const DifferentiatedLaw<LinearElastic> pointwise(steel);
    const DifferentiatedLaw<NeoHookean> dyads({2.5, 0.3});
    withCellType<2>(type, [&](auto cell) {
      constexpr CellType known = decltype(cell)::type;
      expectProductOfStiffness(pointwiseKernel<known>(dyads, part, object.state), false, true, part, object.state);
      expectProductOfStiffness(constantKernel<known>(law, part, object.state), true, true, part, object.state);
      expectProductOfStiffness(pointwiseKernel<known>(pointwise, part, object.state), true, true, part, object.state);
    });
  }
}

std::string nameOf(const ::testing::TestParamInfo<CellType>& param) {
  return mesh::info(param.param).name;
}
INSTANTIATE_TEST_SUITE_P(allCellTypes, SolidKernels, ::testing::ValuesIn(testing::solid_types), nameOf);

}  // namespace
}  // namespace tenon::fem

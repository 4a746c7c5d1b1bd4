// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "fem/TestObject.hpp"
#include "fem/kernels/VolumeKernel.hpp"
#include "mass/LumpedMass.hpp"
#include "mass/registry.hpp"
#include "tenon/mass/ConsistentMass.hpp"

namespace tenon::mass {
namespace {

using testing::TestObject;

class Masses : public ::testing::TestWithParam<mesh::CellType> {
 protected:
  Masses() : object_(testing::boxOf(GetParam(), {3, 2, 1}, plane() ? testing::shearedInPlane : testing::sheared)) {}
  bool plane() const { return mesh::info(GetParam()).dimension == 2; }
  double thickness() const { return plane() ? 0.5 : 1.0; }
  double expectedMass() const {
    const double volume = plane() ? 1.1 * 0.9 - 0.3 * 0.1 : 1.1 * 0.9 * 1.2 + 0.1 * (0.3 * 0.2 - 0.1 * 0.9);
    return 7.8 * thickness() * volume;
  }
  template <class AnyMass>
  void expectProductOfMass(const AnyMass& mass) {
    const Eigen::MatrixXd M = testing::massOf(mass, object_.state);
    const Eigen::VectorXd dv = testing::unlike(M.cols()), expected = M * dv;
    const Eigen::VectorXd product = testing::productOf(
        dv, [&](const la::IncrementVector& motion, la::ForceVector& df) { mass.addMassTimes(motion, df); });
    const Eigen::Index owned = object_.mesh.layout().numOwned() * object_.dim();
    EXPECT_LE((product - expected).head(owned).norm(), 1e-13 * expected.norm());
  }
  TestObject object_;
};

TEST_P(Masses, matrixFreeProductEqualsThatOfTheMatrix) {
  expectProductOfMass(ConsistentMass({7.8, "", thickness()}, object_.domain));
  expectProductOfMass(LumpedMass({7.8, "", thickness()}, object_.domain));
}

TEST_P(Masses, consistentMassIsSymmetricPositiveAndComplete) {
  ConsistentMass mass({7.8, "", thickness()}, object_.domain);
  EXPECT_NEAR(object_.mesh.comm().sum(mass.total()), expectedMass(), 1e-12);
  const Eigen::MatrixXd M = testing::globalMatrix(object_, testing::massOf(mass, object_.state));
  EXPECT_LT((M - M.transpose()).norm(), 1e-14 * M.norm());
  EXPECT_GT(M.diagonal().minCoeff(), 0.0);
  for (int component = 0; component < object_.dim(); ++component) {
    Eigen::VectorXd unit = Eigen::VectorXd::Zero(M.rows());
    for (Eigen::Index i = component; i < unit.size(); i += object_.dim()) unit[i] = 1;
    EXPECT_NEAR(unit.dot(M * unit), expectedMass(), 1e-12);
  }
}

TEST_P(Masses, consistentMassDoesNotDependOnTheRanks) {
  ConsistentMass mass({7.8, "", 1.0}, object_.domain);
  const Eigen::MatrixXd M = testing::globalMatrix(object_, testing::massOf(mass, object_.state));
  TestObject alone(testing::boxOf(GetParam(), {3, 2, 1}, plane() ? testing::shearedInPlane : testing::sheared,
                                  base::Communicator::self()));
  ConsistentMass same({7.8, "", 1.0}, alone.domain);
  const Eigen::MatrixXd reference = testing::globalMatrix(alone, testing::massOf(same, alone.state));
  EXPECT_LT((M - reference).norm(), 1e-13 * reference.norm());
}

TEST_P(Masses, lumpedMassIsDiagonalPositiveAndComplete) {
  LumpedMass mass({7.8, "", thickness()}, object_.domain);
  EXPECT_NEAR(object_.mesh.comm().sum(mass.total()), expectedMass(), 1e-12);
  const Eigen::MatrixXd M = testing::globalMatrix(object_, testing::massOf(mass, object_.state));
  EXPECT_EQ((M - Eigen::MatrixXd(M.diagonal().asDiagonal())).norm(), 0.0);
  EXPECT_GT(M.diagonal().minCoeff(), 0.0);
  EXPECT_NEAR(M.diagonal().sum(), object_.dim() * expectedMass(), 1e-11);
}

std::string nameOf(const ::testing::TestParamInfo<mesh::CellType>& param) {
  return mesh::info(param.param).name;
}
INSTANTIATE_TEST_SUITE_P(allCellTypes, Masses, ::testing::ValuesIn(testing::solid_types), nameOf);

/// L5: compares the consistent mass of a tet10 with the textbook values, rho V / 420 times
/// 6 (vertex), 1 (two vertices), -4 (vertex and midside node of its edge), -6 (vertex and
/// midside node of another edge), 32 (midside node), 16 (edges with a common vertex) and
/// 8 (opposite edges).
TEST(ConsistentMass, ofATet10MatchesTheLiterature) {
  TestObject object(testing::boxOf(mesh::CellType::tet10, {1, 1, 1}, testing::sheared, base::Communicator::self()));
  const auto& block = object.mesh.blocks()[0];
  la::ElementTable first{block.nodes.data(), 10, 1};
  const fem::VolumeKernel<mesh::CellType::tet10> kernel{first, object.state.reference().data(), 5.0};
  std::vector<base::Lane> M(10 * 10 * 9);
  kernel.mass(0, M.data());
  const double volume = (1.1 * 0.9 * 1.2 + 0.1 * (0.3 * 0.2 - 0.1 * 0.9)) / 6;
  constexpr int edges[6][2] = {{0, 1}, {1, 2}, {0, 2}, {0, 3}, {2, 3}, {1, 3}};  // Gmsh's nodes 4 to 9
  const auto ends = [&](int node, int end) { return edges[node - 4][end]; };
  for (int a = 0; a < 10; ++a)
    for (int b = a; b < 10; ++b) {
      double m = 0;
      if (b < 4) {
        m = a == b ? 6 : 1;
      } else if (a < 4) {
        m = ends(b, 0) == a || ends(b, 1) == a ? -4 : -6;
      } else {
        int common = 0;
        for (int i = 0; i < 2; ++i)
          for (int j = 0; j < 2; ++j) common += ends(a, i) == ends(b, j) ? 1 : 0;
        m = common == 2 ? 32 : (common == 1 ? 16 : 8);
      }
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
          EXPECT_NEAR(M[static_cast<std::size_t>(((a * 10 + b) * 3 + i) * 3 + j)][0],
                      i == j ? 5.0 * volume / 420 * m : 0.0, 1e-12 * 5.0 * volume)
              << a << " " << b;
    }
}

/// Verifies the diagonal scaling of Hinton, Rock and Zienkiewicz. Each vertex of a straight tet10
/// receives 6/216 of the mass and each midside node 32/216.
TEST(LumpedMass, ofTet10ScalesTheDiagonal) {
  TestObject object(testing::boxOf(mesh::CellType::tet10, {1, 1, 1}, nullptr, base::Communicator::self()));
  LumpedMass mass({6.0, "", 1.0}, object.domain);
  const auto masses = mass.nodalMasses();
  // The centre of the box is the midpoint of the diagonal that all 6 tetrahedra share. Each
  // tetrahedron has the mass 1.
  for (base::LocalIndex node = 0; node < object.mesh.layout().numLocal(); ++node) {
    if ((object.point(node) - base::Vec3(0.5, 0.5, 0.5)).norm() > 1e-12) continue;
    EXPECT_NEAR(masses[static_cast<std::size_t>(node)], 6 * 32.0 / 216, 1e-13);
  }
}

TEST(Masses, registryRejectsUnknownTypes) {
  TestObject object(testing::boxOf(mesh::CellType::hex8, {1, 1, 1}));
  MassRegistry registry("mass");
  registerMasses(registry);
  const auto make = [&](const std::string& text) {
    return registry.make(base::CaseNode::parse(text, "case.yaml"), object.domain);
  };
  EXPECT_NEAR(object.mesh.comm().sum(make("{type: consistent, density: 3}")->total()), 3.0, 1e-13);
  EXPECT_NEAR(object.mesh.comm().sum(make("{type: lumped, density: 3}")->total()), 3.0, 1e-13);
  EXPECT_THROW(make("{type: lumped, density: -3}"), base::InputError);
  EXPECT_THROW(make("{type: consistent}"), base::InputError);
  EXPECT_THROW(make("{type: consistent, density: 1, group: xmin}"), base::InputError);
  EXPECT_THROW(make("{type: consistent, density: 1, thickness: 2}"), base::InputError);
}

}  // namespace
}  // namespace tenon::mass

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "mapping/Embedded.hpp"

#include "tenon/mesh/generation/generate.hpp"
#include "tenon/system/Body.hpp"
#include "tenon/testing/MappingFixture.hpp"
#include "testing/Setting.hpp"

namespace tenon::mapping {
namespace {

using base::Vec3;
using mesh::CellType;
using testing::Box;
using testing::Objects;

/// Small box of other cells embedded in a bent box.
class EmbeddedIn : public testing::MappingFixture, public ::testing::WithParamInterface<CellType> {
 protected:
  Mapping make(const Objects& objects) const override {
    return std::make_unique<Embedded>(Embedded::Data{"box"}, objects.domain(1), objects.find());
  }
  std::vector<Box> boxes() const override {
    if (mesh::info(GetParam()).dimension == 2)
      return {{"box", GetParam(), {3, 2, 1}}, {"inner", CellType::tri3, {2, 2, 1}, {0.2, 0.3, 0}, {0.7, 0.6, 0}}};
    return {{"box", GetParam(), {2, 2, 2}}, {"inner", CellType::tet4, {2, 1, 1}, {0.2, 0.3, 0.25}, {0.7, 0.6, 0.75}}};
  }
};

TEST_P(EmbeddedIn, isConsistent) {
  expectConsistent();
}

// Verifies affine displacements u = a + A X. Isoparametric cells represent them exactly, hence
// embedded nodes follow them exactly.
TEST_P(EmbeddedIn, followsAffineMotion) {
  Objects objects(base::Communicator::world(), boxes(), 1);
  const auto mapping = make(objects);
  const auto motion = [](const Vec3& x) -> Vec3 {
    return Vec3(0.1 + 0.2 * x[0] - 0.3 * x[1], 0.4 * x[0] + 0.1 * x[2], 0.2 - 0.5 * x[1] + 0.3 * x[2]);
  };
  const auto place = [](const la::State& state, LocalIndex node) {
    Vec3 x = Vec3::Zero();
    for (int i = 0; i < state.block(); ++i)
      x[i] = state.reference()[static_cast<std::size_t>(node * state.block() + i)];
    return x;
  };
  la::State& parent = objects.state(0);
  for (LocalIndex node = 0; node < parent.layout().numLocal(); ++node)
    for (int i = 0; i < parent.block(); ++i)
      parent.displacement()[static_cast<std::size_t>(node * parent.block() + i)] = motion(place(parent, node))[i];
  mapping->updateChild();
  mapping->child().updateGhosts();
  const la::State& child = mapping->child();
  for (LocalIndex node = 0; node < child.layout().numLocal(); ++node)
    for (int i = 0; i < child.block(); ++i)
      EXPECT_NEAR(child.displacement()[static_cast<std::size_t>(node * child.block() + i)],
                  motion(place(child, node))[i], 1e-12);
}

INSTANTIATE_TEST_SUITE_P(Cells, EmbeddedIn,
                         ::testing::Values(CellType::tri3, CellType::quad4, CellType::tet4, CellType::hex8,
                                           CellType::prism6, CellType::pyramid5),
                         [](const auto& one) { return mesh::info(one.param).name; });

TEST(Embedded, rejectsNodesOutside) {
  Objects objects(
      base::Communicator::world(),
      {{"box", CellType::hex8, {2, 2, 2}}, {"outer", CellType::tet4, {1, 1, 1}, {0.5, 0.5, 0.5}, {1.5, 0.75, 0.75}}},
      0);
  try {
    Embedded(Embedded::Data{"box", 1e-6, "error"}, objects.domain(1), objects.find());
    FAIL() << "a node outside was taken";
  } catch (const base::InputError& error) {
    const std::string sentence = error.what();
    EXPECT_NE(sentence.find("4 nodes of object 'outer'"), std::string::npos) << sentence;
    EXPECT_NE(sentence.find("in any cell of object 'box'"), std::string::npos) << sentence;
    EXPECT_NE(sentence.find("node 2 at (1.5"), std::string::npos) << sentence;
  }
  EXPECT_THROW(Embedded(Embedded::Data{"box"}, objects.domain(0), objects.find()), base::InputError);
}

// Verifies nodes outside the parent. Linear shape functions extrapolate an affine displacement
// exactly. A distant node has the displacement of the closest node of the parent.
TEST(Embedded, nodesOutsideFollowTheNearestCell) {
  Objects objects(base::Communicator::world(),
                  {{"box", CellType::tet4, {2, 2, 2}},
                   {"skin", CellType::tet4, {1, 1, 1}, {-0.1, -0.1, -0.1}, {1.1, 1.2, 1.1}},
                   {"far", CellType::tet4, {1, 1, 1}, {40, 40, 40}, {41, 41, 41}}},
                  1);
  Embedded skin(Embedded::Data{"box", 1e-6, "nearest"}, objects.domain(1), objects.find());
  Embedded far(Embedded::Data{"box", 1e-6, "nearest"}, objects.domain(2), objects.find());
  base::Mat3 A;
  A << 0.1, -0.2, 0.3, 0.05, 0.2, -0.1, 0.4, 0, 0.1;
  la::State& parent = objects.state();
  for (LocalIndex node = 0; node < parent.layout().numLocal(); ++node)
    Eigen::Map<Vec3>(parent.displacement().data() + 3 * node) =
        A * Eigen::Map<const Vec3>(parent.reference().data() + 3 * node);
  skin.updateChild();
  for (LocalIndex node = 0; node < skin.child().layout().numOwned(); ++node)
    EXPECT_LT((Eigen::Map<Vec3>(skin.child().displacement().data() + 3 * node) -
               A * Eigen::Map<const Vec3>(skin.child().reference().data() + 3 * node))
                  .norm(),
              1e-12);
  far.updateChild();
  const auto corner = objects.comm().max([&] {
    double most = 0.0;  // coordinate sum of the farthest node
    for (LocalIndex node = 0; node < parent.layout().numOwned(); ++node)
      most = std::max(most, Eigen::Map<const Vec3>(parent.reference().data() + 3 * node).sum());
    return most;
  }());
  for (LocalIndex node = 0; node < far.child().layout().numOwned(); ++node) {
    const Vec3 u = Eigen::Map<Vec3>(far.child().displacement().data() + 3 * node);
    EXPECT_NEAR(A.inverse().eval().operator*(u).sum(), corner, 1e-12);
  }
}

class EmbeddedSettingInvariance : public ::testing::TestWithParam<tenon::testing::Setting> {
 protected:
  /// Returns the displacements of the nodes of a small box, in mesh order. The parent is a curved
  /// box with a quadratic displacement.
  static std::vector<double> motions(const tenon::testing::Setting& setting, CellType type) {
    const auto world = base::Communicator::world();
    const auto curve = [](const mesh::Point& p) {
      return mesh::Point{p[0] + 0.05 * p[1] * p[2], p[1] - 0.04 * p[0] * p[0], p[2] + 0.03 * p[0] * p[1]};
    };
    system::Body parent("parent",
                        mesh::box(world, type, {2, 2, 2}, {0, 0, 0}, {1, 1, 1}, setting.options({curve, {}})));
    system::Body child("child",
                       mesh::box(world, CellType::tet4, {3, 2, 2}, {.2, .2, .3}, {.7, .6, .6}, setting.options()));
    Embedded mapping({"parent"}, child.domain(),
                     [&](const std::string&) -> const fem::Domain& { return parent.domain(); });
    for (LocalIndex node = 0; node < parent.state().layout().numLocal(); ++node) {
      const auto at = static_cast<std::size_t>(3 * node);
      const Vec3 x = setting.transformBack(Eigen::Map<const Vec3>(parent.state().reference().data() + at));
      const Vec3 u(x[0] * x[1], x[2] * x[2], x[0] - x[1] * x[2]);
      std::copy_n(u.data(), 3, parent.state().displacement().data() + at);
    }
    mapping.updateChild();
    std::vector<double> all(static_cast<std::size_t>(3 * child.mesh().layout().numGlobal()), 0.0);
    for (LocalIndex node = 0; node < child.mesh().layout().numOwned(); ++node)
      std::copy_n(child.state().displacement().data() + 3 * static_cast<std::ptrdiff_t>(node), 3,
                  all.data() + 3 * child.mesh().nodePositions()[static_cast<std::size_t>(node)]);
    world.sumInPlace(gsl::span<double>(all));
    return all;
  }
};

TEST_P(EmbeddedSettingInvariance, displacementsAreIndependentOfTheSetting) {
  for (const CellType type : {CellType::tet4, CellType::tet10, CellType::hex8, CellType::hex20, CellType::hex27,
                              CellType::prism15, CellType::pyramid5}) {
    const auto expected = motions({}, type), found = motions(GetParam(), type);
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i)
      EXPECT_NEAR(found[i], expected[i], GetParam().tolerance(0.5)) << mesh::info(type).name;
  }
}

INSTANTIATE_TEST_SUITE_P(Geometry, EmbeddedSettingInvariance, tenon::testing::settings(), tenon::testing::nameOf);

}  // namespace
}  // namespace tenon::mapping

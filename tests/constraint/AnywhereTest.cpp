// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Invariance of constraints under translation of the geometry and under the choice of the length
// unit.
#include <gtest/gtest.h>

#include <map>

#include "constraint/dirichlet/NoRotation.hpp"
#include "constraint/linear/Periodic.hpp"
#include "constraint/linear/Rigid.hpp"
#include "constraint/sliding/SlidingConstraint.hpp"
#include "constraint/ties/Mortar.hpp"
#include "constraint/ties/NodeTie.hpp"
#include "objects.hpp"
#include "tenon/mesh/generation/generate.hpp"
#include "testing/Setting.hpp"

namespace tenon::constraint {
namespace {

using base::Communicator;
using base::Vec3;
using mesh::CellType;
using tenon::testing::Setting;
using testing::Object;
Communicator world() {
  return Communicator::world();
}

class AnySetting : public ::testing::TestWithParam<Setting> {
 protected:
  const Setting& setting() const { return GetParam(); }
  double tolerance() const { return setting().tolerance(0.25); }

  mesh::Mesh box(CellType type, const std::array<int, 3>& cells, const mesh::Point& low = {0, 0, 0},
                 const mesh::Point& high = {1, 1, 1}) const {
    return mesh::box(world(), type, cells, low, high,
                     setting().options({nullptr, testing::randomPartition(world().size(), 1)}));
  }
};

using Rows = std::map<decltype(testing::Coefficient{}.key()), double>;

Rows rowsOf(const Constraint& constraint, const std::vector<const Object*>& objects, double unit) {
  Rows rows;
  for (const auto& entry : testing::allRows(constraint, objects, world())) rows[entry.key()] += entry.value / unit;
  return rows;
}

void expectSame(const Rows& found, const Rows& expected, double tolerance) {
  Rows difference = found;
  double largest = 0.0;
  for (const auto& [key, value] : expected) difference[key] -= value, largest = std::max(largest, std::abs(value));
  ASSERT_GT(largest, 0.0);
  for (const auto& [key, value] : difference) EXPECT_LT(std::abs(value), tolerance * largest);
}

/// Expects the rows of `make(objects)` in the given setting and in the published setting to agree.
template <class Make>
void expectSameRows(const Setting& setting, int dimension_of_rows, double tolerance, Make&& make) {
  Rows rows[2];
  for (const bool published : {false, true}) {
    const Setting where = published ? Setting{} : setting;
    const auto box = [&](CellType type, std::array<int, 3> cells, mesh::Point low, mesh::Point high) {
      return mesh::box(world(), type, cells, low, high,
                       where.options({nullptr, testing::randomPartition(world().size(), 1)}));
    };
    const bool plane = mesh::info(make.lower).dimension == 2;
    const Object lower("lower", box(make.lower, {3, 3, 2}, {0, 0, 0}, {1, 1, 1}));
    const Object upper("upper", plane ? box(make.upper, {4, 2, 2}, {.2, 1, 0}, {1.2, 2, 0})
                                      : box(make.upper, {2, 4, 2}, {.2, 0, 1}, {1.2, 1, 2}));
    const auto constraint = make(testing::among({&lower, &upper}));
    rows[published ? 1 : 0] = rowsOf(*constraint, {&lower, &upper}, std::pow(where.length, dimension_of_rows));
  }
  expectSame(rows[0], rows[1], tolerance);
}

struct MakeMortar {
  CellType lower, upper;
  const char* multipliers;
  std::unique_ptr<Constraint> operator()(const fem::FindDomain& find) const {
    const bool plane = mesh::info(lower).dimension == 2;
    return std::make_unique<Mortar>(
        Mortar::Data{"glue", {"upper", plane ? "ymin" : "zmin"}, {"lower", plane ? "ymax" : "zmax"}, multipliers, 0.1},
        find);
  }
};

TEST_P(AnySetting, MortarsHaveTheSameRows) {
  for (const char* multipliers : {"standard", "dual"}) {
    expectSameRows(setting(), 2, tolerance(), MakeMortar{CellType::hex8, CellType::hex8, multipliers});
    expectSameRows(setting(), 2, tolerance(), MakeMortar{CellType::tet10, CellType::hex20, multipliers});
    expectSameRows(setting(), 1, tolerance(), MakeMortar{CellType::quad8, CellType::tri3, multipliers});
  }
}

struct MakeNodeTie {
  CellType lower, upper;
  std::unique_ptr<Constraint> operator()(const fem::FindDomain& find) const {
    return std::make_unique<NodeTie>(NodeTie::Data{"glue", {"upper", "zmin"}, {"lower", "zmax"}, 0.1}, find);
  }
};

TEST_P(AnySetting, TiedNodesFollowTheSamePoints) {
  expectSameRows(setting(), 0, tolerance(), MakeNodeTie{CellType::hex8, CellType::hex8});
  expectSameRows(setting(), 0, tolerance(), MakeNodeTie{CellType::tet10, CellType::hex20});
}

TEST_P(AnySetting, PeriodicNodesHaveTheSamePartners) {
  const Object cell("lower", box(CellType::tet4, {3, 2, 4}));
  Periodic::Data data{"", "lower", {{"xmin", "xmax"}, {"ymin", "ymax"}, {"zmin", "zmax"}}, {}};
  const Periodic periodic(data, testing::among({&cell}));
  const Object published("lower", mesh::box(world(), CellType::tet4, {3, 2, 4}, {0, 0, 0}, {1, 1, 1},
                                            {nullptr, testing::randomPartition(world().size(), 1)}));
  const Periodic expected(data, testing::among({&published}));
  expectSame(rowsOf(periodic, {&cell}, 1.0), rowsOf(expected, {&published}, 1.0), tolerance());
  EXPECT_NEAR(periodic.cellVolume() / std::pow(setting().length, 3), 1.0, tolerance());
}

TEST_P(AnySetting, RigidGroupsTurn) {
  Object body("lower", box(CellType::hex8, {2, 2, 2}));
  const Rigid rigid({"link", {{"lower", "xmin"}, {"lower", "xmax"}}}, testing::among({&body}));
  EXPECT_EQ(testing::numAllRows(rigid, world()), 3 * 18 - 6);
  body.move([&](const Vec3& x) -> Vec3 { return Vec3(1, 2, 3) + Vec3(.3, -.2, .1).cross(setting().transformBack(x)); });
  EXPECT_LT(testing::largestResidual(rigid, world()), tolerance());
}

// Regression: groups smaller than a millionth of their coordinates were rejected.
TEST_P(AnySetting, SmallGroupsHaveARotation) {
  const Object body("lower", box(CellType::hex8, {2, 2, 2}));
  EXPECT_NO_THROW(NoRotation({"zmax"}, body.domain));
}

TEST_P(AnySetting, NodesSlideOnTheSameFaces) {
  std::vector<double> gaps[2];
  for (const bool published : {false, true}) {
    const Setting where = published ? Setting{} : setting();
    const auto options = where.options({nullptr, testing::randomPartition(world().size(), 1)});
    Object lower("lower", mesh::box(world(), CellType::hex20, {3, 3, 2}, {0, 0, 0}, {1, 1, 1}, options));
    Object upper("upper", mesh::box(world(), CellType::hex8, {2, 2, 2}, {.2, .2, 1}, {.8, .8, 2}, options));
    const PointOnSurface sliding({"", {"upper", "zmin"}, {"lower", "zmax"}}, testing::among({&lower, &upper}));
    const auto bend = [&](const Vec3& x) -> Vec3 {
      const Vec3 p = where.transformBack(x);
      return 1e-6 * where.length * Vec3(p[1] * p[1], p[0] * p[2], p[0] * p[0] - p[1]);
    };
    lower.move(bend);
    for (const double gap : testing::residual(sliding)) gaps[published ? 1 : 0].push_back(gap / where.length);
  }
  ASSERT_EQ(gaps[0].size(), gaps[1].size());
  for (std::size_t k = 0; k < gaps[0].size(); ++k) EXPECT_NEAR(gaps[0][k], gaps[1][k], tolerance());
}

INSTANTIATE_TEST_SUITE_P(Geometry, AnySetting, tenon::testing::settings(), tenon::testing::nameOf);

}  // namespace
}  // namespace tenon::constraint

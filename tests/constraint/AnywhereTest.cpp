// The same geometry wherever it is and in any unit.
#include <gtest/gtest.h>

#include <map>
#include <random>

#include "objects.hpp"
#include "tenon/constraint/Mortar.hpp"
#include "tenon/constraint/NoRotation.hpp"
#include "tenon/constraint/NodeTie.hpp"
#include "tenon/constraint/Periodic.hpp"
#include "tenon/constraint/Rigid.hpp"
#include "tenon/constraint/Sliding.hpp"
#include "tenon/fem/shapes.hpp"
#include "tenon/testing/Setting.hpp"

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

class Anywhere : public ::testing::TestWithParam<Setting> {
 protected:
  const Setting& setting() const { return GetParam(); }
  double tolerance() const { return setting().tolerance(0.25); }

  Face here(const Face& face) const {
    Face moved = face;
    for (std::size_t a = 0; a < static_cast<std::size_t>(fem::numNodes(face.type)); ++a)
      moved.nodes[a] = setting().place(face.nodes[a]);
    return moved;
  }
  mesh::Mesh box(CellType type, const std::array<int, 3>& cells, const mesh::Point& low = {0, 0, 0},
                 const mesh::Point& high = {1, 1, 1}) const {
    return mesh::box(world(), type, cells, low, high, setting().options({nullptr, testing::dealt(world().size(), 1)}));
  }
};

const CellType face_types[] = {CellType::tri3, CellType::tri6, CellType::quad4, CellType::quad8, CellType::quad9};

/// About the reference cell, with every node a little out of its place and of the plane.
Face bent(CellType type, double height, std::mt19937& random) {
  std::uniform_real_distribution<double> some(-0.05, 0.05);
  Face face{type, {}};
  for (int a = 0; a < fem::numNodes(type); ++a) {
    const double* xi = fem::nodeCoordinates(type, a);
    face.nodes[static_cast<std::size_t>(a)] = Vec3(xi[0] + some(random), xi[1] + some(random), height + some(random));
  }
  return face;
}

TEST_P(Anywhere, FacesShareTheSameQuadraturePoints) {
  std::mt19937 random(7);
  for (const CellType slave_type : face_types)
    for (const CellType master_type : face_types) {
      const Face slave = bent(slave_type, 0.0, random), master = bent(master_type, 0.1, random);
      const Overlap expected = overlap(slave, master, 4), found = overlap(here(slave), here(master), 4);
      EXPECT_EQ(found.lost, 0.0);
      ASSERT_EQ(found.points.size(), expected.points.size());
      const double length = setting().length;
      for (std::size_t k = 0; k < expected.points.size(); ++k) {
        for (std::size_t i = 0; i < 2; ++i) {
          EXPECT_NEAR(found.points[k].slave_xi[i], expected.points[k].slave_xi[i], tolerance());
          EXPECT_NEAR(found.points[k].master_xi[i], expected.points[k].master_xi[i], tolerance());
        }
        EXPECT_NEAR(found.points[k].weight / (length * length), expected.points[k].weight, tolerance());
        EXPECT_NEAR(found.points[k].gap / length, expected.points[k].gap, tolerance());
      }
    }
}

TEST_P(Anywhere, ClosestPointsAreTheSame) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> some(-1, 1);
  for (const CellType type : face_types)
    for (int k = 0; k < 20; ++k) {
      const Face face = bent(type, 0.0, random);
      const Vec3 point(some(random), some(random), some(random) / 4);
      const FacePoint expected = closestPoint(face, point), found = closestPoint(here(face), setting().place(point));
      for (std::size_t i = 0; i < 2; ++i) EXPECT_NEAR(found.xi[i], expected.xi[i], tolerance());
      EXPECT_NEAR(found.distance / setting().length, expected.distance, tolerance());
    }
}

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

/// The rows of `make(objects)` here and where the problem was published.
template <class Make>
void expectSameRows(const Setting& setting, int dimension_of_rows, double tolerance, Make&& make) {
  Rows rows[2];
  for (const bool published : {false, true}) {
    const Setting where = published ? Setting{} : setting;
    const auto box = [&](CellType type, std::array<int, 3> cells, mesh::Point low, mesh::Point high) {
      return mesh::box(world(), type, cells, low, high, where.options({nullptr, testing::dealt(world().size(), 1)}));
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

TEST_P(Anywhere, MortarsHaveTheSameRows) {
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

TEST_P(Anywhere, TiedNodesFollowTheSamePoints) {
  expectSameRows(setting(), 0, tolerance(), MakeNodeTie{CellType::hex8, CellType::hex8});
  expectSameRows(setting(), 0, tolerance(), MakeNodeTie{CellType::tet10, CellType::hex20});
}

TEST_P(Anywhere, PeriodicNodesHaveTheSamePartners) {
  const Object cell("lower", box(CellType::tet4, {3, 2, 4}));
  Periodic::Data data{"", "lower", {{"xmin", "xmax"}, {"ymin", "ymax"}, {"zmin", "zmax"}}, {}};
  const Periodic periodic(data, testing::among({&cell}));
  const Object published("lower", mesh::box(world(), CellType::tet4, {3, 2, 4}, {0, 0, 0}, {1, 1, 1},
                                            {nullptr, testing::dealt(world().size(), 1)}));
  const Periodic expected(data, testing::among({&published}));
  expectSame(rowsOf(periodic, {&cell}, 1.0), rowsOf(expected, {&published}, 1.0), tolerance());
  EXPECT_NEAR(periodic.cellVolume() / std::pow(setting().length, 3), 1.0, tolerance());
}

TEST_P(Anywhere, RigidGroupsTurn) {
  Object body("lower", box(CellType::hex8, {2, 2, 2}));
  const Rigid rigid({"link", {{"lower", "xmin"}, {"lower", "xmax"}}}, testing::among({&body}));
  EXPECT_EQ(testing::numAllRows(rigid, world()), 3 * 18 - 6);
  body.move([&](const Vec3& x) -> Vec3 { return Vec3(1, 2, 3) + Vec3(.3, -.2, .1).cross(setting().published(x)); });
  EXPECT_LT(testing::largestViolation(rigid, world()), tolerance());
}

// Refused once where the group is smaller than a millionth of its coordinates.
TEST_P(Anywhere, SmallGroupsHaveARotation) {
  const Object body("lower", box(CellType::hex8, {2, 2, 2}));
  EXPECT_NO_THROW(NoRotation({"zmax"}, body.domain));
}

TEST_P(Anywhere, NodesSlideOnTheSameFaces) {
  std::vector<double> gaps[2];
  for (const bool published : {false, true}) {
    const Setting where = published ? Setting{} : setting();
    const auto options = where.options({nullptr, testing::dealt(world().size(), 1)});
    Object lower("lower", mesh::box(world(), CellType::hex20, {3, 3, 2}, {0, 0, 0}, {1, 1, 1}, options));
    Object upper("upper", mesh::box(world(), CellType::hex8, {2, 2, 2}, {.2, .2, 1}, {.8, .8, 2}, options));
    const PointOnSurface sliding({"", {"upper", "zmin"}, {"lower", "zmax"}}, testing::among({&lower, &upper}));
    const auto bend = [&](const Vec3& x) -> Vec3 {
      const Vec3 p = where.published(x);
      return 1e-6 * where.length * Vec3(p[1] * p[1], p[0] * p[2], p[0] * p[0] - p[1]);
    };
    lower.move(bend);
    for (const double gap : testing::violation(sliding)) gaps[published ? 1 : 0].push_back(gap / where.length);
  }
  ASSERT_EQ(gaps[0].size(), gaps[1].size());
  for (std::size_t k = 0; k < gaps[0].size(); ++k) EXPECT_NEAR(gaps[0][k], gaps[1][k], tolerance());
}

INSTANTIATE_TEST_SUITE_P(Geometry, Anywhere, tenon::testing::settings(), tenon::testing::nameOf);

}  // namespace
}  // namespace tenon::constraint

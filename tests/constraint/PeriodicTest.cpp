// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "constraint/linear/Periodic.hpp"

#include <gmock/gmock.h>

#include <Eigen/LU>

#include "objects.hpp"

namespace tenon::constraint {
namespace {

using base::Communicator;
using base::Mat3;
using base::Vec3;
using mesh::CellType;
using mesh::Point;
using testing::among;
using testing::Object;
using testing::randomPartition;

Communicator world() {
  return Communicator::world();
}

const std::vector<GroupPair> cube{{"xmin", "xmax"}, {"ymin", "ymax"}, {"zmin", "zmax"}};
const VoigtStrain strain{{0.1, -0.2, 0.3, 0.4, -0.5, 0.6}};

/// Returns a point of a lattice of parallelepipeds with edges (2, 0, 0), (0.5, 1, 0), (0, 0.2, 3).
Point skewed(const Point& x) {
  return {2 * x[0] + 0.5 * x[1], x[1] + 0.2 * x[2], 3 * x[2]};
}

/// Returns the macroscopic displacement plus a periodic one.
Vec3 motion(const Vec3& x) {
  const double z = x[2] / 3, y = x[1] - 0.2 * z, s = (x[0] - 0.5 * y) / 2;
  const auto wave = [](double t) { return std::sin(2 * M_PI * t); };
  return strain.tensor() * x + Vec3(wave(s) * wave(y + 0.1), 1.5 + wave(z + 0.3), wave(s + y - z));
}

TEST(Periodic, LetsPeriodicMotionsPassOnTopOfTheStrain) {
  for (const CellType type : {CellType::hex8, CellType::tet4, CellType::tet10, CellType::hex27, CellType::prism6}) {
    Object cell("cell", mesh::box(world(), type, {2, 3, 2}, {0, 0, 0}, {1, 1, 1},
                                  {skewed, randomPartition(world().size(), 3)}));
    const Periodic periodic({"", "cell", cube, strain}, among({&cell}));
    cell.move(motion);
    EXPECT_LT(testing::largestResidual(periodic, world()), 1e-13) << mesh::info(type).name;
    EXPECT_NEAR(periodic.cellVolume(), 6.0, 1e-12);
  }
}

// Each node is a slave exactly once, even on edges and at corners: the rows are linearly
// independent.
TEST(Periodic, HasIndependentRows) {
  for (const bool fixed : {false, true}) {
    Object cell("cell", mesh::box(world(), CellType::hex8, {2, 2, 1}, {0, 0, 0}, {1, 1, 1},
                                  {nullptr, randomPartition(world().size(), 1)}));
    Periodic::Data data{"", "cell", cube, strain};
    data.fix_node = fixed;
    const Periodic periodic(data, among({&cell}));
    const long expected = 3 * (18 - 4 + (fixed ? 1 : 0));
    EXPECT_EQ(testing::numAllRows(periodic, world()), expected) << "all nodes but those of [0, 1) x [0, 1) x [0, 1)";
    const auto rows = testing::allRows(periodic, {&cell}, world());
    Eigen::MatrixXd G = Eigen::MatrixXd::Zero(3 * 18, 3 * 18);
    for (const auto& entry : rows) G(3 * entry.carrier + entry.row, 3 * entry.node + entry.component) += entry.value;
    EXPECT_EQ(Eigen::FullPivLU<Eigen::MatrixXd>(G).rank(), expected);
    for (const auto& slave : periodic.slaves())
      if (slave.state != nullptr) {
        EXPECT_GT(cell.place(slave.node).maxCoeff(), 0.99);
      }
  }
}

TEST(Periodic, HasTheSameRowsOnEveryPartition) {
  const Object whole("cell", mesh::box(Communicator::self(), CellType::tet10, {2, 1, 2}));
  const auto expected =
      testing::allRows(Periodic({"", "cell", cube, strain}, among({&whole})), {&whole}, Communicator::self());
  for (const int seed : {1, 2}) {
    const Object cell("cell", mesh::box(world(), CellType::tet10, {2, 1, 2}, {0, 0, 0}, {1, 1, 1},
                                        {nullptr, randomPartition(world().size(), seed)}));
    const auto rows = testing::allRows(Periodic({"", "cell", cube, strain}, among({&cell})), {&cell}, world());
    ASSERT_EQ(rows.size(), expected.size());
    for (std::size_t k = 0; k < rows.size(); ++k) {
      EXPECT_EQ(rows[k].key(), expected[k].key());
      EXPECT_EQ(rows[k].value, expected[k].value);
    }
  }
}

TEST(Periodic, TakesItsStrainInTimeAndInThePlane) {
  Object cell("cell", mesh::box(world(), CellType::tri6, {2, 3, 0}));
  Periodic::Data data{"", "cell", {{"xmin", "xmax"}, {"ymin", "ymax"}}, {{0.1, 0.2, 0.6}}};
  data.history = base::History({{0, 0}, {1, 1}});
  Periodic periodic(data, among({&cell}));
  EXPECT_EQ(periodic.block(), 2);
  EXPECT_NEAR(periodic.cellVolume(), 1.0, 1e-14);
  for (const double time : {0.0, 0.25, 1.0}) {
    periodic.setTime(time);
    cell.move([&](const Vec3& x) { return Vec3(time * Vec3(0.1 * x[0] + 0.3 * x[1], 0.3 * x[0] + 0.2 * x[1], 0)); });
    EXPECT_LT(testing::largestResidual(periodic, world()), 1e-14);
  }
  testing::expectJacobianIsDerivative(periodic, {&cell}, world());
}

// lambda_r = sigma n dA on the slave faces of a unit cube: the mean stress is sigma.
TEST(Periodic, MeanStressIsThatOfConstantTractions) {
  Object cell("cell", mesh::box(world(), CellType::hex8, {1, 1, 1}));
  const Periodic periodic({"", "cell", {{"xmin", "xmax"}, {"ymin", "ymax"}, {"zmin", "zmax"}}, {}}, among({&cell}));
  const Mat3 sigma = (Mat3() << 1, 2, 3, 2, 4, 5, 3, 5, 6).finished();
  std::vector<double> lambda;
  for (const LocalIndex node : periodic.carrierNodes()) {
    const Vec3 x = cell.place(node);
    Vec3 force = Vec3::Zero();
    for (int c = 0; c < 3; ++c)
      if (x.sum() < 1.5 && x[c] > 0.5) force = sigma.col(c);  // the traction of the whole face acts on one of its nodes
    lambda.insert(lambda.end(), force.begin(), force.end());
  }
  EXPECT_LT((periodic.meanStress(lambda) - sigma).norm(), 1e-13);
}

TEST(Periodic, RefusesWhatDoesNotMatch) {
  const auto bulge = [](const Point& x) {
    return Point{x[0], x[1] + (x[0] > 0.9 ? 0.1 * x[1] * (1 - x[1]) : 0.0), x[2]};
  };
  Object cell("cell", mesh::box(world(), CellType::hex8, {2, 2, 2}, {0, 0, 0}, {1, 1, 1}, {bulge, nullptr}));
  const auto refuses = [&](std::vector<GroupPair> pairs, const std::vector<std::string>& says) {
    testing::expectInputError([&] { Periodic({"p", "cell", pairs, strain}, among({&cell})); }, says);
  };
  refuses({{"xmin", "xmax"}},
          {"Periodic constraint 'p'", "xmin and xmax of object 'cell' do not match under the translation (1, 0, 0)",
           "has no partner in xmin", "0.025 away"});
  refuses({{"zmin", "zmin"}}, {"both sides of a pair are cell/zmin"});
  refuses({{"zmin", "xmax"}}, {"belongs to both sides of the pair zmin, xmax"});
  refuses({{"zmin", "zmix"}}, {"zmix", "zmax"});
  testing::expectInputError(
      [&] {
        Periodic({"p", "cell", {{"zmin", "zmax"}}, {{1, 2, 3}}}, among({&cell}));
      },
      {"6 components, but 3 are given"});
  const Periodic one({"p", "cell", {{"zmin", "zmax"}}, {}}, among({&cell}));
  testing::expectInputError([&] { one.cellVolume(); }, {"the number of pairs of faces is 1, but", "only for 3 pairs"});
}

}  // namespace
}  // namespace tenon::constraint

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Loads that vary in space and time, given by expressions and by files.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fem/TestObject.hpp"
#include "force/DensityLoad.hpp"
#include "io/TemporaryFolder.hpp"

namespace tenon::force {
namespace {

using base::Vec3;
using ::testing::HasSubstr;
using testing::TestObject;
using testing::totalOf;

const auto world = base::Communicator::world;

fem::VectorSource source(const std::string& yaml, const std::string& file = "case.yaml") {
  fem::VectorSource read;
  readValue(base::CaseNode::parse("load: " + yaml, file)["load"], read);
  return read;
}

void expectNear(const Vec3& value, const Vec3& expected, double tolerance) {
  EXPECT_LT((value - expected).norm(), tolerance) << value.transpose() << " instead of " << expected.transpose();
}

class FieldLoads : public ::testing::TestWithParam<mesh::CellType> {
 protected:
  bool isPlane() const { return mesh::info(GetParam()).dimension == 2; }
};

TEST_P(FieldLoads, tractionsAreIntegratedOverTheirFaces) {
  TestObject object(testing::boxOf(GetParam(), {3, 2, 2}));
  const std::string z = isPlane() ? "0" : "x * z + 2";
  Traction load(
      {"ymax", source("[x + t, x * x * y, " + z + "]"), isPlane() ? 0.5 : 1.0, base::History({{0, 1}, {4, 3}})},
      object.domain);
  const auto total = [&](double time, double factor) {
    const double depth = isPlane() ? 0.5 : 1.0;
    return Vec3(factor * depth * Vec3(0.5 + time, 1.0 / 3, isPlane() ? 0 : 2.25));
  };
  expectNear(totalOf(object, testing::forceOf(load, object.state)), total(0, 1), 1e-13);
  load.setTime(2.0);
  expectNear(totalOf(object, testing::forceOf(load, object.state)), total(2, 2), 1e-13);
}

/// Verifies nodal values from a file. Isoparametric cells interpolate linear fields exactly, even
/// if their edges are curved.
TEST_P(FieldLoads, aFileOfNodesIsInterpolated) {
  TestObject object(testing::bentBox(GetParam(), {3, 2, 2}));
  const io::testing::TemporaryFolder folder;
  std::string rows = "node, y ,x # columns in any order\n\n";
  TestObject whole(testing::bentBox(GetParam(), {3, 2, 2}, base::Communicator::self()));
  for (base::LocalIndex node = whole.mesh.layout().numOwned() - 1; node >= 0; --node) {
    const Vec3 x = whole.point(node);
    rows += fmt::format("{}, {:.17g},{:.17g}\r\n", whole.mesh.nodeTags()[static_cast<std::size_t>(node)],
                        3 * x[0] - x[1], 1 + x[2] + x[1]);
  }
  io::testing::writeBytes(world(), folder / "load.csv", rows);
  const auto of_file = source("{csv: load.csv}", folder / "case.yaml"),
             formula = source("{x: 1 + z + y, y: 3 * x - y}");
  EXPECT_EQ(of_file.csv, folder / "load.csv") << "paths start at the case";
  const Eigen::VectorXd f = testing::forceOf(BodyForce({of_file, "", 1.0}, object.domain), object.state);
  const Eigen::VectorXd g = testing::forceOf(BodyForce({formula, "", 1.0}, object.domain), object.state);
  EXPECT_LT((f - g).norm(), 1e-13 * g.norm());
  EXPECT_GT(world().sum(g.norm()), 0.1);
}

// Verifies element values from a file. Lines are in any order, and a
// rank has only some of the elements.
TEST(FieldLoads, ofElementsAreConstantInEach) {
  TestObject object(testing::boxOf(mesh::CellType::hex8, {4, 1, 1}));
  const io::testing::TemporaryFolder folder;
  struct Line {
    std::int64_t tag;
    double value;
  };
  std::vector<Line> mine;
  for (const auto& block : object.mesh.blocks())
    for (base::LocalIndex cell = 0; cell < block.num_owned && block.type == mesh::CellType::hex8; ++cell) {
      double x = 0;
      for (int a = 0; a < 8; ++a) x += object.point(block.nodesOf(cell)[a])[0] / 8;
      mine.push_back({block.tags[static_cast<std::size_t>(cell)], x < 0.5 ? 1.0 : -3.0});
    }
  std::string rows = "element,x\n";
  auto all = world().gatherAll(mine);
  std::reverse(all.begin(), all.end());
  for (const auto& [tag, value] : all) rows += std::to_string(tag) + "," + std::to_string(value) + "\n";
  io::testing::writeBytes(world(), folder / "load.csv", rows);
  const auto of_file = source("{csv: load.csv}", folder / "case.yaml"),
             formula = source("[\"x < 0.5 ? 1 : -3\", 0, 0]");
  const Eigen::VectorXd f = testing::forceOf(BodyForce({of_file, "", 1.0}, object.domain), object.state);
  const Eigen::VectorXd g = testing::forceOf(BodyForce({formula, "", 1.0}, object.domain), object.state);
  EXPECT_LE((f - g).norm(), 1e-13 * g.norm());
  io::testing::writeBytes(world(), folder / "load.csv", "element,x\n" + std::to_string(all[0].tag) + ",1\n");
  EXPECT_THAT(io::testing::messageOf<base::InputError>([&] {
                BodyForce({of_file, "", 1.0}, object.domain);
              }),
              HasSubstr("has no line for element "));
}

TEST_P(FieldLoads, constantFormulasAreConstantLoads) {
  TestObject object(testing::bentBox(GetParam(), {3, 2, 2}));
  const Eigen::VectorXd f = testing::forceOf(BodyForce({{1, -2, 0}, "all", 1.0}, object.domain), object.state);
  const Eigen::VectorXd g =
      testing::forceOf(BodyForce({source("[1 + 0 * t, -2, 0]"), "all", 1.0}, object.domain), object.state);
  EXPECT_LT((f - g).norm(), 1e-13 * f.norm() + 1e-300);
}

std::string nameOf(const ::testing::TestParamInfo<mesh::CellType>& param) {
  return mesh::info(param.param).name;
}
INSTANTIATE_TEST_SUITE_P(allCellTypes, FieldLoads, ::testing::ValuesIn(testing::solid_types), nameOf);

TEST(FieldLoads, reportErrorsOfFiles) {
  TestObject object(testing::boxOf(mesh::CellType::hex8, {2, 1, 1}));
  const io::testing::TemporaryFolder folder;
  const auto sentence = [&](const std::string& rows) {
    io::testing::writeBytes(world(), folder / "load.csv", rows);
    return io::testing::messageOf<base::InputError>([&] {
      BodyForce({source("{csv: load.csv}", folder / "case.yaml"), "", 1.0}, object.domain);
    });
  };
  const std::string file = folder / "load.csv";
  EXPECT_EQ(sentence("# nothing\n"), file + ":1: the file is empty, but its first line must name the columns.");
  EXPECT_EQ(sentence("node,x,w\n"),
            file + ":1: the first line must name the columns: node or element, followed by at least one of [x, y, z].");
  EXPECT_EQ(sentence("node,x,x\n"),
            file + ":1: the first line must name the columns: node or element, followed by at least one of [x, y, z].");
  EXPECT_EQ(sentence("node,x\n1,2,3\n"), file + ":2: the number of fields is 3 in this line, but 2 in the header.");
  EXPECT_EQ(sentence("node,x\n1,2\n\n2,nan\n"),
            file + ":4: the value in the column 'x' must be a number, but is 'nan'.");
  EXPECT_THAT(sentence("node,x\n1,2\n1,2\n"), HasSubstr(file + ":3: there is more than one line for node 1."));
  EXPECT_THAT(sentence("node,x\n1,2\n"), HasSubstr("body force on box: '" + file + "' has no line for node "));
  EXPECT_THROW(BodyForce({source("{csv: none.csv}", folder / "case.yaml"), "", 1.0}, object.domain), base::FileError);
}

TEST(FieldLoads, stayInThePlane) {
  TestObject object(testing::boxOf(mesh::CellType::quad4, {2, 1, 0}));
  EXPECT_EQ(io::testing::messageOf<base::InputError>([&] {
              BodyForce({source("[0, 0, x]"), "", 1.0}, object.domain);
            }),
            "body force on box: 'box' is two-dimensional, so the z component must be 0, but is x.");
  EXPECT_THROW(BodyForce({{0, 0, 1}, "", 1.0}, object.domain), base::InputError);
}

}  // namespace
}  // namespace tenon::force

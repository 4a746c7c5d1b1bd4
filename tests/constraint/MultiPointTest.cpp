// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "constraint/linear/MultiPoint.hpp"

#include <gmock/gmock.h>

#include "objects.hpp"

namespace tenon::constraint {
namespace {

using testing::among;
using testing::Object;

const char* const header = "equation,object,node,component,coefficient,value\n";

TEST(MultiPoint, ReadsEquationsFromCsv) {
  const auto equations = equationsOf(std::string("# made by hand\n\n") + header +
                                         "a, cube, 7, x, 1, 0.5\n"
                                         "b,cube,corner,z,-2e0,\n"
                                         "a,\"block\",3,y,-1\r\n",
                                     "eqs.csv");
  ASSERT_EQ(equations.size(), 2u);
  EXPECT_EQ(equations[0].value, 0.5);
  EXPECT_EQ(equations[1].value, 0.0);
  ASSERT_EQ(equations[0].terms.size(), 2u);
  const EquationTerm& last = equations[0].terms[1];
  EXPECT_EQ(last.object, "block");
  EXPECT_EQ(last.node, 3);
  EXPECT_EQ(last.component, 1);
  EXPECT_EQ(last.coefficient, -1.0);
  EXPECT_EQ(last.where, "eqs.csv:6");
  EXPECT_EQ(equations[1].terms[0].group, "corner");
  EXPECT_EQ(equations[1].terms[0].coefficient, -2.0);
}

TEST(MultiPoint, NamesFileAndLineOfWhatIsWrong) {
  const auto refuses = [](const std::string& text, const std::vector<std::string>& says) {
    try {
      equationsOf(text, "eqs.csv");
      ADD_FAILURE() << text;
    } catch (const base::InputError& error) {
      for (const auto& what : says) EXPECT_THAT(error.what(), ::testing::HasSubstr(what));
    }
  };
  const std::string head = header;
  refuses("", {"eqs.csv:0", "empty"});
  refuses("eq,object,node\n", {"eqs.csv:1", "name the columns equation,object,node,component,coefficient,value"});
  refuses(head + "a,cube,7,x\n", {"eqs.csv:2", "the number of fields in this line is 4"});
  refuses(head + "\na,cube,7,w,1\n", {"eqs.csv:3", "x, y or z, but is 'w'"});
  refuses(head + "a,cube,7.5,x,1\n", {"eqs.csv:2", "'7.5'"});
  refuses(head + "a,cube,7,x,one\n", {"eqs.csv:2", "the coefficient must be a number, but is 'one'"});
  refuses(head + "a,cube,7,x,1,2\na,cube,8,x,1,3\n", {"eqs.csv:3", "equation 'a' has more than one value"});
}

TEST(MultiPoint, HoldsItsEquationsOnAnyPartition) {
  const base::Communicator world = base::Communicator::world();
  Object cube("cube", mesh::box(world, mesh::CellType::hex8, {2, 2, 2}, {0, 0, 0}, {1, 1, 1},
                                {nullptr, testing::randomPartition(world.size(), 3)}));
  MultiPoint::Data data;
  data.equations = equationsOf(std::string(header) + "a,cube,1,x,2,0.25\na,cube,27,y,-1\nb,cube,14,z,1,1\n", "eqs.csv");
  const MultiPoint points(data, among({&cube}));
  EXPECT_EQ(testing::numAllRows(points, world), 2);
  // Node 1 is at 0, node 14 in the centre, node 27 at (1, 1, 1).
  cube.move([](const base::Vec3& x) { return base::Vec3(0.125 + x[0], 0, 2 * x[2]); });
  EXPECT_LT(testing::largestResidual(points, world), 1e-15);
  testing::expectJacobianIsDerivative(points, {&cube}, world);
}

TEST(MultiPoint, RefusesWhatIsNotThere) {
  const Object cube("cube", mesh::box(base::Communicator::world(), mesh::CellType::hex8, {1, 1, 1}));
  const auto refuses = [&](const std::string& line, const std::vector<std::string>& says) {
    MultiPoint::Data data;
    data.equations = equationsOf(std::string(header) + line, "eqs.csv");
    testing::expectInputError([&] { MultiPoint(data, among({&cube})); }, says);
  };
  refuses("a,cub,1,x,1\n", {"eqs.csv:2", "no object 'cub'"});
  refuses("a,cube,9,x,1\n", {"no node 9"});
  refuses("a,cube,zmim,x,1\n", {"eqs.csv:2", "zmim", "zmin"});
  refuses("a,cube,zmin,x,1\n", {"eqs.csv:2", "group cube/zmin has 4 nodes"});
  refuses("a,cube,1,x,0\n", {"eqs.csv:2", "all coefficients of this equation are 0"});
  refuses("", {"contains no equations"});
}

}  // namespace
}  // namespace tenon::constraint

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "constraint/dirichlet/Fixed.hpp"
#include "constraint/dirichlet/Prescribed.hpp"
#include "objects.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::constraint {
namespace {

using base::Communicator;
using base::Vec3;
using mesh::CellType;
using testing::Object;

Communicator world() {
  return Communicator::world();
}

Prescribed::Data prescribed(const std::string& group, const base::ComponentValues& values,
                            const base::Mat3& gradient = base::Mat3::Zero()) {
  Prescribed::Data data;
  data.group = group, data.values = values, data.gradient = gradient;
  return data;
}

/// Returns the number of constrained dofs of owned nodes over all ranks.
long numHeld(const ConstrainedDofs& held) {
  long count = 0;
  for (LocalIndex node = 0; node < held.state().layout().numOwned(); ++node)
    for (int c = 0; c < held.state().block(); ++c) count += held.isConstrained(node, c) ? 1 : 0;
  return held.state().layout().comm().sum(count);
}

TEST(Fixed, ConstrainsAllOrTheNamedComponents) {
  const Object cube("cube", mesh::box(world(), CellType::hex8, {2, 3, 2}));
  ConstrainedDofs all(cube.state), some(cube.state);
  Fixed({"zmin", {}}, cube.domain).constrain(all);
  const Fixed condition({"xmax", {"x", "z"}}, cube.domain);
  condition.constrain(some);
  EXPECT_EQ(condition.name(), "fixed on cube/xmax");
  EXPECT_EQ(numHeld(all), 3 * 12);
  EXPECT_EQ(numHeld(some), 2 * 12);
  for (LocalIndex node = 0; node < cube.mesh.layout().numLocal(); ++node) {  // including ghosts
    const bool on_side = cube.place(node)[0] == 1.0;
    EXPECT_EQ(some.isConstrained(node, 0), on_side);
    EXPECT_FALSE(some.isConstrained(node, 1));
    EXPECT_EQ(some.value(node, 0), 0.0);
  }
  testing::expectInputError([&] { Fixed({"xmax", {"w"}}, cube.domain); }, {"fixed on cube/xmax", "'w'", "x, y, z"});
  testing::expectInputError([&] { Fixed({"xmas", {}}, cube.domain); }, {"xmas", "xmax"});
}

TEST(Prescribed, PrescribesAnAffineField) {
  const Object cube("cube", mesh::box(world(), CellType::tet10, {2, 2, 2}));
  const base::Mat3 gradient = 0.5e-3 * (base::Mat3() << 2, 1, 1, 1, 2, 1, 1, 1, 2).finished();
  ConstrainedDofs held(cube.state);
  for (const char* side : {"xmin", "xmax", "ymin", "ymax", "zmin", "zmax"})  // equal on shared edges
    Prescribed(prescribed(side, {}, gradient), cube.domain).constrain(held);
  EXPECT_EQ(numHeld(held), 3 * (125 - 27));
  for (LocalIndex node = 0; node < cube.mesh.layout().numLocal(); ++node)
    if (held.isConstrained(node, 0)) {
      const Vec3 u = gradient * cube.place(node);
      for (int c = 0; c < 3; ++c) EXPECT_NEAR(held.value(node, c), u[c], 1e-18);
    }
}

TEST(Prescribed, ActsOnWholeObjectsToo) {
  const Object plate("plate", mesh::box(world(), CellType::quad4, {3, 3, 0}));
  ConstrainedDofs held(plate.state);
  Prescribed(prescribed("all", {std::nullopt, 2.0, std::nullopt}), plate.domain).constrain(held);
  EXPECT_EQ(numHeld(held), 16);
}

TEST(ConstrainedDofs, ContradictionsNameBothConditions) {
  const Object cube("cube",
                    mesh::box(world(), CellType::hex8, {2, 2, 2}, {0, 0, 0}, {1, 1, 1}, {nullptr, testing::allOn(0)}));
  const Fixed bottom({"zmin", {}}, cube.domain);
  const Prescribed side(prescribed("xmin", {std::nullopt, 0.25, std::nullopt}), cube.domain);
  testing::expectInputError(
      [&] {
        base::runCollectively(world(), [&] {
          ConstrainedDofs held(cube.state);
          bottom.constrain(held);
          side.constrain(held);
        });
      },
      {"Node 1 of object 'cube'", "values of component y", "0 by 'fixed on cube/zmin'",
       "0.25 by 'prescribed on cube/xmin'"});
}

}  // namespace
}  // namespace tenon::constraint

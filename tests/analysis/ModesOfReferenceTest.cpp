// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Natural modes compared with published values and with bodies of one piece.
#include <gtest/gtest.h>

#include <cmath>

#include "ModalProblem.hpp"
#include "constraint/ties/Mortar.hpp"

namespace tenon::analysis {
namespace {

using mesh::CellType;
using mesh::Point;
using testing::lowest;
using testing::ModalProblem;

base::Communicator world() {
  return base::Communicator::world();
}

// Lame's mode of a free cube, omega = pi sqrt(2 mu / rho) = 2.7553590302: 2.756800 with 4^3 hex27
// (computed by two independent codes). It is a multiple mode, because shear waves in all its planes
// have the same frequency.
TEST(Modes, LamesOfTheFreeCube) {
  ModalProblem cube;
  cube.addBox(CellType::hex27, {4, 4, 4}, {1, 1, 1});
  const std::vector<Mode> modes = cube.modes(lowest(20));
  int lame = 0, zeros = 0;
  for (const Mode& mode : modes) {
    if (std::abs(mode.omega() - 2.756800) < 1e-6 * 2.7568) ++lame;
    if (mode.eigenvalue == 0.0) ++zeros;
  }
  EXPECT_EQ(zeros, 6);
  EXPECT_GE(lame, 2);
  for (std::size_t k = 1; k < modes.size(); ++k) EXPECT_LE(modes[k - 1].eigenvalue, modes[k].eigenvalue * (1 + 1e-9));
}

// NAFEMS FV32, cantilevered tapered membrane in plane stress: length 10 m, width 5 m to 1 m
// (Abbassian, Dawswell and Knowles, Selected Benchmarks for Natural Frequency Analysis, NAFEMS
// 1987).
TEST(Modes, TaperedMembraneFV32) {
  const auto taper = [](const Point& p) { return Point{p[0], p[1] * (5 - 0.4 * p[0]), 0}; };
  force::SolidOptions options;
  options.plane = fem::Plane::stress;
  options.thickness = 0.05;
  ModalProblem membrane;
  membrane.fix(
      membrane.addSolid("membrane",
                        mesh::box(world(), CellType::quad9, {16, 8, 0}, {0, -.5, 0}, {10, .5, 0}, {taper, nullptr}),
                        200e9, 8000, options),
      "xmin");
  const std::vector<Mode> modes = membrane.modes(lowest(6));
  const double published[] = {44.623, 130.03, 162.70, 246.05, 379.90, 391.44};
  for (std::size_t k = 0; k < 6; ++k) EXPECT_NEAR(modes[k].frequency(), published[k], 1e-3 * published[k]);
}

/// Returns the modes of a beam [0, 4] x [0, 1] x [0, 0.8], clamped at x = 0, of two pieces tied at
/// x = 2 by a mortar, of n and m cells across.
std::vector<Mode> modesOfTied(int n, int m, const std::string& preset) {
  ModalProblem beam;
  beam.fix(beam.addSolid("left", mesh::box(world(), CellType::hex8, {2 * n, n, n}, {0, 0, 0}, {2, 1, .8})), "xmin");
  beam.addSolid("right", mesh::box(world(), CellType::hex8, {2 * m, m, m}, {2, 0, 0}, {4, 1, .8}));
  constraint::Mortar::Data tie;
  tie.name = "tie", tie.slave = {"right", "xmin"}, tie.master = {"left", "xmax"};
  beam.constrain(std::make_unique<constraint::Mortar>(tie, beam.find()));
  return beam.modes(lowest(5), {}, preset);
}

std::vector<Mode> modesOfOnePiece(int n) {
  ModalProblem beam;
  beam.fix(beam.addBox(CellType::hex8, {4 * n, n, n}, {4, 1, .8}), "xmin");
  return beam.modes(lowest(5));
}

TEST(Modes, TiedBeamVibratesAsOneOfOnePiece) {
  const auto whole = modesOfOnePiece(2), matching = modesOfTied(2, 2, "direct");
  for (std::size_t k = 0; k < 5; ++k) {
    EXPECT_NEAR(matching[k].eigenvalue, whole[k].eigenvalue, 1e-9 * whole[k].eigenvalue);
    EXPECT_LT((matching[k].effective_mass - whole[k].effective_mass).norm(), 1e-8);
  }
  const auto coarse = modesOfOnePiece(2), fine = modesOfOnePiece(3), other = modesOfTied(2, 3, "schur");
  for (std::size_t k = 0; k < 5; ++k) {  // between those of the two meshes in one piece
    EXPECT_LT(other[k].eigenvalue, coarse[k].eigenvalue * 1.01);
    EXPECT_GT(other[k].eigenvalue, fine[k].eigenvalue * 0.99);
  }
}

}  // namespace
}  // namespace tenon::analysis

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Bars tied around one edge, compared with one body: groups of more than 300 rows, some of them
// redundant.
#include <gtest/gtest.h>

#include "Problem.hpp"
#include "constraint/ties/Mortar.hpp"
#include "force/DensityLoad.hpp"
#include "la/vectors.hpp"
#include "system/redundancy/Redundancy.hpp"
#include "tenon/system/forms/AssembledSystem.hpp"
#include "tenon/system/operators/ConstraintJacobian.hpp"

namespace tenon::simulation {
namespace {

using namespace testing;
using constraint::Mortar;

constexpr int length = 38;  // cells along the edge: 4 ties of 2 x 38 free nodes

/// Adds a bar that is clamped at the bottom, pushed and twisted at the top.
void addBar(Problem& problem, const std::string& name, const std::array<int, 3>& cells, const Point& low,
            const Point& high) {
  Body& bar = problem.add(name, mesh::box(world(), CellType::hex8, cells, low, high), {1000, .3});
  problem.hold<constraint::Fixed>(bar, {"zmin", {}});
  problem.load<LoadField>(bar, {"zmax", 2, [](const Vec3& x) { return Vec3(1 - x[1], .5 + x[0], -2); }});
}

void addBarsRoundAnEdge(Problem& problem) {
  constexpr std::array<std::array<double, 2>, 4> corners{{{0, 0}, {-1, 0}, {-1, -1}, {0, -1}}};
  constexpr std::array<std::pair<const char*, const char*>, 4> sides{
      {{"xmin", "xmax"}, {"ymin", "ymax"}, {"xmax", "xmin"}, {"ymax", "ymin"}}};
  const auto name = [](std::size_t b) { return "bar " + std::to_string(b % 4); };
  for (std::size_t b = 0; b < 4; ++b) {
    const auto [x, y] = corners[b];
    addBar(problem, name(b), {1, 1, length}, {x, y, 0}, {x + 1, y + 1, 4});
  }
  for (std::size_t b = 0; b < 4; ++b)
    problem.constrain<Mortar>(
        {"tie " + std::to_string(b), {name(b), sides[b].first}, {name(b + 1), sides[b].second}, "standard"});
}

TEST(RoundAnEdge, EveryGroupHasMoreThan300Rows) {
  Problem problem;
  addBarsRoundAnEdge(problem);
  system::MechanicalSystem& mechanics = problem.makeSystem();
  system::AssembledSystem A(mechanics);
  A.assemble(system::statics);
  const system::ConstraintJacobian G(mechanics, A.layout(), A.constrainedFlags());
  const la::Vector diagonal = A.layout().makeVector();
  TENON_PETSC(MatGetDiagonal(A.get(), diagonal.get()));
  const auto unknown = [&](std::int64_t largest) {
    return system::Redundancy(mechanics, G, diagonal.get(), largest).numUntested();
  };
  EXPECT_EQ(unknown(303), 3 * 304);
  EXPECT_EQ(unknown(304), 0);
}

TEST(RoundAnEdge, LargeGroupsAreSolvedAsOneBody) {
  Problem whole;
  addBar(whole, "whole", {2, 2, length}, {-1, -1, 0}, {1, 1, 4});
  whole.solve("direct");
  const Vec3 expected = whole.reaction(0, "zmin");
  std::vector<double> least;  // |lambda| of each tie; the solution of least norm is unique
  for (const auto& [preset, tolerance] : {std::pair{"direct", 1e-9}, {"schur", 1e-5}, {"minres", 1e-5}}) {
    Problem tied;
    addBarsRoundAnEdge(tied);
    tied.solve(preset);
    Vec3 reaction = Vec3::Zero();
    for (std::size_t b = 0; b < 4; ++b) reaction += tied.reaction(b, "zmin");
    EXPECT_LT((reaction - expected).norm(), tolerance * expected.norm()) << preset;
    for (const double z : {1.0 / length, 2.0, 4.0}) {
      const double height = z < 1 ? 4 * z : z;
      const Vec3 u = displacementAt(whole.body(0), {0, 0, height});
      for (std::size_t b = 0; b < 4; ++b)
        EXPECT_LT((displacementAt(tied.body(b), {0, 0, height}) - u).norm(),
                  tolerance * largestDisplacement(whole.body(0)))
            << preset << " bar " << b << " at z = " << height;
    }
    for (std::size_t tie = 0; tie < 4; ++tie) {
      double square = 0.0;
      for (const double traction : tied.solution().multipliers[tie]) square += traction * traction;
      const double size = std::sqrt(world().sum(square));
      if (least.size() == tie) least.push_back(size);
      EXPECT_NEAR(size, least[tie], 100 * tolerance * least[tie]) << preset;
      EXPECT_LT(size, 2.0 * 5 * std::sqrt(2 * (length + 1))) << preset << ": tractions of a few times the load's";
    }
  }
}

}  // namespace
}  // namespace tenon::simulation

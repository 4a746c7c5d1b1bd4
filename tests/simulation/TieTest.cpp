// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Tied bodies compared with one body.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <map>

#include "Problem.hpp"
#include "constraint/ties/Mortar.hpp"
#include "force/DensityLoad.hpp"
#include "force/Gravity.hpp"
#include "mesh/reading/readMeshes.hpp"
#include "tenon/base/Error.hpp"
#include "tenon/system/forms/AssembledSystem.hpp"
#include "tenon/system/operators/ConstraintJacobian.hpp"

namespace tenon::simulation {
namespace {

using namespace testing;
using constraint::Fixed;
using constraint::Mortar;
using ::testing::HasSubstr;

const fem::LinearElastic steel{210000, .3}, aluminium{70000, .33};

/// Returns the path of a mesh that scripts/meshes generates, relative to the working folder of the
/// tests.
std::string meshFile(const std::string& name) {
  return "../../meshes/" + name + ".msh";
}

const Vec3 gravity(0, 0, -9810), on_top(0, 1, -4);  // mm / s^2, MPa: as in apps/cases/bracket.yaml

void loadBlock(Problem& problem, Body& body, const std::string& cells) {
  problem.load<force::Gravity>(body, {2.7e-9, gravity, cells, 1});
  problem.load<force::Traction>(body, {"top", on_top, 1});
}

/// Solves bracket and block as one mesh.
void solveOnePiece(Problem& problem) {
  Body& body = problem.add("whole", mesh::readMesh(world(), meshFile("bracket_onepiece_coarse")), {0, 0});
  for (const auto& [group, material] : {std::pair{"steel", steel}, std::pair{"block", aluminium}}) {
    force::SolidOptions options;
    options.group = group;
    body.forces.push_back(std::make_unique<force::SolidForce<fem::LinearElastic>>(material, options, body.domain()));
  }
  problem.load<force::Gravity>(body, {7.85e-9, gravity, "steel", 1});
  loadBlock(problem, body, "block");
  problem.hold<Fixed>(body, {"bolts", {}});
  problem.solve("direct");
}

/// Solves bracket and block as two bodies with non-matching meshes.
void solveTied(Problem& problem, const std::string& preset) {
  auto meshes = mesh::readMeshes(world(), {{meshFile("bracket_coarse"), {}}, {meshFile("block_coarse"), {}}});
  Body& bracket = problem.add("bracket", std::move(meshes[0]), steel);
  Body& block = problem.add("block", std::move(meshes[1]), aluminium);
  problem.load<force::Gravity>(bracket, {7.85e-9, gravity, "", 1});
  loadBlock(problem, block, "");
  problem.hold<Fixed>(bracket, {"bolts", {}});
  problem.constrain<Mortar>({"interface", {"block", "base"}, {"bracket", "foot"}, "standard"});
  problem.solve(preset);
}

TEST(Tied, DemoMovesAsOneConformingMesh) {
  Problem whole, tied;
  solveOnePiece(whole);
  solveTied(tied, "schur");
  // Corners of the block's top, which are nodes of every mesh.
  for (const Vec3& place : {Vec3(130, 30, 48), Vec3(130, -30, 48), Vec3(70, 30, 48), Vec3(70, -30, 48)}) {
    const Vec3 expected = displacementAt(whole.body(0), place);
    EXPECT_LT((displacementAt(tied.body(1), place) - expected).norm(), 0.02 * expected.norm());
  }
  const double largest = std::max(largestDisplacement(tied.body(0)), largestDisplacement(tied.body(1)));
  EXPECT_NEAR(largest, largestDisplacement(whole.body(0)), 0.02 * largestDisplacement(whole.body(0)));
  EXPECT_NEAR(tied.energy(), whole.energy(), 0.02 * whole.energy());
}

/// Solves a beam [0, 2] x [0, 1]^2, clamped at x = 0 and pulled down at x = 2: two cubes of n^3 and
/// m^3 hex8 tied at x = 1.
void solveTwoCubes(Problem& problem, int n, int m, const std::string& preset) {
  Body& left = problem.add("left", mesh::box(world(), CellType::hex8, {n, n, n}), {1000, .3});
  Body& right = problem.add("right", mesh::box(world(), CellType::hex8, {m, m, m}, {1, 0, 0}, {2, 1, 1}), {1000, .3});
  problem.hold<Fixed>(left, {"xmin", {}});
  problem.load<force::Traction>(right, {"xmax", {0, 0, -1}, 1});
  problem.constrain<Mortar>({"tie", {"right", "xmin"}, {"left", "xmax"}, "standard"});
  problem.solve(preset);
}

// The tie alone supports the right cube: A is singular, the saddle-point matrix is not. Matching
// meshes give the solution of a single mesh, to round-off.
TEST(Tied, BodyHeldOnlyByATieIsOneWithTheOther) {
  Problem whole;
  Body& beam = whole.add("beam", mesh::box(world(), CellType::hex8, {6, 3, 3}, {0, 0, 0}, {2, 1, 1}), {1000, .3});
  whole.hold<Fixed>(beam, {"xmin", {}});
  whole.load<force::Traction>(beam, {"xmax", {0, 0, -1}, 1});
  whole.solve("direct");
  const Vec3 tip(2, 1, 1), expected = displacementAt(whole.body(0), tip);
  for (const auto& [preset, tolerance] : {std::pair{"direct", 1e-10}, std::pair{"schur", 1e-6}}) {
    Problem tied;
    solveTwoCubes(tied, 3, 3, preset);
    EXPECT_LT((displacementAt(tied.body(1), tip) - expected).norm(), tolerance * expected.norm()) << preset;
    EXPECT_NEAR(tied.energy(), whole.energy(), tolerance * whole.energy()) << preset;
    const Vec3 through = tied.constraintForce(0, 1, "xmin");  // the load
    EXPECT_LT((through - Vec3(0, 0, 1)).norm(), tolerance) << preset;
  }
}

/// Returns the rank of a matrix of few rows.
Eigen::Index rankOf(Mat matrix) {
  struct Entry {
    PetscInt row, column;
    double value;
  };
  PetscInt first = 0, end = 0, num_rows = 0, num_columns = 0;
  TENON_PETSC(MatGetOwnershipRange(matrix, &first, &end));
  TENON_PETSC(MatGetSize(matrix, &num_rows, &num_columns));
  std::vector<Entry> mine;
  for (PetscInt row = first; row < end; ++row) {
    PetscInt count = 0;
    const PetscInt* columns = nullptr;
    const PetscScalar* values = nullptr;
    TENON_PETSC(MatGetRow(matrix, row, &count, &columns, &values));
    for (PetscInt k = 0; k < count; ++k) mine.push_back({row, columns[k], values[k]});
    TENON_PETSC(MatRestoreRow(matrix, row, &count, &columns, &values));
  }
  Eigen::MatrixXd dense = Eigen::MatrixXd::Zero(num_rows, num_columns);
  for (const Entry& entry : world().gatherAll(mine)) dense(entry.row, entry.column) = entry.value;
  Eigen::FullPivLU<Eigen::MatrixXd> lu(dense);
  return lu.setThreshold(1e-12).rank();
}

// 2^3 hex8 below 3^3, compressed by 10, on planes of symmetry: uniaxial stress, which the mortar
// tie does not disturb. On the planes of symmetry 2 of the 48 rows are redundant.
TEST(Tied, MortarPassesThePatchTestWithRedundantRows) {
  for (const char* on_held : {"keep", "drop"}) {
    Problem problem;
    Body& lower = problem.add("lower", mesh::box(world(), CellType::hex8, {2, 2, 2}), {1000, .3});
    Body& upper = problem.add("upper", mesh::box(world(), CellType::hex8, {3, 3, 3}, {0, 0, 1}, {1, 1, 2}), {1000, .3});
    problem.hold<Fixed>(lower, {"zmin", {"z"}});
    for (Body* body : {&lower, &upper}) {
      problem.hold<Fixed>(*body, {"xmin", {"x"}});
      problem.hold<Fixed>(*body, {"ymin", {"y"}});
    }
    problem.load<force::Traction>(upper, {"zmax", {0, 0, -10}, 1});
    problem.constrain<Mortar>({"tie", {"upper", "zmin"}, {"lower", "zmax"}, "standard"}).on_held = on_held;
    system::MechanicalSystem& mechanics = problem.makeSystem();
    {
      const system::AssembledSystem system(mechanics);
      const system::ConstraintJacobian G(mechanics, system.layout(), system.constrainedFlags());
      EXPECT_EQ(world().sum(static_cast<long>(mechanics.numMultipliers())), 48);
      EXPECT_EQ(rankOf(G.free()), on_held == std::string("keep") ? 46 : 40) << on_held;
    }
    problem.solve("direct");
    for (const std::size_t b : {0, 1})
      EXPECT_LT(
          largestError(problem.body(b), [](const Vec3& x) { return Vec3(.003 * x[0], .003 * x[1], -.01 * x[2]); }),
          1e-10);
    const auto& traction = problem.solution().multipliers[0];  // traction of the lower block on the upper one
    for (std::size_t row = 0; row < traction.size(); ++row) EXPECT_NEAR(traction[row], row % 3 == 2 ? 10 : 0, 1e-9);
  }
}

/// Returns the largest displacement error of two cubes, one on top of the other, pulled by 10: u_z
/// = (z - 1) / 100. The same displacement is prescribed to the upper cube at x = 0, including the
/// edge of the slave side.
double errorOfHeldEdge(Problem& problem, CellType lower_type, CellType upper_type, const char* multipliers,
                       const char* on_held) {
  const Field exact = [](const Vec3& x) { return Vec3(-.003 * x[0], -.003 * x[1], .01 * (x[2] - 1)); };
  Body& lower = problem.add("lower", mesh::box(world(), lower_type, {2, 2, 2}), {1000, .3});
  Body& upper = problem.add("upper", mesh::box(world(), upper_type, {3, 3, 2}, {0, 0, 1}, {1, 1, 2}), {1000, .3});
  for (Body* body : {&lower, &upper}) {
    problem.hold<Fixed>(*body, {"xmin", {"x"}});
    problem.hold<Fixed>(*body, {"ymin", {"y"}});
  }
  problem.hold<DirichletField>(upper, {"xmin", {2}, exact});
  problem.load<force::Traction>(upper, {"zmax", {0, 0, 10}, 1});
  problem.load<force::Traction>(lower, {"zmin", {0, 0, -10}, 1});
  problem.constrain<Mortar>({"tie", {"upper", "zmin"}, {"lower", "zmax"}, multipliers}).on_held = on_held;
  problem.solve("direct");
  return std::max(largestError(problem.body(0), exact), largestError(problem.body(1), exact));
}

// Without the rows of constrained slaves the tie lacks functions for a constant traction: an error
// of more than 1 %.
TEST(Tied, HeldSlaveEdgesCarryTheTractionOfTheClosedForm) {
  for (const char* multipliers : {"standard", "dual"})
    for (const CellType upper : {CellType::hex8, CellType::tet10, CellType::hex20, CellType::prism15}) {
      Problem joined, dropped;
      EXPECT_LT(errorOfHeldEdge(joined, CellType::hex20, upper, multipliers, "automatic"), 1e-9);
      EXPECT_GT(errorOfHeldEdge(dropped, CellType::hex20, upper, multipliers, "drop"), 1e-2);
      const auto places = joined.mechanics().constraints()[0]->rowKeys();
      const auto& traction = joined.solution().multipliers[0];
      for (std::size_t row = 0; row < traction.size(); ++row) {
        const double x = joined.body(1).mesh().points()[3 * static_cast<std::size_t>(places[row].node)];
        EXPECT_NEAR(traction[row], row % 3 == 2 && x > 1e-9 ? -10 : 0, 1e-7);
      }
    }
}

/// A cube of 4^3 hex8 below a block of cells of size h that overhangs its edge at x = 1 by three
/// cells, less a sliver of a cell. The block is compressed from above by 1. With `supported` the
/// overhang is also loaded from below, so that the stress is uniform.
struct Overhang {
  double sliver;
  const char* multipliers;
  bool supported;

  /// Returns the normal tractions by the position of their nodes, and the iterations.
  std::map<std::pair<int, int>, double> tractions;
  int iterations = 0;

  void solve(const std::string& preset) {
    const double h = 1.0 / (5.0 + sliver);
    Problem problem;
    Body& lower = problem.add("lower", mesh::box(world(), CellType::hex8, {4, 4, 4}), {1000, .3});
    Body& upper =
        problem.add("upper", mesh::box(world(), CellType::hex8, {8, 5, 3}, {0, 0, 1}, {8 * h, 1, 2}), {1000, .3});
    problem.hold<Fixed>(lower, {"zmin", {"z"}});
    for (Body* body : {&lower, &upper}) {
      problem.hold<Fixed>(*body, {"xmin", {"x"}});
      problem.hold<Fixed>(*body, {"ymin", {"y"}});
    }
    problem.load<force::Traction>(upper, {"zmax", {0, 0, -1}, 1});
    if (supported)
      problem.load<LoadField>(upper, {"zmin", 2, [](const Vec3& x) { return Vec3(0, 0, x[0] > 1 ? 1 : 0); }});
    problem.constrain<Mortar>({"tie", {"upper", "zmin"}, {"lower", "zmax"}, multipliers});
    problem.solve(preset);
    const auto nodes = problem.mechanics().constraints()[0]->carrierNodes();
    std::vector<std::array<double, 3>> mine;
    for (std::size_t k = 0; k < nodes.size(); ++k) {
      const double* x = problem.body(1).mesh().points().data() + 3 * static_cast<std::ptrdiff_t>(nodes[k]);
      mine.push_back({x[0] / h, 5 * x[1], problem.solution().multipliers[0][3 * k + 2]});
    }
    for (const auto& [i, j, traction] : world().gatherAll(mine))
      tractions[{static_cast<int>(std::lround(i)), static_cast<int>(std::lround(j))}] = traction;
    iterations = problem.solution().statistics.iterations;
  }
};

// Every slave node with a multiplier transmits the traction 1. Regression: a sliver caused
// multipliers of -2e5.
TEST(Tied, OverhangingSlaveCarriesTheTractionOfTheClosedForm) {
  for (const char* multipliers : {"standard", "dual"})
    for (const double sliver : {0.0, 1e-6, 1e-4, 1e-2}) {
      Overhang problem{sliver, multipliers, true, {}};
      problem.solve("direct");
      EXPECT_EQ(problem.tractions.size(), 36U);
      for (const auto& [node, traction] : problem.tractions)
        EXPECT_NEAR(traction, 1.0, 0.05) << multipliers << " sliver " << sliver << " at " << node.first;
    }
}

// Slivers have no effect on a nonuniform stress that is largest at the edge.
TEST(Tied, SliversChangeNeitherTractionsNorIterations) {
  for (const char* multipliers : {"standard", "dual"}) {
    Overhang without{0.0, multipliers, false, {}};
    without.solve("schur");
    double largest = 0.0;
    for (const auto& [node, traction] : without.tractions) largest = std::max(largest, std::abs(traction));
    for (const double sliver : {1e-6, 1e-4}) {
      Overhang with{sliver, multipliers, false, {}};
      with.solve("schur");
      EXPECT_LE(with.iterations, without.iterations + 3) << multipliers << sliver;
      ASSERT_EQ(with.tractions.size(), without.tractions.size());
      for (const auto& [node, traction] : with.tractions)
        EXPECT_NEAR(traction, without.tractions.at(node), 0.01 * largest) << multipliers << sliver;
    }
  }
}

/// Returns the relative error of a brick [0, 1]^2 x [0, 2] that is cut along a curved surface, of
/// n^3 and (n + 1)^3 boxes of tet10, for the quadratic field of Quadratic.IsExactAtNodes. Both ends
/// are constrained; the exact tractions act on the sides.
double errorOfCurvedTie(int n, const char* multipliers) {
  const fem::LinearElastic material{1000, .3};
  const Field exact = [](const Vec3& x) {
    return Vec3(x[0] * x[0], x[1] * x[1] - 2 * x[0] * x[1], x[2] * x[2] - 2 * x[1] * x[2]);
  };
  const auto bent = [](const Point& p) {
    return Point{p[0], p[1], p[2] + 0.2 * p[2] * (2 - p[2]) * std::sin(2 * p[0]) * std::cos(p[1])};
  };
  Problem problem;
  const auto addBrick = [&](const std::string& name, int cells, double low, const char* end) {
    Body& body = problem.add(
        name, mesh::box(world(), CellType::tet10, {cells, cells, cells}, {0, 0, low}, {1, 1, low + 1}, {bent, nullptr}),
        material);
    const double mu = material.mu(), lambda = material.lambda();
    problem.load<force::BodyForce>(body, {-Vec3(2 * mu, 2 * mu, 2 * lambda + 4 * mu), "all", 1});
    problem.hold<DirichletField>(body, {end, {0, 1, 2}, exact});
    for (const auto& [side, normal] : {std::pair{"xmin", Vec3(-1, 0, 0)},
                                       {"xmax", Vec3(1, 0, 0)},
                                       {"ymin", Vec3(0, -1, 0)},
                                       {"ymax", Vec3(0, 1, 0)}})
      problem.load<LoadField>(body, {side, 2, [=, n = normal](const Vec3& x) -> Vec3 {
                                       base::Mat3 H;
                                       H << 2 * x[0], 0, 0, -2 * x[1], 2 * x[1] - 2 * x[0], 0, 0, -2 * x[2],
                                           2 * x[2] - 2 * x[1];
                                       return lambda * H.trace() * n + mu * (H + H.transpose()) * n;
                                     }});
  };
  addBrick("lower", n, 0, "zmin");
  addBrick("upper", n + 1, 1, "zmax");
  problem.constrain<Mortar>({"tie", {"upper", "zmin"}, {"lower", "zmax"}, multipliers, 0.3});
  problem.solve("direct");
  return std::max(largestError(problem.body(0), exact), largestError(problem.body(1), exact));
}

// Second-order functions on both sides: errors decrease by 7 (standard multipliers) or 5 (dual
// ones) when cells are halved. An affine patch test also passes with multipliers that leave the
// corners of triangles free; this test does not.
TEST(Tied, CurvedInterfacesOfSecondOrderConverge) {
  for (const char* multipliers : {"standard", "dual"}) {
    const double coarse = errorOfCurvedTie(2, multipliers), fine = errorOfCurvedTie(4, multipliers);
    EXPECT_LT(fine, coarse / 4.0) << multipliers;
    EXPECT_LT(fine, 1.5e-3) << multipliers;
  }
}

TEST(Tied, BodyHeldByNothingIsRefusedWithItsMotions) {
  Problem loose;
  Body& left = loose.add("left", mesh::box(world(), CellType::hex8, {2, 2, 2}), {1000, .3});
  loose.add("right", mesh::box(world(), CellType::hex8, {2, 2, 2}, {3, 0, 0}, {4, 1, 1}), {1000, .3});
  loose.hold<Fixed>(left, {"xmin", {}});
  try {
    loose.solve("direct");
    ADD_FAILURE() << "nothing holds the right cube";
  } catch (const base::InputError& error) {
    EXPECT_THAT(
        error.what(),
        HasSubstr("Nothing supports object 'right': it can translate along x, y and z and rotate about x, y and z"));
    EXPECT_THAT(error.what(), HasSubstr("Add a Dirichlet condition or a constraint."));
  }
  Problem sliding;
  Body& only = sliding.add("cube", mesh::box(world(), CellType::hex8, {2, 2, 2}), {1000, .3});
  sliding.hold<Fixed>(only, {"zmin", {"z"}});
  try {
    sliding.solve("cg-amg");
    ADD_FAILURE() << "nothing holds the cube in x and y";
  } catch (const base::InputError& error) {
    EXPECT_THAT(error.what(),
                HasSubstr("Insufficient support of object 'cube': it can translate along x and y and rotate about z"));
  }
}

}  // namespace
}  // namespace tenon::simulation

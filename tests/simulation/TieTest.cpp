// Tied bodies against one body.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "Problem.hpp"
#include "tenon/base/Error.hpp"
#include "tenon/constraint/Tie.hpp"
#include "tenon/force/Gravity.hpp"
#include "tenon/force/Traction.hpp"
#include "tenon/mesh/readMeshes.hpp"

namespace tenon::simulation {
namespace {

using namespace testing;
using constraint::Fixed;
using constraint::Tie;
using ::testing::HasSubstr;

const fem::LinearElastic steel{210000, .3}, aluminium{70000, .33};

/// A mesh that scripts/meshes makes.
std::string meshFile(const std::string& name) {
  return (std::filesystem::path(__FILE__).parent_path() / "../../meshes" / (name + ".msh")).string();
}

const Vec3 gravity(0, 0, -9810), traction(0, 1, -4);  // mm / s^2, MPa: as in apps/cases/bracket.yaml

void loadBlock(Problem& problem, Body& body, const std::string& cells) {
  problem.load<force::Gravity>(body, {2.7e-9, gravity, cells, 1});
  problem.load<force::Traction>(body, {"top", traction, 1});
}

/// Bracket and block as one mesh.
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

/// The same as two bodies whose meshes do not match.
void solveTied(Problem& problem, const std::string& preset) {
  auto meshes = mesh::readMeshes(world(), {{meshFile("bracket_coarse"), {}}, {meshFile("block_coarse"), {}}});
  Body& bracket = problem.add("bracket", std::move(meshes[0]), steel);
  Body& block = problem.add("block", std::move(meshes[1]), aluminium);
  problem.load<force::Gravity>(bracket, {7.85e-9, gravity, "", 1});
  loadBlock(problem, block, "");
  problem.hold<Fixed>(bracket, {"bolts", {}});
  problem.constrain<Tie>({"interface", {"block", "base"}, {"bracket", "foot"}});
  problem.solve(preset);
}

TEST(Tied, DemoMovesAsOneConformingMesh) {
  Problem whole, tied;
  solveOnePiece(whole);
  solveTied(tied, "schur");
  // Corners of the block's top, which every mesh has
  for (const Vec3& place : {Vec3(130, 30, 48), Vec3(130, -30, 48), Vec3(70, 30, 48), Vec3(70, -30, 48)}) {
    const Vec3 expected = displacementAt(whole.body(0), place);
    EXPECT_LT((displacementAt(tied.body(1), place) - expected).norm(), 0.02 * expected.norm());
  }
  const double largest = std::max(largestDisplacement(tied.body(0)), largestDisplacement(tied.body(1)));
  EXPECT_NEAR(largest, largestDisplacement(whole.body(0)), 0.02 * largestDisplacement(whole.body(0)));
  EXPECT_NEAR(tied.energy(), whole.energy(), 0.02 * whole.energy());
}

/// A beam [0, 2] x [0, 1]^2 held at x = 0 and pulled down at x = 2, of two cubes of n^3 and m^3 hex8 tied at x = 1.
void solveTwoCubes(Problem& problem, int n, int m, const std::string& preset) {
  Body& left = problem.add("left", mesh::box(world(), CellType::hex8, {n, n, n}), {1000, .3});
  Body& right = problem.add("right", mesh::box(world(), CellType::hex8, {m, m, m}, {1, 0, 0}, {2, 1, 1}), {1000, .3});
  problem.hold<Fixed>(left, {"xmin", {}});
  problem.load<force::Traction>(right, {"xmax", {0, 0, -1}, 1});
  problem.constrain<Tie>({"tie", {"right", "xmin"}, {"left", "xmax"}});
  problem.solve(preset);
}

// Nothing but the tie holds the right cube: A is singular, the saddle point is not. Meshes that match give what one
// mesh gives, to round-off.
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

TEST(Tied, BodyHeldByNothingIsRefusedWithItsMotions) {
  Problem loose;
  Body& left = loose.add("left", mesh::box(world(), CellType::hex8, {2, 2, 2}), {1000, .3});
  loose.add("right", mesh::box(world(), CellType::hex8, {2, 2, 2}, {3, 0, 0}, {4, 1, 1}), {1000, .3});
  loose.hold<Fixed>(left, {"xmin", {}});
  try {
    loose.solve("direct");
    ADD_FAILURE() << "nothing holds the right cube";
  } catch (const base::InputError& error) {
    EXPECT_THAT(error.what(),
                HasSubstr("Nothing holds object 'right': it can move along x, y and z and turn about x, y and z"));
    EXPECT_THAT(error.what(), HasSubstr("Hold it by a condition or a constraint."));
  }
  Problem sliding;
  Body& only = sliding.add("cube", mesh::box(world(), CellType::hex8, {2, 2, 2}), {1000, .3});
  sliding.hold<Fixed>(only, {"zmin", {"z"}});
  try {
    sliding.solve("cg-amg");
    ADD_FAILURE() << "nothing holds the cube in x and y";
  } catch (const base::InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("Nothing holds object 'cube': it can move along x and y and turn about z"));
  }
}

}  // namespace
}  // namespace tenon::simulation

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Equal results on any number of ranks, and bitwise equal results on the same ranks.
#include <gtest/gtest.h>
#include <petscmat.h>

#include <cmath>

#include "Problem.hpp"
#include "constraint/ties/Mortar.hpp"
#include "force/DensityLoad.hpp"
#include "force/Gravity.hpp"
#include "la/assembly/MatrixAssembly.hpp"
#include "tenon/system/forms/AssembledSystem.hpp"

namespace tenon::simulation {
namespace {

using namespace testing;
using constraint::Fixed;

/// Distributes the cells pseudo-randomly, but reproducibly.
int partOf(const Point& x) {
  const double mixed = std::sin(12.9898 * x[0] + 78.233 * x[1] + 37.719 * x[2]) * 43758.5453;
  return static_cast<int>((mixed - std::floor(mixed)) * world().size());
}

/// Adds a clamped block of tet10; addUpper() ties a block of hex8 to it. Their meshes do not match.
/// The cells of the upper block are distributed irregularly.
void addLower(Problem& problem) {
  Body& lower = problem.add("lower", mesh::box(world(), CellType::tet10, {3, 2, 2}, {0, 0, 0}, {3, 2, 1}), {1000, .3});
  problem.hold<Fixed>(lower, {"xmin", {}});
  problem.load<force::Traction>(lower, {"xmax", {0, 0, -.1}, 1});
}

void addUpper(Problem& problem) {
  Body& upper = problem.add("upper", mesh::box(world(), CellType::hex8, {4, 3, 5}, {0, 0, 1}, {2, 2, 3}, {{}, partOf}),
                            {200, .4});
  problem.load<force::Gravity>(upper, {.1, {0, 0, -9.81}, "", 1});
  problem.load<force::Traction>(upper, {"zmax", {.5, .25, 0}, 1});
  problem.constrain<constraint::Mortar>({"tie", {"upper", "zmin"}, {"lower", "zmax"}, "standard"});
}

/// Returns the sum of |u_c| over the nodes of a body, which is independent of their order and
/// depends on all of them.
Vec3 sumOfAbsolutes(const Body& body) {
  double sum[3] = {};
  for (LocalIndex node = 0; node < body.mesh().layout().numOwned(); ++node)
    for (int c = 0; c < 3; ++c) sum[c] += std::abs(body.state().displacement()[static_cast<std::size_t>(3 * node + c)]);
  world().sumInPlace<double>(sum);
  return {sum[0], sum[1], sum[2]};
}

void expectNear(const Vec3& computed, const Vec3& expected) {
  EXPECT_LT((computed - expected).norm(), 1e-10 * expected.norm()) << computed.transpose();
}

/// Returns the Frobenius norm by compensated summation: PETSc's sums differ in the 14th digit
/// between numbers of ranks.
double frobeniusNorm(Mat matrix) {
  PetscInt first = 0, end = 0;
  TENON_PETSC(MatGetOwnershipRange(matrix, &first, &end));
  long double sum = 0;
  for (PetscInt row = first; row < end; ++row) {
    PetscInt count = 0;
    const PetscScalar* values = nullptr;
    TENON_PETSC(MatGetRow(matrix, row, &count, nullptr, &values));
    for (PetscInt k = 0; k < count; ++k) sum += static_cast<long double>(values[k]) * values[k];
    TENON_PETSC(MatRestoreRow(matrix, row, &count, nullptr, &values));
  }
  return std::sqrt(world().sum(static_cast<double>(sum)));
}

// The reference values are those of one rank.
TEST(Ranks, AnyNumberGivesTheSameSolution) {
  Problem problem;
  addLower(problem);
  addUpper(problem);
  problem.solve("direct");
  const Body &lower = problem.body(0), &upper = problem.body(1);
  EXPECT_NEAR(problem.energy(), 0.33758092232450349, 1e-10 * 0.338);
  expectNear(sumOfAbsolutes(lower), {1.9002374881242285, 0.3098857154879156, 10.782988552876203});
  expectNear(sumOfAbsolutes(upper), {8.7124605928155869, 1.7499894371557823, 5.6849961197809478});
  expectNear(problem.reaction(0, "xmin"), {-2, -1, 8.048});  // opposite of the loads
  expectNear(displacementAt(upper, {2, 2, 3}), {0.13226984101434591, 0.030314291534268178, -0.11504409587597983});
  EXPECT_NEAR(largestDisplacement(lower), 0.14205193046384218, 1e-10 * 0.1421);
  EXPECT_NEAR(largestDisplacement(upper), 0.17790281366270347, 1e-10 * 0.1779);
}

TEST(Ranks, AnyNumberGivesTheSameMatrix) {
  Problem problem;
  addLower(problem);
  addUpper(problem);
  system::MechanicalSystem& mechanics = problem.makeSystem();
  for (const auto insertion : {la::Insertion::slots, la::Insertion::blocked}) {
    system::AssembledSystem assembled(mechanics, insertion);
    assembled.assemble({0, 0, -1});
    EXPECT_NEAR(frobeniusNorm(assembled.matrix().get()), 45346.514879124326, 1e-13 * 45346.5);
  }
}

struct Repetition {
  const char* preset;
  bool tied;
  std::string direct_part;  ///< prefix of the solver that factorises; "-": none
};

class RepeatedRuns : public ::testing::TestWithParam<Repetition> {};

/// Returns options for bitwise reproducible results. On several ranks MUMPS, and PETSc's default
/// for the coarse matrices of multigrid, sum contributions in the order of their messages, so that
/// the last digits may differ from run to run. These options avoid this at a price: each rank
/// factorises a copy of the whole matrix, and the coarse matrices take several times longer to
/// form.
std::vector<std::string> inOneOrder(const std::string& direct_part) {
  std::vector<std::string> words;
  if (world().size() > 1) words = {"-matptap_via", "allatonce"};
  if (direct_part == "-") return words;
  const std::string prefix = "-" + direct_part;
  for (const auto& [name, value] : {std::pair{"pc_type", "redundant"}, std::pair{"redundant_pc_type", "lu"},
                                    std::pair{"redundant_pc_factor_mat_solver_type", "mumps"}}) {
    words.push_back(prefix + name);
    words.emplace_back(value);
  }
  return words;
}

/// Returns everything that a run computes on this rank.
std::vector<std::vector<double>> bitsOf(const Problem& problem) {
  auto bits = problem.solution().multipliers;
  for (std::size_t b = 0; b < problem.mechanics().bodies().size(); ++b) {
    const Body& body = problem.body(b);
    const auto owned = body.mesh().layout().numOwned();
    bits.emplace_back(body.state().displacement().begin(), body.state().displacement().end());
    bits.push_back(problem.solution().reactions[b]);
    const auto stress = fem::recover(body.domain(), body.forces).stress().nodes;
    bits.emplace_back(stress.begin(), stress.begin() + 6 * owned);
  }
  bits.push_back({problem.energy()});
  return bits;
}

TEST_P(RepeatedRuns, SameRanksGiveTheSameBits) {
  std::vector<std::vector<double>> first;
  for (int run = 0; run < 10; ++run) {
    Problem problem;
    addLower(problem);
    if (GetParam().tied) addUpper(problem);
    problem.solve(GetParam().preset, inOneOrder(GetParam().direct_part));
    if (run == 0) first = bitsOf(problem);
    ASSERT_TRUE(world().all(bitsOf(problem) == first)) << "run " << run;
  }
}

INSTANTIATE_TEST_SUITE_P(Ranks, RepeatedRuns,
                         ::testing::Values(Repetition{"cg-amg", false, "-"},
                                           Repetition{"schur", true, "fieldsplit_multipliers_"},
                                           Repetition{"direct", true, ""}),
                         [](const auto& tested) {
                           std::string name = tested.param.preset;
                           return name.substr(0, name.find('-'));
                         });

}  // namespace
}  // namespace tenon::simulation

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/system/forms/extract.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "constraint/dirichlet/Fixed.hpp"
#include "constraint/dirichlet/Prescribed.hpp"
#include "constraint/ties/NodeTie.hpp"
#include "fem/LinearElastic.hpp"
#include "force/Gravity.hpp"
#include "mass/LumpedMass.hpp"
#include "tenon/force/SolidForce.hpp"
#include "tenon/mesh/generation/generate.hpp"
#include "tenon/system/forms/AssembledSystem.hpp"
#include "tenon/system/operators/ConstraintJacobian.hpp"

namespace tenon::system {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

base::Communicator world() {
  return base::Communicator::world();
}

std::unique_ptr<Body> makeBody(const std::string& name, std::array<int, 3> cells, double bottom) {
  auto body =
      std::make_unique<Body>(name, mesh::box(world(), mesh::CellType::hex8, cells, {0, 0, bottom}, {1, 1, bottom + 1}));
  body->forces.push_back(std::make_unique<force::SolidForce<fem::LinearElastic>>(
      fem::LinearElastic{1000.0, 0.3}, force::SolidOptions{}, body->domain()));
  force::Gravity::Data gravity;
  gravity.density = 2.0;
  gravity.acceleration = {0, 0, -10};
  body->forces.push_back(std::make_unique<force::Gravity>(gravity, body->domain()));
  mass::LumpedMass::Data mass;
  mass.density = 2.0;
  body->masses.push_back(std::make_unique<mass::LumpedMass>(mass, body->domain()));
  return body;
}

std::unique_ptr<MechanicalSystem> oneBox(std::array<int, 3> cells) {
  std::vector<std::unique_ptr<Body>> bodies;
  bodies.push_back(makeBody("box", cells, 0.0));
  constraint::Prescribed::Data pulled;
  pulled.group = "zmax";
  pulled.values[2] = 0.01;
  bodies[0]->conditions.push_back(
      std::make_unique<constraint::Fixed>(constraint::Fixed::Data{"zmin", {}}, bodies[0]->domain()));
  bodies[0]->conditions.push_back(std::make_unique<constraint::Prescribed>(pulled, bodies[0]->domain()));
  return std::make_unique<MechanicalSystem>(std::move(bodies), std::vector<std::unique_ptr<constraint::Constraint>>{});
}

/// Returns two cubes tied twice: by the whole face, and by the same face with slave and master
/// exchanged.
std::unique_ptr<MechanicalSystem> twoCubes() {
  std::vector<std::unique_ptr<Body>> bodies;
  bodies.push_back(makeBody("lower", {2, 2, 2}, 0.0));
  bodies.push_back(makeBody("upper", {3, 3, 3}, 1.0));
  bodies[0]->conditions.push_back(
      std::make_unique<constraint::Fixed>(constraint::Fixed::Data{"zmax", {}}, bodies[0]->domain()));
  const auto find = [&bodies](const std::string& name) -> const fem::Domain& {
    return bodies[name == "lower" ? 0 : 1]->domain();
  };
  std::vector<std::unique_ptr<constraint::Constraint>> constraints;
  for (const bool upper_is_slave : {true, false}) {
    constraint::NodeTie::Data tie;
    tie.name = upper_is_slave ? "down" : "up";
    tie.slave = {"upper", "zmin"};
    tie.master = {"lower", "zmax"};
    if (!upper_is_slave) std::swap(tie.slave, tie.master);
    constraints.push_back(std::make_unique<constraint::NodeTie>(tie, find));
    constraints.back()->on_held = "keep";  // the lower cube's top is constrained
  }
  return std::make_unique<MechanicalSystem>(std::move(bodies), std::move(constraints));
}

double norm(const la::Matrix& matrix) {
  double value = 0.0;
  TENON_PETSC(MatNorm(matrix.get(), NORM_FROBENIUS, &value));
  return value;
}

double norm(const la::Vector& vector) {
  double value = 0.0;
  TENON_PETSC(VecNorm(vector.get(), NORM_2, &value));
  return value;
}

double distance(const la::Matrix& a, const la::Matrix& b) {
  la::Matrix difference;
  TENON_PETSC(MatDuplicate(a.get(), MAT_COPY_VALUES, difference.out()));
  TENON_PETSC(MatAXPY(difference.get(), -1.0, b.get(), DIFFERENT_NONZERO_PATTERN));
  return norm(difference);
}

double entriesIn(const la::Matrix& matrix) {
  MatInfo info;
  TENON_PETSC(MatGetInfo(matrix.get(), MAT_GLOBAL_SUM, &info));
  return info.nz_used;
}

template <class Work>
std::string refusal(Work&& work) {
  try {
    work();
  } catch (const base::InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Extract, KOfAHexMeshHasTheKnownSize) {
  const auto system = oneBox({3, 3, 19});
  const la::Matrix K = stiffnessOf(*system);
  PetscInt rows = 0, columns = 0;
  TENON_PETSC(MatGetSize(K.get(), &rows, &columns));
  EXPECT_EQ(rows, 960);
  EXPECT_EQ(columns, 960);
  EXPECT_EQ(entriesIn(K), 52200.0);
}

TEST(Extract, OfOneContributorAndOfAll) {
  const auto system = twoCubes();
  EXPECT_THAT(contributorNames(*system),
              ::testing::ElementsAre("elastic on lower", "gravity on lower", "elastic on upper", "gravity on upper",
                                     "lumped mass on lower", "lumped mass on upper", "down", "up"));
  const la::Matrix K = stiffnessOf(*system), of_lower = stiffnessOf(*system, {"elastic on lower"}),
                   of_upper = stiffnessOf(*system, {"elastic on upper"});
  EXPECT_GT(norm(of_lower), 1.0);
  EXPECT_EQ(norm(stiffnessOf(*system, {"gravity on lower"})), 0.0);
  la::Matrix sum;
  TENON_PETSC(MatDuplicate(of_lower.get(), MAT_COPY_VALUES, sum.out()));
  TENON_PETSC(MatAXPY(sum.get(), 1.0, of_upper.get(), DIFFERENT_NONZERO_PATTERN));
  EXPECT_LE(distance(sum, K), 1e-14 * norm(K));
  // A = m M + b B + k K with B = 0.
  const la::Matrix M = massOf(*system), B = dampingOf(*system);
  EXPECT_EQ(norm(B), 0.0);
  MatrixContents raw;
  raw.projective_conditions = false;
  const la::Matrix A = matrixOf(*system, {2.0, 5.0, -3.0}, raw);
  TENON_PETSC(MatScale(sum.get(), -3.0));
  TENON_PETSC(MatAXPY(sum.get(), 2.0, M.get(), DIFFERENT_NONZERO_PATTERN));
  EXPECT_LE(distance(A, sum), 1e-14 * norm(A));
  la::Vector weight = forceOf(*system, {"gravity on upper"});
  PetscScalar total = 0.0;
  TENON_PETSC(VecSum(weight.get(), &total));
  EXPECT_NEAR(total, -20.0, 1e-12);
}

TEST(Extract, ProjectedIsWhatIsSolved) {
  const auto system = oneBox({3, 2, 2});
  AssembledSystem assembled(*system);
  assembled.assemble({0.0, 0.0, -1.0});
  const la::Matrix A = matrixOf(*system, {0.0, 0.0, -1.0}), solved = la::Matrix::share(assembled.get());
  EXPECT_EQ(distance(A, solved), 0.0);
  la::Matrix minus_K = stiffnessOf(*system, {"elastic on box", true});
  TENON_PETSC(MatScale(minus_K.get(), -1.0));
  EXPECT_EQ(distance(A, minus_K), 0.0) << "the diagonal of constrained degrees of freedom has the sign of K";
}

TEST(Extract, RightHandSideDoesNotDependOnTheMotionOfLinearBodies) {
  const auto system = oneBox({3, 2, 4});
  system->imposeDirichletValues();
  const la::Vector at_rest = rightHandSideOf(*system);
  MatrixContents raw;
  raw.projective_conditions = false;
  const la::Vector raw_at_rest = rightHandSideOf(*system, raw);
  la::State& state = system->bodies()[0]->state();
  for (LocalIndex node = 0; node < state.layout().numLocal(); ++node)
    for (int i = 0; i < 3; ++i) {
      const auto at = static_cast<std::size_t>(3 * node + i);
      const bool held = node < state.layout().numOwned() && system->constrainedDofs()[0].isConstrained(node, i);
      if (!held) state.displacement()[at] += 1e-3 * std::sin(7.0 * state.reference()[at] + i);
    }
  system->imposeDirichletValues();  // including ghosts
  la::Vector moved = rightHandSideOf(*system), raw_moved = rightHandSideOf(*system, raw);
  TENON_PETSC(VecAXPY(moved.get(), -1.0, at_rest.get()));
  TENON_PETSC(VecAXPY(raw_moved.get(), -1.0, raw_at_rest.get()));
  EXPECT_LE(norm(moved), 1e-12 * norm(at_rest));
  // Forces as contributors return them: the loads.
  EXPECT_LE(norm(raw_moved), 1e-12 * norm(at_rest));
  la::Vector loads = forceOf(*system, {"gravity on box"});
  TENON_PETSC(VecAXPY(loads.get(), -1.0, raw_at_rest.get()));
  EXPECT_LE(norm(loads), 1e-12 * norm(at_rest));
}

TEST(Extract, ConstraintsTogetherAndOneByOne) {
  const auto system = twoCubes();
  const la::Matrix G = jacobianOf(*system), down = jacobianOf(*system, {"down"}), up = jacobianOf(*system, {"up"});
  EXPECT_NEAR(std::hypot(norm(down), norm(up)), norm(G), 1e-13 * norm(G));
  PetscInt rows = 0, columns = 0;
  TENON_PETSC(MatGetSize(down.get(), &rows, &columns));
  EXPECT_EQ(rows, 48);
  EXPECT_EQ(columns, 3 * (27 + 64));
  TENON_PETSC(MatGetSize(up.get(), &rows, &columns));
  EXPECT_EQ(rows, 27);
  // The face of the lower cube is constrained: only the columns of the upper cube remain in `up`.
  const la::Matrix free = jacobianOf(*system, {"down", true});
  EXPECT_NEAR(norm(free), std::sqrt(48.0), 1e-13);
  const la::Matrix C = complianceOf(*system, {"up"});
  EXPECT_EQ(entriesIn(C), 27.0);
  EXPECT_EQ(norm(C), 0.0);
  system->constraints()[1]->compliance = 0.5;
  for (const double scale : {1.0, 4.0}) {  // the scale is internal to the solver
    system->constraints()[1]->scale = scale;
    EXPECT_NEAR(norm(complianceOf(*system, {"up"})), 0.5 * std::sqrt(27.0), 1e-13);
    EXPECT_NEAR(norm(jacobianOf(*system, {"up"})), norm(up), 1e-13 * norm(up));
  }
  std::vector<std::vector<double>> lambda;
  for (const auto& constraint : system->constraints())
    lambda.emplace_back(static_cast<std::size_t>(constraint->numRows()), lambda.empty() ? 1.0 : 2.0);
  EXPECT_NEAR(norm(multipliersOf(*system, lambda)), std::sqrt(48.0 + 4.0 * 27.0), 1e-13);
  EXPECT_NEAR(norm(multipliersOf(*system, lambda, {"up"})), std::sqrt(4.0 * 27.0), 1e-13);
  const auto groups = multiplierRowsOf(*system);
  ASSERT_EQ(groups.size(), 2u);
  EXPECT_EQ(groups[1].first, groups[0].count);
}

TEST(Extract, RefusesWhatIsNotThere) {
  const auto tied = twoCubes(), box = oneBox({1, 1, 1});
  EXPECT_THAT(refusal([&] { stiffnessOf(*tied, {"elastic on uper"}); }),
              AllOf(HasSubstr("no contributor 'elastic on uper'"), HasSubstr("did you mean 'elastic on upper'")));
  EXPECT_THAT(refusal([&] { massOf(*tied, {"elastic on upper"}); }), HasSubstr("is a force and therefore has no M"));
  EXPECT_THAT(refusal([&] { stiffnessOf(*tied, {"lumped mass on upper"}); }),
              HasSubstr("is a mass and therefore has no K"));
  EXPECT_THAT(refusal([&] { dampingOf(*tied, {"up"}); }), HasSubstr("is a constraint and therefore has no B"));
  EXPECT_THAT(refusal([&] { jacobianOf(*tied, {"lumped mass on upper"}); }),
              HasSubstr("is a mass and therefore has no G"));
  EXPECT_THAT(refusal([&] { complianceOf(*box); }), HasSubstr("no constraints, and therefore no C"));
  EXPECT_THAT(refusal([&] { matrixOf(*box, {0.0, 0.0, std::nan("")}); }), HasSubstr("stiffness is nan"));
}

}  // namespace
}  // namespace tenon::system

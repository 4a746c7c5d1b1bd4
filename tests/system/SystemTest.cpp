// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>

#include "constraint/dirichlet/Fixed.hpp"
#include "constraint/dirichlet/Prescribed.hpp"
#include "constraint/ties/NodeTie.hpp"
#include "fem/LinearElastic.hpp"
#include "force/Gravity.hpp"
#include "la/assembly/MatrixAssembly.hpp"
#include "mass/LumpedMass.hpp"
#include "system/evaluation.hpp"
#include "tenon/force/SolidForce.hpp"
#include "tenon/mesh/generation/generate.hpp"
#include "tenon/system/forms/AssembledSystem.hpp"
#include "tenon/system/operators/ConstraintJacobian.hpp"

namespace tenon::system {
namespace {

using mesh::CellType;

base::Communicator world() {
  return base::Communicator::world();
}

std::unique_ptr<Body> makeBody(const std::string& name, CellType type, int n, double bottom, double density) {
  auto body = std::make_unique<Body>(name, mesh::box(world(), type, {n, n, n}, {0, 0, bottom}, {1, 1, bottom + 1}));
  body->forces.push_back(std::make_unique<force::SolidForce<fem::LinearElastic>>(
      fem::LinearElastic{1000.0, 0.3}, force::SolidOptions{}, body->domain()));
  force::Gravity::Data gravity;
  gravity.density = density;
  gravity.acceleration = {0, 0, -10};
  body->forces.push_back(std::make_unique<force::Gravity>(gravity, body->domain()));
  return body;
}

/// Returns a clamped cube of tets and a cube of hexes on top of it, tied with non-matching meshes.
std::unique_ptr<MechanicalSystem> twoCubes() {
  std::vector<std::unique_ptr<Body>> bodies;
  bodies.push_back(makeBody("lower", CellType::tet4, 2, 0.0, 1.0));
  bodies.push_back(makeBody("upper", CellType::hex8, 3, 1.0, 2.0));
  bodies[0]->conditions.push_back(
      std::make_unique<constraint::Fixed>(constraint::Fixed::Data{"zmin", {}}, bodies[0]->domain()));
  const auto find = [&bodies](const std::string& name) -> const fem::Domain& {
    return bodies[name == "lower" ? 0 : 1]->domain();
  };
  std::vector<std::unique_ptr<constraint::Constraint>> constraints;
  constraint::NodeTie::Data tie;
  tie.name = "interface";
  tie.slave = {"upper", "zmin"};
  tie.master = {"lower", "zmax"};
  constraints.push_back(std::make_unique<constraint::NodeTie>(tie, find));
  return std::make_unique<MechanicalSystem>(std::move(bodies), std::move(constraints));
}

/// Sets a smooth displacement that is the same for every partition.
void moveSmoothly(MechanicalSystem& system, double amount) {
  for (const auto& body : system.bodies()) {
    const auto u = body->state().displacement();
    const auto x = body->state().reference();
    for (std::size_t i = 0; i < u.size(); ++i)
      u[i] += amount * std::sin(1.0 + 2.0 * x[i - i % 3] + 3.0 * x[i - i % 3 + 1] - x[i - i % 3 + 2] + double(i % 3));
  }
}

double norm(Mat matrix) {
  double value = 0.0;
  TENON_PETSC(MatNorm(matrix, NORM_FROBENIUS, &value));
  return value;
}

double norm(Vec vector) {
  double value = 0.0;
  TENON_PETSC(VecNorm(vector, NORM_2, &value));
  return value;
}

TEST(MechanicalSystem, LoadsAddUpToTheWeight) {
  const auto system = twoCubes();
  const auto forces = forcesOf(*system);
  double weight = 0.0;
  for (std::size_t b = 0; b < forces.size(); ++b)
    for (LocalIndex node = 0; node < system->bodies()[b]->state().layout().numOwned(); ++node)
      weight += forces[b][static_cast<std::size_t>(3 * node + 2)];
  EXPECT_NEAR(world().sum(weight), -30.0, 1e-12);
  EXPECT_EQ(system->numUnknowns(), 3 * (27 + 64) + 3 * 16);
}

/// Force that cannot be evaluated on one rank.
class OutOfItsDomain : public force::ForceField {
 public:
  std::string name() const override { return "law"; }
  void addForce(la::ForceVector&) const override {
    if (world().rank() == world().size() - 1) throw base::NotConvergedError("A law has no value here.");
  }
  void addStiffness(la::StiffnessMatrix&) const override {}
};

TEST(MechanicalSystem, ErrorsOfOneRankReachAllRanks) {
  std::vector<std::unique_ptr<Body>> bodies;
  bodies.push_back(makeBody("cube", CellType::hex8, 3, 0.0, 1.0));
  bodies[0]->forces.push_back(std::make_unique<OutOfItsDomain>());
  const MechanicalSystem system(std::move(bodies), {});
  bool told = false;
  try {
    forcesOf(system);
  } catch (const base::NotConvergedError& error) {
    told = error.isOnAllRanks() && std::string(error.what()) == "A law has no value here.";
  }
  EXPECT_TRUE(told);
}

TEST(MechanicalSystem, ImposesPrescribedDisplacementsOnOwnersAndGhosts) {
  std::vector<std::unique_ptr<Body>> bodies;
  bodies.push_back(makeBody("cube", CellType::hex8, 3, 0.0, 1.0));
  constraint::Prescribed::Data data;
  data.group = "xmax";
  data.values[1] = 0.25;
  bodies[0]->conditions.push_back(std::make_unique<constraint::Prescribed>(data, bodies[0]->domain()));
  MechanicalSystem system(std::move(bodies), {});
  system.imposeDirichletValues();
  const la::State& state = system.bodies()[0]->state();
  for (LocalIndex node = 0; node < state.layout().numLocal(); ++node) {
    const auto at = static_cast<std::size_t>(3 * node);
    EXPECT_EQ(state.displacement()[at + 1], state.reference()[at] == 1.0 ? 0.25 : 0.0);
    EXPECT_EQ(state.displacement()[at], 0.0);
  }
}

TEST(AssembledSystem, SlotsAndBlockedInsertionGiveTheSameMatrix) {
  const auto system = twoCubes();
  AssembledSystem slots(*system, la::Insertion::slots, la::DirichletDiagonal::one);
  AssembledSystem blocked(*system, la::Insertion::blocked, la::DirichletDiagonal::one);
  slots.assemble(statics);
  slots.assemble(statics);  // repeated assembly gives the same matrix
  blocked.assemble(statics);
  const double size = norm(blocked.matrix().get());
  la::Matrix difference;
  TENON_PETSC(MatDuplicate(slots.matrix().get(), MAT_COPY_VALUES, difference.out()));
  TENON_PETSC(MatAXPY(difference.get(), -1.0, blocked.matrix().get(), SAME_NONZERO_PATTERN));
  EXPECT_LE(norm(difference.get()), 1e-13 * size);
  MatInfo info;
  TENON_PETSC(MatGetInfo(slots.matrix().get(), MAT_GLOBAL_SUM, &info));
  EXPECT_EQ(info.mallocs, 0.0);
  EXPECT_NEAR(size, 8962.5868421748, 1e-13 * size);  // value on 1 rank
}

TEST(AssembledSystem, MatrixIsTheDerivativeOfTheResidual) {
  const auto system = twoCubes();
  AssembledSystem assembled(*system);
  assembled.assemble({0.0, 0.0, -1.0});
  const la::Vector before = assembled.residual();
  moveSmoothly(*system, 1e-3);
  for (std::size_t s = 0; s < system->bodies().size(); ++s) {  // constrained dofs are unchanged
    const auto u = system->bodies()[s]->state().displacement();
    const auto& held = system->constrainedDofs()[s];
    for (LocalIndex node = 0; node < held.state().layout().numOwned(); ++node)
      for (int i = 0; i < 3; ++i)
        if (held.isConstrained(node, i)) u[static_cast<std::size_t>(3 * node + i)] = 0.0;
    system->bodies()[s]->state().updateGhosts();
  }
  const la::Vector after = assembled.residual(), motion = assembled.layout().makeVector();
  std::vector<gsl::span<const double>> parts;
  for (const auto& body : system->bodies()) parts.push_back(body->state().displacement());
  assembled.layout().gather(parts, motion.get());
  // Linear bodies satisfy f(u) - f(0) + A u = 0.
  la::Vector rest = assembled.layout().makeVector();
  TENON_PETSC(MatMult(assembled.matrix().get(), motion.get(), rest.get()));
  const double size = norm(rest.get());
  TENON_PETSC(VecAXPY(rest.get(), 1.0, after.get()));
  TENON_PETSC(VecAXPY(rest.get(), -1.0, before.get()));
  EXPECT_LE(norm(rest.get()), 1e-12 * size);
}

TEST(AssembledSystem, FactorsCombineMassAndStiffness) {
  std::vector<std::unique_ptr<Body>> bodies;
  bodies.push_back(makeBody("cube", CellType::hex8, 2, 0.0, 1.0));
  mass::LumpedMass::Data density;
  density.density = 3.0;
  bodies[0]->masses.push_back(std::make_unique<mass::LumpedMass>(density, bodies[0]->domain()));
  MechanicalSystem system(std::move(bodies), {});
  AssembledSystem assembled(system);
  assembled.record({1.0, 0.0, -1.0});
  assembled.assemble({2.0, 0.0, 0.0});
  la::Vector ones = assembled.layout().makeVector(), product = assembled.layout().makeVector();
  TENON_PETSC(VecSet(ones.get(), 1.0));
  TENON_PETSC(MatMult(assembled.matrix().get(), ones.get(), product.get()));
  double sum = 0.0;
  TENON_PETSC(VecSum(product.get(), &sum));
  EXPECT_NEAR(sum, 2.0 * 3.0 * 3.0, 1e-12);  // m = rho V in each of three directions
  assembled.assemble({2.0, 0.0, -1.0});
  TENON_PETSC(MatMult(assembled.matrix().get(), ones.get(), product.get()));
  TENON_PETSC(VecSum(product.get(), &sum));
  EXPECT_NEAR(sum, 18.0, 1e-9);  // rigid-body motions cause no elastic force
}

TEST(ConstraintJacobian, IsTheDerivativeOfTheResidual) {
  const auto system = twoCubes();
  const AssembledSystem assembled(*system);
  const ConstraintJacobian jacobian(*system, assembled.layout(), assembled.constrainedFlags());
  const auto before = constraintResidualOf(*system);
  moveSmoothly(*system, 1.0);
  const auto after = constraintResidualOf(*system);
  const la::Vector motion = assembled.layout().makeVector(), product = jacobian.makeVector();
  std::vector<gsl::span<const double>> parts;
  for (const auto& body : system->bodies()) parts.push_back(body->state().displacement());
  assembled.layout().gather(parts, motion.get());
  TENON_PETSC(MatMult(jacobian.full(), motion.get(), product.get()));
  const double* entries = nullptr;
  TENON_PETSC(VecGetArrayRead(product.get(), &entries));
  for (std::size_t i = 0; i < after.size(); ++i) EXPECT_NEAR(after[i] - before[i], entries[i], 1e-13);
  TENON_PETSC(VecRestoreArrayRead(product.get(), &entries));
  EXPECT_EQ(jacobian.groups().front().name, "interface");
  EXPECT_EQ(jacobian.compliance(), nullptr);
}

TEST(MechanicalSystem, RefusesBodiesOfDifferentDimension) {
  std::vector<std::unique_ptr<Body>> bodies;
  bodies.push_back(std::make_unique<Body>("solid", mesh::box(world(), CellType::hex8, {1, 1, 1})));
  bodies.push_back(std::make_unique<Body>("plane", mesh::box(world(), CellType::quad4, {1, 1, 1})));
  EXPECT_THROW(MechanicalSystem(std::move(bodies), {}), base::InputError);
  EXPECT_THROW(MechanicalSystem({}, {}), base::InputError);
}

}  // namespace
}  // namespace tenon::system

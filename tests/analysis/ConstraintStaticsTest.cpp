// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Statics with nonlinear constraints by Newton's method.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "analysis/Residual.hpp"
#include "analysis/Statics.hpp"
#include "analysis/newton/NewtonScales.hpp"
#include "constraint/dirichlet/Fixed.hpp"
#include "constraint/joints/Angle.hpp"
#include "constraint/joints/Distance.hpp"
#include "constraint/sliding/SlidingConstraint.hpp"
#include "fem/LinearElastic.hpp"
#include "force/AngularSprings.hpp"
#include "force/Gravity.hpp"
#include "force/RestShapeSprings.hpp"
#include "force/Springs.hpp"
#include "la/arrays.hpp"
#include "system/evaluation.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/force/SolidForce.hpp"
#include "tenon/mesh/generation/generate.hpp"

namespace tenon::analysis {
namespace {

using constraint::Constraint;
using ::testing::HasSubstr;

/// Two blocks: the left one is clamped, the right one is supported by soft springs and loaded by
/// its weight.
class TwoBodies {
 public:
  using Constraints = std::vector<std::unique_ptr<Constraint>>;
  using Forces = std::vector<std::unique_ptr<force::ForceField>>;

  explicit TwoBodies(int partition = 0, const std::array<int, 3>& cells = {2, 2, 2}) {
    base::setUpLog(base::Communicator::world(), "warn");
    mesh::BoxOptions options;
    const int ranks = base::Communicator::world().size();
    if (partition > 0)
      options.part = [=](const mesh::Point& x) {
        return static_cast<int>(97 * (x[0] + 3 * x[1] + 7 * x[2]) * partition) % ranks;
      };
    addBody("left", mesh::CellType::hex8, cells, {0, 0, 0}, {1, 1, 1}, options);
    addBody("right", mesh::CellType::tet4, {1, 2, 2}, {1.5, 0, 0}, {2.5, 1, 1}, options);
    body(0).conditions.push_back(
        std::make_unique<constraint::Fixed>(constraint::Fixed::Data{"xmin", {}}, body(0).domain()));
    body(1).forces.push_back(
        std::make_unique<force::RestShapeSprings>(force::RestShapeSprings::Data{5.0, "xmax"}, body(1).domain()));
  }

  fem::FindDomain find() const {
    return [this](const std::string& name) -> const fem::Domain& { return bodies_[name == "left" ? 0 : 1]->domain(); };
  }

  Solution solve(Constraints constraints, Forces interactions, const Statics::Data& analysis = {},
                 const std::vector<std::string>& petsc_words = {}) {
    mechanics_ =
        std::make_unique<system::MechanicalSystem>(std::move(bodies_), std::move(constraints), std::move(interactions));
    const bool rows = mechanics_->hasMultipliers();
    Equations equations(*mechanics_);
    solver::Presets presets;
    solver::registerPresets(presets);
    solver::SolverOptions options(petsc_words);
    options.addPreset(presets.find("direct"));
    solver::SolverParameters parameters;
    parameters.preset = "direct";
    base::Phases phases(mechanics_->comm());
    TangentSolver solver(equations, parameters, options);
    Solution solution = Statics(analysis).run(equations, solver, phases);
    if (rows) left_over_ = computeResidual(equations).free_norm / computeResidual(equations).reaction_norm;
    return solution;
  }

  /// Returns the displacements of all nodes by their positions in the mesh files.
  std::vector<double> displacements() const {
    std::vector<double> all;
    for (const auto& body : mechanics_->bodies()) {
      const mesh::Mesh& mesh = body->mesh();
      std::vector<double> sorted(static_cast<std::size_t>(3 * mesh.layout().numGlobal()), 0.0);
      for (base::LocalIndex node = 0; node < mesh.layout().numOwned(); ++node)
        for (std::size_t c = 0; c < 3; ++c)
          sorted[3 * static_cast<std::size_t>(mesh.nodePositions()[static_cast<std::size_t>(node)]) + c] =
              body->state().displacement()[3 * static_cast<std::size_t>(node) + c];
      mesh.comm().sumInPlace(gsl::span<double>(sorted));
      all.insert(all.end(), sorted.begin(), sorted.end());
    }
    return all;
  }
  double largestResidual() const {
    double most = 0.0;
    for (const double row : system::constraintResidualOf(*mechanics_)) most = std::max(most, std::abs(row));
    return mechanics_->comm().max(most);
  }
  double leftOver() const { return left_over_; }
  system::MechanicalSystem& mechanics() { return *mechanics_; }

 private:
  void addBody(const std::string& name, mesh::CellType type, const std::array<int, 3>& cells, const mesh::Point& low,
               const mesh::Point& high, const mesh::BoxOptions& options) {
    auto body =
        std::make_unique<system::Body>(name, mesh::box(base::Communicator::world(), type, cells, low, high, options));
    body->forces.push_back(std::make_unique<force::SolidForce<fem::LinearElastic>>(
        fem::LinearElastic{100.0, 0.3}, force::SolidOptions{}, body->domain()));
    force::Gravity::Data gravity;
    gravity.density = 0.2;
    gravity.acceleration = {0.0, 0.0, -9.81};
    body->forces.push_back(std::make_unique<force::Gravity>(gravity, body->domain()));
    bodies_.push_back(std::move(body));
  }
  system::Body& body(std::size_t i) { return *bodies_[i]; }

  std::vector<std::unique_ptr<system::Body>> bodies_;
  std::unique_ptr<system::MechanicalSystem> mechanics_;
  double left_over_ = 0.0;
};

double difference(const std::vector<double>& a, const std::vector<double>& b) {
  double most = 0.0, size = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    most = std::max(most, std::abs(a[i] - b[i]));
    size = std::max(size, std::abs(a[i]));
  }
  return most / size;
}

fem::Pairing rods() {
  fem::Pairing pairing;
  pairing.first = {"left", "xmax"};
  pairing.second = {"right", "xmin"};
  return pairing;
}
std::unique_ptr<constraint::Distance> makeRods(const TwoBodies& bodies, double compliance = 0.0) {
  constraint::Distance::Data data;
  static_cast<fem::Pairing&>(data) = rods();
  auto made = std::make_unique<constraint::Distance>(data, bodies.find());
  made->compliance = compliance;
  return made;
}
TwoBodies::Constraints only(std::unique_ptr<Constraint> constraint) {
  TwoBodies::Constraints all;
  all.push_back(std::move(constraint));
  return all;
}

Statics::Data sharp(int steps = 1) {
  Statics::Data parameters;
  parameters.tolerance = 1e-11;
  parameters.steps = steps;
  return parameters;
}

// Phi + c lambda = 0, where lambda is the force in a rod: a spring of stiffness 1/c.
TEST(ConstraintStatics, CompliantRodsAreSprings) {
  TwoBodies with_rods, with_springs;
  with_rods.solve(only(makeRods(with_rods, 1.0 / 30.0)), {}, sharp());
  force::Springs::Data data;
  static_cast<fem::Pairing&>(data) = rods();
  data.stiffness = 30.0;
  TwoBodies::Forces springs;
  springs.push_back(std::make_unique<force::Springs>(data, with_springs.find()));
  // An idle constraint, so that the same solver is used.
  auto idle = makeRods(with_springs);
  idle->active = false;
  with_springs.solve(only(std::move(idle)), std::move(springs), sharp());
  EXPECT_LT(difference(with_rods.displacements(), with_springs.displacements()), 1e-8);
}

TEST(ConstraintStatics, CompliantAnglesAreAngularSprings) {
  const std::vector<std::string> objects{"left", "right", "left"};
  const fem::TagTuples<3> triples{{{3, 1, 12}, {15, 4, 27}}};
  TwoBodies with_angles, with_springs;
  constraint::Angle::Data angles;
  angles.objects = objects;
  angles.triples = triples;
  auto stiff = std::make_unique<constraint::Angle>(angles, with_angles.find());
  stiff->compliance = 1.0 / 7.0;
  const Solution solution = with_angles.solve(only(std::move(stiff)), {}, sharp());
  auto idle = std::make_unique<constraint::Angle>(angles, with_springs.find());
  idle->active = false;
  TwoBodies::Forces springs;
  springs.push_back(std::make_unique<force::AngularSprings>(force::AngularSprings::Data{objects, triples, 7.0, {}},
                                                            with_springs.find()));
  with_springs.solve(only(std::move(idle)), std::move(springs), sharp());
  EXPECT_LT(difference(with_angles.displacements(), with_springs.displacements()), 1e-8);
}

// A row of norm s relates lengths to residuals of size s L, and multipliers of size F / s to
// forces F. Angles have s = 1 / length, rods s = 1.
TEST(ConstraintStatics, ScalesOfNewtonsMethodMakeRowsDimensionless) {
  TwoBodies bodies;
  constraint::Angle::Data angles;
  angles.objects = {"left", "right", "left"};
  angles.triples = {{{3, 1, 12}, {15, 4, 27}}};
  auto constraints = only(makeRods(bodies));
  constraints.push_back(std::make_unique<constraint::Angle>(angles, bodies.find()));
  bodies.solve(std::move(constraints), {}, sharp());
  const Equations equations(bodies.mechanics());
  computeResidual(equations);

  constexpr double F = 4096.0;
  const NewtonScales scales(equations, F);
  const auto n = la::entriesOf(equations.unknowns().get().get()).size();
  const std::vector<double> norms = equations.constraints()->lengths(nullptr);
  ASSERT_EQ(scales.unknowns().size(), n + norms.size());
  ASSERT_EQ(scales.residual().size(), n + norms.size());
  const double size = equations.unknowns().size();
  for (std::size_t i = 0; i < n; ++i) {
    EXPECT_LE(scales.unknowns()[i], size);
    EXPECT_GT(2.0 * scales.unknowns()[i], size);
    EXPECT_EQ(scales.residual()[i], F);
  }
  for (std::size_t k = 0; k < norms.size(); ++k) {
    SCOPED_TRACE(norms[k]);
    const double residual = norms[k] * size / scales.residual()[n + k];
    const double force = norms[k] * scales.unknowns()[n + k] / F;
    for (const double ratio : {residual, force}) {  // powers of two differ from the sizes by factors below 2
      EXPECT_GT(ratio, 0.49);
      EXPECT_LT(ratio, 4.1);
    }
  }
}

TEST(ConstraintStatics, RodsKeepTheirLengthAndForcesBalance) {
  std::vector<double> expected;
  for (const int partition : {0, 1, 2}) {
    TwoBodies bodies(partition);
    const Solution solution = bodies.solve(only(makeRods(bodies)), {}, sharp());
    EXPECT_LT(bodies.largestResidual(), 1e-11);
    EXPECT_LT(bodies.leftOver(), 1e-10);
    EXPECT_LE(solution.statistics.solves, 8) << "Newton's method is quadratic";
    if (expected.empty()) expected = bodies.displacements();
    EXPECT_LT(difference(expected, bodies.displacements()), 1e-8) << "partition " << partition;
  }
  EXPECT_GT(*std::max_element(expected.begin(), expected.end()), 0.01);
}

// The scale of rows is internal to the solver. Relaxed constraints converge to the same solution in
// more iterations.
TEST(ConstraintStatics, ScaleAndRelaxationDoNotChangeTheAnswer) {
  TwoBodies plain, scaled, relaxed;
  auto of_scaled = makeRods(scaled, 0.01), of_relaxed = makeRods(relaxed, 0.01);
  of_scaled->scale = 50.0;
  of_relaxed->relaxation = 0.6;
  const Solution one = plain.solve(only(makeRods(plain, 0.01)), {}, sharp());
  const Solution other = scaled.solve(only(std::move(of_scaled)), {}, sharp());
  Statics::Data patient = sharp();
  patient.max_iterations = 60;
  const Solution late = relaxed.solve(only(std::move(of_relaxed)), {}, patient);
  EXPECT_LT(difference(plain.displacements(), scaled.displacements()), 1e-9);
  EXPECT_LT(difference(plain.displacements(), relaxed.displacements()), 1e-8);
  EXPECT_GT(late.statistics.solves, one.statistics.solves);
  for (std::size_t r = 0; r < one.multipliers[0].size(); ++r)
    EXPECT_NEAR(one.multipliers[0][r], other.multipliers[0][r], 1e-7 * std::abs(one.multipliers[0][r]) + 1e-10);
}

// Relaxed gaps halve in each iteration: the final gap is the first below the tolerance, for any
// scale of the rows.
TEST(ConstraintStatics, GapsEndJustBelowTheTolerance) {
  Statics::Data parameters;
  parameters.tolerance = 1e-6;
  parameters.max_iterations = 60;
  for (const double scale : {1e-3, 1.0, 1e3}) {
    TwoBodies bodies;
    auto rods = makeRods(bodies);
    rods->scale = scale;
    rods->relaxation = 0.5;
    bodies.solve(only(std::move(rods)), {}, parameters);
    double moved = 0.0;
    for (const double u : bodies.displacements()) moved = std::max(moved, std::abs(u));
    const double gap = bodies.largestResidual() / std::sqrt(2.0);  // both ends of a rod may be compliant
    EXPECT_LE(gap, parameters.tolerance * moved) << scale;
    EXPECT_GT(gap, 0.4 * parameters.tolerance * moved) << scale;
  }
}

// The product with the whole tangent is the operator that the solver of its blocks inverts: one
// outer iteration suffices.
TEST(ConstraintStatics, TheProductOfNewtonsMethodIsThatOfTheSolver) {
  for (const double compliance : {0.0, 0.01}) {
    TwoBodies plain, by_gmres;
    const Solution one = plain.solve(only(makeRods(plain, compliance)), {}, sharp());
    const Solution other =
        by_gmres.solve(only(makeRods(by_gmres, compliance)), {}, sharp(),
                       {"-newton_ksp_type", "gmres", "-newton_ksp_rtol", "1e-8", "-newton_ksp_max_it", "10"});
    EXPECT_LT(difference(plain.displacements(), by_gmres.displacements()), 1e-9);
    EXPECT_LE(other.statistics.solves,
              2 * one.statistics.solves + 1);  // solves for its right-hand side and for one product
  }
}

TEST(ConstraintStatics, DrivenRodsFollowTheirHistory) {
  TwoBodies bodies;
  constraint::Distance::Data data;
  static_cast<fem::Pairing&>(data) = rods();
  data.history = base::History({{0.0, 1.0}, {1.0, 1.4}});
  const auto& find = bodies.find();
  auto rods = std::make_unique<constraint::Distance>(data, find);
  const constraint::Distance* driven = rods.get();
  bodies.solve(only(std::move(rods)), {}, sharp(3));
  EXPECT_LT(bodies.largestResidual(), 1e-11);
  std::vector<double> phi(static_cast<std::size_t>(driven->numRows()), 0.0);
  const_cast<constraint::Distance*>(driven)->setTime(0.0);
  driven->addResidual(phi);
  for (const double stretch : phi) EXPECT_GT(stretch, 0.15) << "rods are longer than at rest";
}

TEST(ConstraintStatics, PointsSlideOnASurfaceThatDeforms) {
  std::vector<double> expected;
  for (const int partition : {0, 1}) {
    TwoBodies bodies(partition, {2, 3, 3});  // no point is close to an edge, where the surface has a kink
    constraint::SlidingConstraint::Data data;
    data.points = {"right", "xmin"};
    data.track = {"left", "xmax"};
    data.reach = 1.0;
    const Solution solution =
        bodies.solve(only(std::make_unique<constraint::PointOnSurface>(data, bodies.find())), {}, sharp(4));
    EXPECT_LT(bodies.largestResidual(), 1e-11);
    EXPECT_LT(bodies.leftOver(), 1e-10);
    if (expected.empty()) expected = bodies.displacements();
    EXPECT_LT(difference(expected, bodies.displacements()), 1e-8);
  }
}

/// Velocity-level constraint on one node.
class Skate : public Constraint {
 public:
  explicit Skate(const fem::Domain& domain) : domain_(domain) {}
  const std::string& name() const override { return name_; }
  Level level() const override { return Level::velocity; }
  base::LocalIndex numRows() const override { return domain_.mesh.layout().isOwned(base::GlobalIndex(0)) ? 1 : 0; }
  int block() const override { return 1; }
  void addJacobian(constraint::JacobianRows& G) const override {
    if (numRows() > 0) G.add(0, domain_.state, base::GlobalIndex(0), 1, 1.0);
  }
  void addResidual(gsl::span<double> phi) const override {
    if (numRows() > 0) phi[0] += domain_.state.velocity()[1];
  }

 private:
  const fem::Domain& domain_;
  std::string name_ = "skate";
};

TEST(ConstraintStatics, RefusesConditionsOnVelocities) {
  TwoBodies bodies;
  auto skate = std::make_unique<Skate>(bodies.find()("right"));
  try {
    bodies.solve(only(std::move(skate)), {});
    FAIL();
  } catch (const base::InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("'skate' acts on velocities"));
  }
}

}  // namespace
}  // namespace tenon::analysis

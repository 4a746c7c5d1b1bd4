// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// First iterates of steps in which Dirichlet values change. Most blocks are nearly incompressible:
// an iteration that starts with displaced boundary nodes alone does not converge.
#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include <cmath>
#include <functional>

#include "analysis/Statics.hpp"
#include "analysis/Transient.hpp"
#include "constraint/dirichlet/Attachment.hpp"
#include "constraint/dirichlet/Fixed.hpp"
#include "constraint/dirichlet/Prescribed.hpp"
#include "constraint/dirichlet/guides.hpp"
#include "constraint/linear/DisplacementConstraint.hpp"
#include "constraint/linear/pointGuides.hpp"
#include "force/solid/Elastic.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/mass/ConsistentMass.hpp"
#include "tenon/mesh/generation/generate.hpp"
#include "tenon/solver/options/Preset.hpp"
#include "tenon/system/MechanicalSystem.hpp"
#include "tenon/system/forms/MatrixFreeSystem.hpp"

namespace tenon::analysis {
namespace {

using base::History;
using base::Mat3;
using base::Vec3;
using constraint::Fixed;
using constraint::OnPlane;
using constraint::Prescribed;
using mesh::CellType;

const char* const rubber = "{type: mooney-rivlin, c10: 0.4, c01: 0.1, bulk: 1000}";
const char* const less_stiff = "{type: mooney-rivlin, c10: 0.4, c01: 0.1, bulk: 10}";
// Force on the unit cube of rubber, if incompressible, at half its height:
// 2 (l - l^-2) (c10 + c01 / l), l = 1/2.
constexpr double force_at_half = -4.2;

History ramp() {
  return History({{0.0, 0.0}, {1.0, 1.0}});
}

/// Blocks with Dirichlet conditions, and their analysis.
class Blocks {
 public:
  struct Shape {
    CellType type = CellType::hex8;
    std::array<int, 3> cells = {2, 2, 2};
    double low = 0.0, high = 1.0;  ///< range of z
    std::string formulation = "mean-dilatation", material = rubber;
    Mat3 orientation = Mat3::Identity();
  };

  Blocks& add(const std::string& name, const Shape& shape) {
    mesh::BoxOptions options;
    options.map = [turn = shape.orientation](const mesh::Point& at) {
      const Vec3 x = turn * Vec3(at.data());
      return mesh::Point{x[0], x[1], x[2]};
    };
    bodies_.push_back(
        std::make_unique<system::Body>(name, mesh::box(base::Communicator::world(), shape.type, shape.cells,
                                                       {0, 0, shape.low}, {1, 1, shape.high}, options)));
    force::Elastic::Data solid{base::CaseNode::parse(shape.material, "block"), ""};
    solid.formulation = shape.formulation;
    bodies_.back()->forces.push_back(force::Elastic::make(solid, bodies_.back()->domain()));
    mass::ConsistentMass::Data mass;
    mass.density = 1.0;
    bodies_.back()->masses.push_back(std::make_unique<mass::ConsistentMass>(mass, bodies_.back()->domain()));
    return *this;
  }
  /// Adds a condition of the last block.
  template <class Condition>
  Blocks& hold(typename Condition::Data data) {
    bodies_.back()->conditions.push_back(std::make_unique<Condition>(std::move(data), bodies_.back()->domain()));
    return *this;
  }
  Blocks& holdSymmetryPlanes() { return hold<Fixed>({"xmin", {"x"}}).template hold<Fixed>({"ymin", {"y"}}); }
  Blocks& prescribe(const std::string& group, double z, const History& history = ramp()) {
    Prescribed::Data data;
    data.group = group, data.history = history;
    data.values[2] = z;
    return hold<Prescribed>(std::move(data));
  }
  /// Prescribes u = (R(angle factor(t)) - I) (X - axis), a rotation about z.
  Blocks& rotate(const std::string& group, const std::string& angle) {
    Prescribed::Data data;
    data.group = group;
    const std::string c = "(cos(" + angle + ") - 1)", s = "sin(" + angle + ")";
    data.field.components = {base::Expression(c + "*(x-0.5) - " + s + "*(y-0.5)"),
                             base::Expression(s + "*(x-0.5) + " + c + "*(y-0.5)"), base::Expression(0.0)};
    return hold<Prescribed>(std::move(data));
  }
  template <class Condition>
  Blocks& join(typename Condition::Data data) {
    joints_.push_back(std::make_unique<Condition>(std::move(data), find()));
    return *this;
  }
  template <class Constraint>
  constraint::Constraint& constrain(typename Constraint::Data data) {
    constraints_.push_back(std::make_unique<Constraint>(std::move(data), find()));
    return *constraints_.back();
  }
  Blocks& useProducts() {
    matrix_free_ = true;
    return *this;
  }

  /// Runs the analysis, and stores the last solution.
  template <class Analysis>
  Blocks& run(const typename Analysis::Data& data, const std::string& preset = "direct") {
    base::setUpLog(base::Communicator::world(), "error");
    mechanics_ = std::make_unique<system::MechanicalSystem>(std::move(bodies_), std::move(constraints_),
                                                            std::vector<std::unique_ptr<force::ForceField>>{},
                                                            std::vector<system::MappedObject>{}, std::move(joints_));
    solver::Presets presets;
    solver::registerPresets(presets);
    solver::SolverOptions options;
    options.addPreset(presets.find(preset));
    solver::SolverParameters parameters;
    parameters.preset = preset;
    base::Phases phases(mechanics_->comm());
    Equations equations(*mechanics_, matrix_free_ ? std::make_unique<system::MatrixFreeSystem>(*mechanics_) : nullptr);
    TangentSolver solver(equations, parameters, options);
    Analysis(data).run(equations, solver, phases, [&](int, double, const auto& describe) {
      ++steps;
      solution = describe({});
    });
    return *this;
  }
  Blocks& load(int load_steps) {
    Statics::Data data;
    data.steps = load_steps, data.cuts = 0;
    return run<Statics>(data);
  }

  /// Returns the sum of the reactions of a group of a block, on every rank.
  Vec3 reaction(std::size_t block, const std::string& group) const {
    const auto& body = *mechanics_->bodies()[block];
    Vec3 sum = Vec3::Zero();
    for (const base::LocalIndex node : body.mesh().nodesOf(body.mesh().group(group)))
      if (body.mesh().layout().isOwned(node))
        sum += Eigen::Map<const Vec3>(solution.reactions[block].data() + 3 * static_cast<std::ptrdiff_t>(node));
    base::Communicator::world().sumInPlace(gsl::span<double>(sum.data(), 3));
    return sum;
  }
  /// Returns the largest |u - exact(X)|.
  double error(std::size_t block, const std::function<Vec3(const Vec3& X)>& exact) const {
    const la::State& state = std::as_const(*mechanics_->bodies()[block]).state();
    double largest = 0.0;
    for (std::ptrdiff_t node = 0; node < state.layout().numOwned(); ++node)
      largest = std::max(largest, (Eigen::Map<const Vec3>(state.displacement().data() + 3 * node) -
                                   exact(Eigen::Map<const Vec3>(state.reference().data() + 3 * node)))
                                      .norm());
    return base::Communicator::world().max(largest);
  }
  std::vector<double> displacements() const {
    const la::State& state = std::as_const(*mechanics_->bodies().front()).state();
    return {state.displacement().begin(), state.displacement().begin() + 3 * state.layout().numOwned()};
  }

  int steps = 0;
  Solution solution;

 private:
  fem::FindDomain find() const {
    return [this](const std::string& name) -> const fem::Domain& {
      for (const auto& body : bodies_)
        if (body->name() == name) return body->domain();
      throw base::InputError("There is no object '" + name + "'.");
    };
  }

  std::vector<std::unique_ptr<system::Body>> bodies_;
  std::vector<std::unique_ptr<constraint::Constraint>> constraints_;
  std::vector<std::unique_ptr<constraint::DirichletCondition>> joints_;
  std::unique_ptr<system::MechanicalSystem> mechanics_;
  bool matrix_free_ = false;
};

/// Returns the displacement at half the height of the incompressible cube.
Vec3 halved(const Vec3& X) {
  const double wider = std::sqrt(2.0) - 1.0;
  return {wider * X[0], wider * X[1], -0.5 * X[2]};
}

constexpr double compressibility = 1e-3;  // influence of the bulk modulus on forces and displacements

TEST(PrescribedMotion, CubesAreCompressedToHalfTheirHeight) {
  struct Element {
    CellType type;
    std::string formulation;
  };
  for (const Element& element : {Element{CellType::hex8, "mean-dilatation"}, Element{CellType::hex8, "displacement"},
                                 Element{CellType::hex20, "displacement"}, Element{CellType::tet10, "displacement"},
                                 Element{CellType::tet10, "mean-dilatation"}}) {
    Blocks cube;
    Blocks::Shape shape;
    shape.type = element.type, shape.formulation = element.formulation;
    cube.add("cube", shape).holdSymmetryPlanes().hold<Fixed>({"zmin", {"z"}}).prescribe("zmax", -0.5).load(4);
    const std::string what = std::to_string(static_cast<int>(element.type)) + " " + element.formulation;
    EXPECT_EQ(cube.steps, 4) << what;
    EXPECT_LE(cube.solution.statistics.solves, 20) << what;
    EXPECT_NEAR(cube.reaction(0, "zmax")[2], force_at_half, -compressibility * force_at_half) << what;
    EXPECT_LT(cube.error(0, halved), compressibility) << what;
  }
}

// The prescribed displacements are components in oblique directions.
TEST(PrescribedMotion, ARotatedCubeIsCompressed) {
  const Mat3 turn = (Eigen::AngleAxisd(0.4, Vec3::UnitX()) * Eigen::AngleAxisd(0.7, Vec3::UnitY())).toRotationMatrix();
  Blocks cube;
  Blocks::Shape shape;
  shape.orientation = turn;
  cube.add("cube", shape);
  const auto plane = [&](const std::string& group, int axis, double value) {
    OnPlane::Data data;
    data.group = group, data.normal = turn.col(axis), data.value = value, data.history = ramp();
    cube.hold<OnPlane>(data);
  };
  plane("xmin", 0, 0), plane("ymin", 1, 0), plane("zmin", 2, 0), plane("zmax", 2, -0.5);
  cube.load(4);
  EXPECT_LE(cube.solution.statistics.solves, 20);
  EXPECT_NEAR(turn.col(2).dot(cube.reaction(0, "zmax")), force_at_half, -compressibility * force_at_half);
  EXPECT_LT(cube.error(0, [&](const Vec3& X) -> Vec3 { return turn * halved(turn.transpose() * X); }), compressibility);
}

TEST(PrescribedMotion, AttachedBlocksAreCompressed) {
  Blocks blocks;
  Blocks::Shape lower, upper;
  lower.high = upper.low = 0.5;
  blocks.add("lower", lower).holdSymmetryPlanes().hold<Fixed>({"zmin", {"z"}});
  blocks.add("upper", upper).prescribe("zmax", -0.5);
  blocks.join<constraint::Attachment>({{"upper", "lower"}, {"zmin", "zmax"}, {}, 1e-6}).load(4);
  EXPECT_LE(blocks.solution.statistics.solves, 20);
  EXPECT_NEAR(blocks.reaction(1, "zmax")[2], force_at_half, -compressibility * force_at_half);
  for (const std::size_t b : {0, 1}) EXPECT_LT(blocks.error(b, halved), compressibility) << b;
}

// The rows of the joint involve the prescribed z of the lower block.
TEST(PrescribedMotion, ConstraintsFollowPrescribedNodes) {
  Blocks blocks;
  Blocks::Shape lower, upper;
  lower.high = upper.low = 0.5;
  blocks.add("lower", lower).holdSymmetryPlanes().hold<Fixed>({"zmin", {"z"}}).prescribe("zmax", -0.25);
  blocks.add("upper", upper).prescribe("zmax", -0.5);
  constraint::PointOnPoint::Data joint;
  joint.name = "joint", joint.first = {"lower", "zmax"}, joint.second = {"upper", "zmin"};
  blocks.constrain<constraint::PointOnPoint>(joint);
  blocks.load(4);
  EXPECT_LE(blocks.solution.statistics.solves, 20);
  EXPECT_NEAR(blocks.reaction(1, "zmax")[2], force_at_half, -compressibility * force_at_half);
  for (const std::size_t b : {0, 1}) EXPECT_LT(blocks.error(b, halved), compressibility) << b;
}

// The cube expands until it touches a wall, which then prevents a further expansion along x.
TEST(PrescribedMotion, ACompressedCubeTouchesAWall) {
  Blocks cube;
  cube.add("cube", {}).holdSymmetryPlanes().hold<Fixed>({"zmin", {"z"}}).prescribe("zmax", -0.4);
  constraint::DisplacementConstraint::Data wall;
  wall.name = "wall", wall.object = "cube", wall.group = "xmax";
  wall.values[0] = 0.1;
  cube.constrain<constraint::DisplacementConstraint>(wall).bound = "upper";
  cube.load(4);
  EXPECT_LE(cube.solution.statistics.solves, 24);
  const Vec3 strain(0.1, 1.0 / (1.1 * 0.6) - 1.0, -0.4);
  EXPECT_LT(cube.error(0, [&](const Vec3& X) -> Vec3 { return strain.cwiseProduct(X); }), 2 * compressibility);
}

// The tangent of the reference configuration has no stiffness against rotations, and its solution
// for the displacements of a finite rotation on the boundary is this rotation: one linear system is
// sufficient. Without a history the values are imposed before the first step.
TEST(PrescribedMotion, ARotatedSurfaceRotatesTheInterior) {
  const double angle = 0.5;
  const Mat3 R = Eigen::AngleAxisd(angle, Vec3::UnitZ()).toRotationMatrix();
  const Vec3 axis(0.5, 0.5, 0.0);
  for (const std::string given : {"0.5*t", "0.5"})
    for (const bool by_products : {false, true}) {
      Blocks cube;
      cube.add("cube", {CellType::hex8,
                        {3, 3, 3},
                        0.0,
                        1.0,
                        "displacement",
                        "{type: neo-hookean, young: 10, poisson: 0.3}",
                        Mat3::Identity()});
      for (const auto* group : {"xmin", "xmax", "ymin", "ymax", "zmin", "zmax"}) cube.rotate(group, given);
      if (by_products) cube.useProducts();
      Statics::Data data;
      data.cuts = 0;
      cube.run<Statics>(data, by_products ? "cg-block-jacobi" : "direct");
      EXPECT_LT(cube.error(0, [&](const Vec3& X) -> Vec3 { return (R - Mat3::Identity()) * (X - axis); }), 1e-7);
      EXPECT_LE(cube.solution.statistics.solves, 2) << given;
    }
}

// Hyperelastic bodies have one equilibrium for these values, in any number of steps.
TEST(PrescribedMotion, ABarIsTwisted) {
  const auto twist = [](int steps) {
    Blocks bar;
    Blocks::Shape shape;
    shape.cells = {2, 2, 5}, shape.high = 2.0;
    shape.material = less_stiff;
    bar.add("bar", shape).hold<Fixed>({"zmin", {}}).rotate("zmax", "0.8*t").load(steps);
    EXPECT_EQ(bar.steps, steps);
    EXPECT_LE(bar.solution.statistics.solves, 4 * steps + 1);
    return bar.displacements();
  };
  const std::vector<double> four = twist(4), eight = twist(8);
  for (std::size_t i = 0; i < four.size(); ++i) EXPECT_NEAR(four[i], eight[i], 1e-6);
}

// The support starts to move with a velocity of 0.2, and the other nodes follow.
TEST(PrescribedMotion, SupportsMoveInTime) {
  for (const std::string stepper : {"implicit-euler", "generalised-alpha"}) {
    Blocks cube;
    Blocks::Shape shape;
    shape.cells = {2, 2, 4};
    shape.material = less_stiff;
    cube.add("cube", shape).prescribe("zmin", 0.2);
    Transient::Data data;
    data.step = 0.1, data.end_time = 0.5, data.cuts = 0;
    data.stepper = stepper;
    cube.run<Transient>(data);
    EXPECT_LE(cube.solution.statistics.solves, 20) << stepper;
    EXPECT_LT(cube.error(0, [](const Vec3&) { return Vec3(0, 0, 0.1); }), 0.1) << stepper;
  }
}

}  // namespace
}  // namespace tenon::analysis

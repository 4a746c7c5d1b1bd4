// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Joints: derivatives compared with finite differences along rotations, in space and in the plane,
// for all kinds of ends.
#include "constraint/joints/Joint.hpp"

#include <gtest/gtest.h>

#include <random>

#include "mesh/distribution/distribute.hpp"
#include "tenon/la/layout/NodeFrame.hpp"

namespace tenon::constraint {
namespace {

using base::Communicator;
using base::Vec3;

constexpr int num_bodies = 4;

/// Creates nodes at random positions, distributed cyclically over the ranks. Each is a group of its
/// own: "1", "2", ...
mesh::Mesh pointMesh(const Communicator& comm, int dimension) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> place(-1.0, 1.0);
  std::vector<std::array<double, 3>> points(num_bodies, {0.0, 0.0, 0.0});
  std::vector<std::string> names;
  std::vector<int> parts;
  for (int i = 0; i < num_bodies; ++i) {
    for (int c = 0; c < dimension; ++c) points[i][c] = place(random);
    names.push_back(std::to_string(i + 1));
    parts.push_back(i % comm.size());
  }
  mesh::Mesh made = mesh::distribute(comm, mesh::meshOfPoints("bodies", points, names), std::move(parts));
  made.setSpaceDimension(dimension);
  return made;
}

std::vector<double> restOf(const mesh::Mesh& mesh, la::NodeKind kind, int dimension) {
  std::vector<double> rest;
  for (LocalIndex node = 0; node < mesh.layout().numLocal(); ++node) {
    const double* const place = mesh.points().data() + 3 * node;
    rest.insert(rest.end(), place, place + dimension);
    if (kind == la::NodeKind::frames) rest.insert(rest.end(), dimension == 3 ? 3U : 1U, 0.3);
  }
  return rest;
}

/// An object of points or frames with random displacements and rotations, independent of the
/// partition.
struct Bodies {
  mesh::Mesh mesh;
  la::State state;
  fem::Domain domain;

  Bodies(const Communicator& comm, const std::string& name, la::NodeKind kind, int dimension)
      : mesh(pointMesh(comm, dimension)),
        state(name, mesh.sharedLayout(), kind, kind == la::NodeKind::frames ? 3 * (dimension - 1) : dimension,
              restOf(mesh, kind, dimension)),
        domain{mesh, state, name} {
    state.retract(motion(0.7, 1));
    state.updateGhosts();
  }

  /// Returns random values of owned nodes; seeded by the node's number.
  std::vector<double> motion(double size, unsigned seed) const {
    std::vector<double> values;
    for (LocalIndex node = 0; node < mesh.layout().numOwned(); ++node) {
      std::mt19937 random(seed + 100 * static_cast<unsigned>(mesh.nodeTags()[static_cast<std::size_t>(node)]));
      std::uniform_real_distribution<double> value(-size, size);
      for (int i = 0; i < state.block(); ++i) values.push_back(value(random));
    }
    return values;
  }
};

std::vector<double> phiOf(const Constraint& constraint) {
  std::vector<double> phi(static_cast<std::size_t>(constraint.numRows()), 0.0);
  constraint.addResidual(phi);
  return phi;
}

/// Returns the values of all local nodes of a state from those of the owned nodes.
std::vector<double> withGhosts(const la::State& state, std::vector<double> owned) {
  owned.resize(static_cast<std::size_t>(state.layout().numLocal() * state.block()));
  state.halo().updateGhosts(gsl::span<double>(owned), state.block());
  return owned;
}

/// Accumulator that multiplies the added entries by a given vector.
class Product : public la::Accumulator {
 public:
  Product(const std::vector<double>& motion, std::vector<double>& force) : motion_(motion), force_(force) {}
  bool needsValues() const override { return true; }
  void addBlock(LocalIndex row, LocalIndex column, la::BlockShape shape, const double* block) override {
    for (int i = 0; i < shape.rows; ++i)
      for (int j = 0; j < shape.columns; ++j)
        force_[static_cast<std::size_t>(row * shape.rows + i)] +=
            block[i * shape.columns + j] * motion_[static_cast<std::size_t>(column * shape.columns + j)];
  }
  void beginElements(const la::ElementTable&, const la::ElementTable&, la::BlockShape, la::ElementSymmetry) override {}
  void addElements(LocalIndex, int, const la::Lane*) override {}

 private:
  const std::vector<double>& motion_;
  std::vector<double>& force_;
};

/// Returns the entries of G^T lambda of owned nodes; contributions are summed over all ranks.
std::map<std::pair<const la::State*, long>, double> forces(const Constraint& constraint,
                                                           const std::vector<double>& lambda, const Communicator& comm,
                                                           const std::vector<Bodies*>& all) {
  JacobianRows G;
  constraint.addJacobian(G);
  std::map<std::pair<const la::State*, long>, double> sums;
  for (const Bodies* bodies : all) {
    std::vector<double> values(static_cast<std::size_t>(num_bodies * bodies->state.block()), 0.0);
    for (const auto& e : G.entries())
      if (e.state == &bodies->state)
        values[static_cast<std::size_t>(e.node.value() * bodies->state.block() + e.component)] +=
            e.value * lambda[static_cast<std::size_t>(e.row)];
    comm.sumInPlace(gsl::span<double>(values));
    for (std::size_t i = 0; i < values.size(); ++i) sums[{&bodies->state, static_cast<long>(i)}] = values[i];
  }
  return sums;
}

/// Returns dPhi/dt of a driven joint in the given configuration.
template <class Type>
void expectRate(Type& joint, double time, double h) {
  std::vector<double> rate(static_cast<std::size_t>(joint.numRows()), 0.0);
  joint.setTime(time);
  joint.addRate(rate);
  joint.setTime(time + h);
  const std::vector<double> after = phiOf(joint);
  joint.setTime(time - h);
  const std::vector<double> before = phiOf(joint);
  joint.setTime(time);
  for (std::size_t r = 0; r < rate.size(); ++r) EXPECT_NEAR((after[r] - before[r]) / (2 * h), rate[r], 1e-9);
}

template <class Type>
void expectDerivatives(typename Type::Data data, la::NodeKind first_kind, la::NodeKind second_kind, int dimension,
                       bool has_second) {
  const Communicator comm = Communicator::world();
  Bodies first(comm, "first", first_kind, dimension), second(comm, "second", second_kind, dimension);
  data.first = {"first", "2"};
  if (has_second) data.second = {"second", "3"};
  const auto find = [&](const std::string& name) -> const fem::Domain& {
    return name == "first" ? first.domain : second.domain;
  };
  if (first_kind == la::NodeKind::frames && (!has_second || second_kind == la::NodeKind::frames))
    data.at.given = dimension == 3 ? Vec3(0.2, -0.4, 0.6) : Vec3(0.2, -0.4, 0.0);
  Type joint(data, find);
  joint.setTime(0.5);
  const std::vector<Bodies*> all{&first, &second};
  for (Bodies* bodies : all) bodies->state.updateGhosts();

  std::vector<double> lambda;
  for (LocalIndex r = 0; r < joint.numRows(); ++r) lambda.push_back(0.5 + 0.3 * r);
  joint.setMultipliers(lambda);
  constexpr double h = 1e-5;
  expectRate(joint, 0.5, h);
  std::vector<std::vector<double>> steps, before, products;
  for (Bodies* bodies : all) {
    steps.push_back(bodies->motion(1.0, 5));
    before.emplace_back(bodies->state.displacement().begin(), bodies->state.displacement().end());
    products.emplace_back(before.back().size(), 0.0);
  }
  // K dq and G dq in the current configuration; forces and Phi at two perturbed configurations for
  // central differences.
  JacobianRows G;
  joint.addJacobian(G);
  std::vector<double> slope(static_cast<std::size_t>(joint.numRows()), 0.0);
  std::vector<std::vector<double>> local_steps;
  for (std::size_t b = 0; b < 2; ++b) local_steps.push_back(withGhosts(all[b]->state, steps[b]));
  for (const auto& e : G.entries()) {
    const std::size_t b = e.state == &first.state ? 0 : 1;
    const auto at = all[b]->state.layout().local(e.node) * all[b]->state.block() + e.component;
    slope[static_cast<std::size_t>(e.row)] += e.value * local_steps[b][static_cast<std::size_t>(at)];
  }
  std::vector<std::unique_ptr<Product>> accumulators;
  la::StiffnessMatrix K([&](const la::State& row, const la::State& column) -> la::Accumulator& {
    accumulators.push_back(std::make_unique<Product>(local_steps[&column == &first.state ? 0 : 1],
                                                     products[&row == &first.state ? 0 : 1]));
    return *accumulators.back();
  });
  joint.addGeometricStiffness(K);

  std::vector<std::map<std::pair<const la::State*, long>, double>> sides;
  std::vector<std::vector<double>> phis;
  for (const double sign : {1.0, -1.0}) {
    for (std::size_t b = 0; b < 2; ++b) {
      std::copy(before[b].begin(), before[b].end(), all[b]->state.displacement().begin());
      std::vector<double> scaled = steps[b];
      for (double& value : scaled) value *= sign * h;
      all[b]->state.retract(scaled);
      all[b]->state.updateGhosts();
    }
    phis.push_back(phiOf(joint));
    sides.push_back(forces(joint, lambda, comm, all));
  }
  for (std::size_t r = 0; r < slope.size(); ++r)
    EXPECT_NEAR((phis[0][r] - phis[1][r]) / (2 * h), slope[r], 1e-8) << "row " << r;
  for (std::size_t b = 0; b < 2; ++b) {
    const la::State& state = all[b]->state;
    for (LocalIndex node = 0; node < state.layout().numOwned(); ++node)
      for (int i = 0; i < state.block(); ++i) {
        const long number = state.layout().global(node).value() * state.block() + i;
        const double change = (sides[0].at({&state, number}) - sides[1].at({&state, number})) / (2 * h);
        EXPECT_NEAR(products[b][static_cast<std::size_t>(node * state.block() + i)], change, 1e-7)
            << state.name() << ", number " << number;
      }
  }
}

const base::History half({{0.0, 0.0}, {1.0, 1.0}});

constexpr la::NodeKind frames = la::NodeKind::frames, points = la::NodeKind::points;

TEST(Joint, DerivativesOfABallMatchDifferences) {
  BallJoint::Data data;
  data.displacement = {0.1, 0.2, 0.0};
  data.history = half;
  for (const int dimension : {2, 3}) {
    SCOPED_TRACE(dimension);
    expectDerivatives<BallJoint>(data, frames, frames, dimension, true);
    expectDerivatives<BallJoint>(data, frames, frames, dimension, false);
  }
}

TEST(Joint, DerivativesOfAHingeMatchDifferences) {
  HingeJoint::Data data;
  data.axis = {0.0, 0.0, 1.0};
  data.angle.given = -0.8;
  data.history = half;
  for (const int dimension : {2, 3}) expectDerivatives<HingeJoint>(data, frames, frames, dimension, true);
  data.axis = {1.0, 2.0, -0.5};
  expectDerivatives<HingeJoint>(data, frames, frames, 3, false);
  for (const double angle : {-20.0, 2.0, 3.0, 9.5}) {
    data.angle.given = angle;
    expectDerivatives<HingeJoint>(data, frames, frames, 3, true);
    expectDerivatives<HingeJoint>(data, frames, frames, 2, true);
  }
}

/// With the ground as the first side, Phi equals that of the reversed order with the opposite sign
/// of the driven value.
TEST(Joint, TheGroundMayBeFirst) {
  const Communicator comm = Communicator::world();
  for (const int dimension : {2, 3}) {
    Bodies bodies(comm, "bodies", frames, dimension);
    const auto find = [&](const std::string&) -> const fem::Domain& { return bodies.domain; };
    HingeJoint::Data second, first;
    second.first = first.second = {"bodies", "2"};
    second.angle.given = 0.7, first.angle.given = -0.7;
    HingeJoint to_ground(second, find), from_ground(first, find);
    const std::vector<double> a = phiOf(to_ground), b = phiOf(from_ground);
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t r = 0; r < a.size(); ++r) {
      const bool is_axis = r + 1 < a.size() && r >= static_cast<std::size_t>(dimension);
      if (!is_axis) {
        EXPECT_NEAR(a[r], -b[r], 1e-13 * (1.0 + std::abs(a[r]))) << "row " << r;  // positions and angles of order 1
      }
    }
  }
  HingeJoint::Data none;
  Bodies bodies(comm, "bodies", frames, 3);
  const auto find = [&](const std::string&) -> const fem::Domain& { return bodies.domain; };
  EXPECT_THROW(HingeJoint(none, find), base::InputError);
}

// Force and moment on both sides balance and equal those of the rows on the bodies.
TEST(Joint, ForcesOfBothSidesBalance) {
  const Communicator comm = Communicator::world();
  Bodies bodies(comm, "bodies", frames, 3);
  const auto find = [&](const std::string&) -> const fem::Domain& { return bodies.domain; };
  FixedJoint::Data data;
  data.first = {"bodies", "2"}, data.second = {"bodies", "3"};
  data.at.given = Vec3(0.2, -0.4, 0.6);
  const FixedJoint joint(data, find);
  std::vector<double> lambda;
  for (LocalIndex r = 0; r < joint.numRows(); ++r) lambda.push_back(0.5 + 0.3 * r);
  const auto on_first = joint.forcesOn(0, lambda), on_second = joint.forcesOn(1, lambda);
  ASSERT_EQ(on_first.size(), on_second.size());
  constexpr double round_off = 1e-13;  // round-off of forces, and of forces times lever arms of order 1 in moments
  for (std::size_t j = 0; j < on_first.size(); ++j) {
    const Vec3 expected(0.5, 0.8, 1.1);
    const double size = on_second[j].moment.norm() + expected.norm();
    EXPECT_NEAR((on_first[j].force + on_second[j].force).norm(), 0.0, round_off * expected.norm());
    EXPECT_NEAR((on_first[j].moment + on_second[j].moment).norm(), 0.0, round_off * size);
    EXPECT_NEAR((on_second[j].force - expected).norm(), 0.0, round_off * expected.norm());
    EXPECT_GT(on_second[j].moment.norm(), 0.1);
  }
}

TEST(Joint, DerivativesOfAUniversalJointMatchDifferences) {
  UniversalJoint::Data data;
  data.axis = {1.0, 1.0, 0.0};
  data.second_axis = {-1.0, 1.0, 0.0};
  expectDerivatives<UniversalJoint>(data, frames, frames, 3, true);
  data.angle.given = 0.7;
  data.history = half;
  expectDerivatives<UniversalJoint>(data, frames, frames, 3, true);
  data.second_angle.given = -1.1;
  expectDerivatives<UniversalJoint>(data, frames, frames, 3, true);
  data.angle.given.reset();
  expectDerivatives<UniversalJoint>(data, frames, frames, 3, true);
  for (const double angle : {-20.0, 2.0, 3.0, 9.5}) {
    data.angle.given = angle, data.second_angle.given = 1.5 * angle;
    expectDerivatives<UniversalJoint>(data, frames, frames, 3, true);
  }
}

TEST(Joint, DerivativesOfAFixedJointMatchDifferences) {
  FixedJoint::Data data;
  data.displacement = {0.1, 0.2, 0.0};
  for (const int dimension : {2, 3}) expectDerivatives<FixedJoint>(data, frames, frames, dimension, true);
}

TEST(Joint, DerivativesOfASliderMatchDifferences) {
  SliderJoint::Data data;
  data.axis = {1.0, 0.5, 0.0};
  data.travel.given = 0.3;
  data.history = half;
  for (const int dimension : {2, 3}) {
    expectDerivatives<SliderJoint>(data, frames, frames, dimension, true);
    expectDerivatives<SliderJoint>(data, frames, frames, dimension, false);
  }
  data.turns = true;
  expectDerivatives<SliderJoint>(data, frames, frames, 3, true);
}

TEST(Joint, RefusesInvalidEnds) {
  const Communicator comm = Communicator::world();
  Bodies nodes(comm, "nodes", points, 3), plane(comm, "plane", frames, 2);
  const auto find = [&](const std::string& name) -> const fem::Domain& {
    return name == "nodes" ? nodes.domain : plane.domain;
  };
  HingeJoint::Data hinge;
  hinge.first = {"nodes", "1"};
  EXPECT_THROW(HingeJoint(hinge, find), base::InputError);  // nodes have no rotational dofs
  BallJoint::Data ball;
  ball.first = {"nodes", "1"};
  ball.at.given = Vec3(5, 5, 5);
  EXPECT_THROW(BallJoint(ball, find), base::InputError);  // not at the position of the node
  ball.first.group = "none";
  EXPECT_THROW(BallJoint(ball, find), base::InputError);
  UniversalJoint::Data universal;
  universal.first = {"plane", "1"};
  EXPECT_THROW(UniversalJoint(universal, find), base::InputError);
}

}  // namespace
}  // namespace tenon::constraint

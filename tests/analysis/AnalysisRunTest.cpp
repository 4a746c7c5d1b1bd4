// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/AnalysisRun.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "repeatability.hpp"
#include "simulation/reading/build.hpp"
#include "solver/options/SolverOptions.hpp"
#include "tenon/base/Log.hpp"

namespace tenon::analysis {
namespace {

using testing::onAllRanks;
using testing::repeatability;

/// Case with the name of the test.
struct NamedCase {
  std::string name, text;
};

void PrintTo(const NamedCase& one, std::ostream* out) {
  *out << one.name;
}

/// A case that is built from its text.
class CaseRun {
 public:
  explicit CaseRun(const std::string& text)
      : phases_(base::Communicator::world()), options_(std::vector<std::string>{}) {
    base::setUpLog(base::Communicator::world(), "error");
    simulation::CaseFile file;
    file.path = "case.yaml";
    file.root = base::CaseNode::parse(text, file.path);
    setup_ = simulation::build(base::Communicator::world(), file, options_, phases_);
    setup_.requireSupported();
  }

  std::unique_ptr<AnalysisRun> begin() { return setup_.begin(phases_); }
  const simulation::Setup& setup() const { return setup_; }
  base::Phases& phases() { return phases_; }

  /// Returns states, multipliers, reactions and statistics of the current step on this rank.
  std::vector<double> valuesOf(const AnalysisRun& run) const {
    const Solution solution = run.evaluateSolution({true, true, true});
    std::vector<double> values = states();
    const auto add = [&](const auto& more) { values.insert(values.end(), more.begin(), more.end()); };
    for (const auto& of_constraint : solution.multipliers) add(measuresOf(of_constraint));
    for (const auto& of_object : solution.reactions) add(of_object);
    for (const Mode& mode : solution.modes) values.push_back(mode.eigenvalue);
    for (const CriticalPoint& point : solution.critical_points) values.push_back(point.time);
    std::vector<double> forces;
    for (const BodyContact& contact : solution.body_contacts)
      forces.insert(forces.end(), std::begin(contact.force), std::end(contact.force));
    add(measuresOf(forces));
    add(std::vector<double>{run.time(), static_cast<double>(run.numCompletedSteps()), solution.jump_work});
    if (repeatability() == 0.0) add(countsOf(solution));
    return values;
  }

  /// Returns the values on one rank; on several ranks their sum and their norm on all ranks,
  /// because contacts may move to another rank.
  static std::vector<double> measuresOf(const std::vector<double>& values) {
    const auto& world = base::Communicator::world();
    if (world.size() == 1) return values;
    const double sum = std::accumulate(values.begin(), values.end(), 0.0);
    const double squares = std::inner_product(values.begin(), values.end(), values.begin(), 0.0);
    return {world.sum(sum), std::sqrt(world.sum(squares))};
  }

  /// Returns numbers of solves, iterations and contacts, and the complementarity residual.
  static std::vector<double> countsOf(const Solution& solution) {
    std::vector<double> counts{static_cast<double>(solution.statistics.solves),
                               static_cast<double>(solution.statistics.iterations)};
    if (solution.contacts)
      counts.insert(counts.end(),
                    {static_cast<double>(solution.contacts->last), static_cast<double>(solution.contacts->most),
                     static_cast<double>(solution.contacts->iterations), solution.contacts->worst_complementarity,
                     static_cast<double>(solution.contacts->asleep.value_or(-1))});
    return counts;
  }

  /// Returns displacements, velocities and accelerations of the owned nodes of this rank.
  std::vector<double> states() const {
    std::vector<double> values;
    for (const auto& body : setup_.system->bodies()) {
      const la::State& state = std::as_const(*body).state();
      const auto count = static_cast<std::ptrdiff_t>(state.layout().numOwned()) * state.block();
      for (const auto of : {state.displacement(), state.velocity(), state.acceleration()})
        values.insert(values.end(), of.begin(), of.begin() + count);
    }
    return values;
  }

 private:
  base::Phases phases_;
  solver::SolverOptions options_;
  simulation::Setup setup_;
};

using Course = std::vector<std::vector<double>>;  // [steps]

/// Advances to the end or to a step, and appends the values of each step.
void advanceTo(int last, CaseRun& one, AnalysisRun& run, Course& course) {
  while (!run.isDone() && run.numCompletedSteps() < last) {
    run.advance();
    course.push_back(one.valuesOf(run));
  }
}

/// Returns a description of the first step that differs on any rank; empty if there is none.
std::string firstDifference(const Course& a, const Course& b, double tolerance = repeatability()) {
  for (std::size_t k = 0; k < std::max(a.size(), b.size()); ++k) {
    const bool exists = k < a.size() && k < b.size();
    const std::string here = exists ? testing::difference(a[k], b[k], tolerance, 1.0) : "numbers of steps differ";
    if (!onAllRanks(here.empty())) return fmt::format("step {}: {}", k, here.empty() ? "on another rank" : here);
  }
  return "";
}

class StepByStep : public ::testing::TestWithParam<NamedCase> {};

TEST_P(StepByStep, StepsAreThoseOfARun) {
  Course whole, stepped;
  {
    CaseRun one(GetParam().text);
    const auto run = one.begin();
    run->complete([&](int, double, const auto&) { whole.push_back(one.valuesOf(*run)); });
  }
  CaseRun one(GetParam().text);
  const auto run = one.begin();
  if (run->reportsStart()) stepped.push_back(one.valuesOf(*run));
  advanceTo(AnalysisRun::all_steps, one, *run, stepped);
  EXPECT_GE(whole.size(), 2U);
  EXPECT_EQ(firstDifference(whole, stepped), "");
  EXPECT_EQ(run->numCompletedSteps(), run->numSteps());
  EXPECT_TRUE(run->isLast());
  EXPECT_THROW(run->advance(), base::InternalError);
}

TEST_P(StepByStep, ASnapshotBringsBackAnyStep) {
  // The impulses of joints beside contacts start from those of the preceding step, which a snapshot
  // contains up to round-off.
  const double tolerance = GetParam().name == "rigid_bodies" ? std::max(1e-11, repeatability()) : repeatability();
  CaseRun one(GetParam().text);
  const auto run = one.begin();
  const Snapshot start = run->snapshot();
  const std::vector<double> at_start = one.valuesOf(*run);
  Course course;
  advanceTo(2, one, *run, course);
  const Snapshot early = run->snapshot();
  advanceTo(4, one, *run, course);
  const Snapshot late = run->snapshot();
  advanceTo(AnalysisRun::all_steps, one, *run, course);

  const auto from = [&](const Snapshot& snapshot) {
    run->restore(snapshot);
    const auto step = static_cast<std::size_t>(run->numCompletedSteps());
    Course again(course.begin(), course.begin() + static_cast<std::ptrdiff_t>(step));
    if (step > 0) again.back() = one.valuesOf(*run);
    advanceTo(AnalysisRun::all_steps, one, *run, again);
    return firstDifference(course, again, tolerance);
  };
  EXPECT_EQ(from(early), "");
  EXPECT_EQ(from(late), "");
  run->restore(start);
  EXPECT_TRUE(onAllRanks(testing::difference(one.valuesOf(*run), at_start, repeatability(), 1.0).empty()));
  EXPECT_EQ(from(start), "");
  run->restore(early);
  EXPECT_EQ(from(late), "");  // to a later step
}

std::string bar(const std::string& force, const std::string& analysis, const std::string& more = "") {
  return R"(
objects:
  bar:
    mesh: ../../meshes/bar.msh
    forces:
      - )" +
         force + R"(
      - {type: traction, group: east, traction: [0.05, 0.02, 0.01], history: [[0, 0], [1, 1]]}
    masses: [{type: lumped, density: 1}]
    conditions: [{type: fixed, group: west}]
)" + more +
         "analysis: {" + analysis + "}\nsolver: {preset: direct}\n";
}

const std::string neo_hookean = "{type: elastic, material: {type: neo-hookean, young: 1, poisson: 0.3}}";
const std::string linear_elastic = "{type: elastic, material: {type: linear-elastic, young: 1, poisson: 0.3}}";
const std::string plastic =
    "{type: elastic, material: {type: j2-plasticity, young: 1, poisson: 0.3, yield_stress: 0.02, hardening: 0.1}}";

NamedCase transientBar(const std::string& stepper) {
  return {stepper, bar(neo_hookean, "type: transient, step: 0.02, end_time: 0.12, stepper: " + stepper)};
}

const std::string ground = R"(contacts:
  - {type: plane, name: ground, slave: {object: bar, group: east}, point: [1, 0, 0.01], normal: [0, 0, -1], friction: 0.2}
)";

const std::string falling_bodies = R"(
objects:
  floor:
    bodies: [{name: floor, position: [0, 0, 0], mass: 1, inertia: [1, 1, 1]}]
    shapes: [{type: plane}]
    conditions: [{type: fixed, group: floor}]
  things:
    bodies:
      - {name: ball, position: [0, 0, 0.1], mass: 2, inertia: [0.008, 0.008, 0.008], velocity: [1, 0, 0]}
      - {name: crate, position: [2.5, 0, 0.1], mass: 3, inertia: [0.02, 0.02, 0.02]}
      - {name: bar, position: [5, 0, 3], mass: 2, inertia: [0.1, 0.5, 0.5]}
    forces: [{type: gravity, acceleration: [0, 0, -9.81]}]
    shapes: [{type: box, size: [0.2, 0.2, 0.2], group: crate}, {type: sphere, radius: 0.1, group: ball}]
contacts: [{type: rigid, friction: 0.3}]
constraints: [{type: hinge-joint, name: pin, first: {object: things, group: bar}, at: [4, 0, 3], axis: [0, 1, 0]}]
analysis: {type: transient, stepper: moreau-jean, step: 0.002, end_time: 0.02, sleep_velocity: 0.01, sleep_after: 0.004}
)";

const std::string balls_on_cushion = R"(
objects:
  cushion:
    mesh: ../../meshes/twist.msh
    forces:
      - {type: elastic, material: {type: neo-hookean, young: 1.5e4, poisson: 0.3}}
    masses: [{type: consistent, density: 100}]
    conditions: [{type: fixed, group: bottom}]
  balls:
    bodies:
      - {name: one, position: [0.5, 0.5, 1.081], mass: 3, inertia: [0.0077, 0.0077, 0.0077], velocity: [0.1, 0, -1]}
      - {name: two, position: [0.52, 0.5, 1.25], mass: 3, inertia: [0.0077, 0.0077, 0.0077], velocity: [0, 0, -1]}
    shapes: [{type: sphere, radius: 0.08}]
    forces: [{type: gravity, acceleration: [0, 0, -9.81]}]
contacts:
  - {type: rigid, friction: 0.3}
  - {type: rigid, first: {object: cushion, group: top}, second: {object: balls}, friction: 0.5}
analysis: {type: transient, stepper: moreau-jean, step: 0.005, end_time: 0.04}
solver: {preset: direct}
)";

std::string pressed(const std::string& how) {
  return R"(
objects:
  cylinder:
    mesh: ../../meshes/cylinder.msh
    space: 2
    forces:
      - {type: elastic, material: {type: saint-venant-kirchhoff, young: 210000, poisson: 0.3}}
      - {type: traction, group: load, traction: [0, -350, 0], history: [[0, 0], [1, 1]]}
    conditions: [{type: prescribed, group: sides, values: {x: 0.4}, history: [[0, 0], [1, 1]]}]
  block:
    mesh: ../../meshes/table.msh
    space: 2
    forces: [{type: elastic, material: {type: saint-venant-kirchhoff, young: 70000, poisson: 0.3}}]
    conditions:
      - {type: fixed, group: sides, components: [x]}
      - {type: fixed, group: foot}
contacts:
  - {type: surface, name: contact, slave: {object: cylinder, group: round}, master: {object: block, group: table}, friction: 0.3, )" +
         how + R"(}
analysis: {type: static, steps: 5}
solver: {preset: direct}
)";
}

const std::string turning_bodies = R"(
objects:
  arms:
    bodies:
      - {name: first, position: [1, 0, 0], mass: 2, inertia: [0.1, 0.5, 0.5], angular_velocity: [0, 9, 0], velocity: [0, 0, -9]}
      - {name: second, position: [3, 0, 0], mass: 2, inertia: [0.1, 0.5, 0.5], velocity: [0, 0, -18]}
    forces: [{type: gravity, acceleration: [0, 0, -9.81]}]
constraints:
  - {type: hinge-joint, name: pin, first: {object: arms, group: first}, at: [0, 0, 0], axis: [0, 1, 0]}
  - {type: hinge-joint, name: elbow, first: {object: arms, group: first}, second: {object: arms, group: second}, at: [2, 0, 0], axis: [0, 1, 0]}
analysis: {type: transient, step: 0.05, end_time: 0.6}
solver: {preset: direct}
)";

const std::string arch = R"(
objects:
  arch:
    mesh: ../../meshes/arch.msh
    space: 2
    nodes: frames
    forces:
      - {type: beam, young: 210000, poisson: 0.3, radius: 0.5}
      - {type: nodal-force, group: crown, force: [0, -100, 0], history: [[-1, -1], [1, 1]]}
    conditions: [{type: fixed, group: ends, components: [x, y]}]
analysis: {type: arc-length, step: 0.04, desired_iterations: 4, max_step_ratio: 5, end_time: 0.3}
solver: {preset: direct}
)";

std::string compressed(const std::string& analysis) {
  return bar("{type: elastic, material: {type: saint-venant-kirchhoff, young: 1, poisson: 0.3}}", analysis);
}

const NamedCase cases[] = {
    {"linear", bar(linear_elastic, "type: static, steps: 5")},
    {"large_displacements", bar(neo_hookean, "type: static, steps: 5")},
    {"plasticity", bar(plastic, "type: static, steps: 6")},
    {"obstacle", bar(neo_hookean, "type: static, steps: 6", ground)},
    transientBar("generalised-alpha"),
    transientBar("hht"),
    transientBar("newmark"),
    transientBar("trapezoid"),
    transientBar("bdf2"),
    transientBar("implicit-euler"),
    transientBar("linearly-implicit-euler"),
    transientBar("central-difference"),
    transientBar("variational"),
    {"linear_motion", bar(linear_elastic, "type: transient, step: 0.02, end_time: 0.12")},
    {"plastic_motion", bar(plastic, "type: transient, step: 0.1, end_time: 0.6")},
    {"error_control", bar(neo_hookean, "type: transient, step: 0.1, end_time: 0.6, error_tolerance: 1e-3")},
    {"obstacle_in_motion", bar(neo_hookean, "type: transient, step: 0.1, end_time: 1.0", ground)},
    {"mortar_contact", pressed("method: mortar")},
    {"contact_of_nodes", pressed("method: nodes")},
    {"joints", turning_bodies},
    {"rigid_bodies", falling_bodies},
    {"balls_on_a_mesh", balls_on_cushion},
    {"arc_length", arch},
    {"modal", bar(linear_elastic, "type: modal, modes: 6")},
    {"modal_with_preload", compressed("type: modal, modes: 6, preload: true")},
    {"buckling", compressed("type: buckling, modes: 3")},
};

INSTANTIATE_TEST_SUITE_P(AnalysisRun, StepByStep, ::testing::ValuesIn(cases), [](const auto& one) {
  std::string name = one.param.name;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

}  // namespace
}  // namespace tenon::analysis

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "chain.hpp"

#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "analysis/Residual.hpp"
#include "analysis/Transient.hpp"
#include "constraint/joints/Joint.hpp"
#include "force/Gravity.hpp"
#include "force/GyroscopicForce.hpp"
#include "la/matrices/SetupCounts.hpp"
#include "mass/RigidInertia.hpp"
#include "measure.hpp"
#include "mesh/distribution/distribute.hpp"
#include "steps.hpp"
#include "tenon/fem/Domain.hpp"
#include "tenon/solver/options/Preset.hpp"

namespace tenon::bench {
namespace {

using base::Vec3;

constexpr double gravity = 10.0;
constexpr int wave = 32;  // bodies per wavelength of the initial velocities
const Vec3 moments(0.02, 0.1, 0.1);

/// Creates the centres of bodies of length 1 in a row along x, distributed in equal contiguous
/// runs. The first one is the group "top".
mesh::Mesh makePoints(const base::Communicator& comm, int bodies) {
  mesh::RawMesh raw;
  std::vector<int> parts;
  raw.groups.push_back({"top", 0});
  raw.group_sets.push_back({0});
  mesh::RawBlock points{mesh::CellType::point1, {}, {}, {}};
  for (int i = 0; comm.isRoot() && i < bodies; ++i) {
    points.nodes.push_back(i);
    points.tags.push_back(i + 1);
    points.group_set.push_back(i == 0 ? 1 : 0);
    raw.node_tags.push_back(i + 1);
    raw.points.insert(raw.points.end(), {0.5 + i, 0.0, 0.0});
    parts.push_back(static_cast<int>(static_cast<std::int64_t>(i) * comm.size() / bodies));
  }
  raw.blocks.push_back(std::move(points));
  return mesh::distribute(comm, std::move(raw), std::move(parts));
}

std::unique_ptr<system::Body> makeBodies(const base::Communicator& comm, int bodies) {
  mesh::Mesh mesh = makePoints(comm, bodies);
  const auto nodes = static_cast<std::size_t>(mesh.layout().numLocal());
  auto inertia = std::make_shared<fem::NodalInertia>();
  inertia->mass.assign(nodes, 1.0);
  inertia->reference_inertia.assign(nodes, base::Mat3(moments.asDiagonal()));
  auto body = std::make_unique<system::Body>("chain", std::move(mesh), la::NodeKind::frames, inertia,
                                             std::vector<Vec3>(nodes, Vec3::Zero()));
  body->masses.push_back(std::make_unique<mass::RigidInertia>(body->domain()));
  body->forces.push_back(std::make_unique<force::GyroscopicForce>(body->domain()));
  force::Gravity::Data weight;
  weight.acceleration = {0, 0, -gravity};
  body->forces.push_back(std::make_unique<force::Gravity>(weight, body->domain()));
  const double fastest = 1.0 / std::sqrt(bodies);  // keeps the force at the top at a few weights for any length
  const auto velocity = body->state().velocity();
  for (std::size_t node = 0; node < nodes; ++node) {
    const double phase = 2 * M_PI * static_cast<double>(body->mesh().nodeTags()[node] % wave) / wave;
    velocity[6 * node + 1] = fastest * std::sin(phase);
    velocity[6 * node + 2] = fastest * std::cos(phase);
  }
  return body;
}

/// Creates the ball joints: the first body to the ground, each other body to the end of its
/// predecessor.
std::vector<std::unique_ptr<constraint::Constraint>> makeJoints(const fem::Domain& bodies, int count) {
  const auto find = [&](const std::string&) -> const fem::Domain& { return bodies; };
  std::vector<std::unique_ptr<constraint::Constraint>> joints;
  constraint::BallJoint::Data top, links;
  top.name = "top";
  top.first = {"chain", "top"};
  top.at.given = Vec3::Zero();
  links.name = "links";
  links.first = links.second = {"chain", ""};
  links.at.is_middle = true;
  for (int i = 1; i < count; ++i) links.pairs.list.push_back({i, i + 1});
  joints.push_back(std::make_unique<constraint::BallJoint>(top, find));
  joints.push_back(std::make_unique<constraint::BallJoint>(links, find));
  return joints;
}

std::unique_ptr<system::MechanicalSystem> makeChain(const base::Communicator& comm, int count) {
  std::vector<std::unique_ptr<system::Body>> bodies;
  bodies.push_back(makeBodies(comm, count));
  auto joints = makeJoints(bodies.front()->domain(), count);
  return std::make_unique<system::MechanicalSystem>(std::move(bodies), std::move(joints));
}

/// Measures one evaluation of the residual, G and A in the current configuration, in milliseconds.
double evaluationMs(analysis::Equations& equations, base::Phases& phases) {
  constexpr int times = 25;
  const la::Vector x = equations.unknowns().get(), lambda = equations.rows().copyMultipliers();
  std::vector<double> each;
  for (int i = 0; i < times; ++i)
    each.push_back(milliseconds(equations.comm(), [&] {
      equations.setUnknowns(x.get(), lambda.get());
      computeResidual(equations);
      equations.rows().residual();
      equations.tangent().assemble(phases);
    }));
  return median(each);
}

}  // namespace

void measureChain(const base::Communicator& comm, const ChainOptions& options) {
  const auto mechanics = makeChain(comm, options.bodies);
  solver::SolverParameters parameters;
  parameters.preset = options.preset;
  solver::Presets presets;
  solver::registerPresets(presets);
  solver::SolverOptions petsc(options.petsc, solver::SolverOptions::UnusedOptions::reject);
  petsc.addPreset(presets.find(parameters.preset));
  analysis::Transient::Data how;
  how.stepper = options.stepper;
  how.step = options.step;
  how.end_time = options.steps * options.step;
  base::Phases phases(comm);
  analysis::Equations equations(*mechanics);
  analysis::TangentSolver solver(equations, parameters, petsc);
  const StepTimings steps = StepTimings::of(how, equations, solver, phases);
  const double us_per_body = 1e3 / options.bodies, drift = equations.rows().gap(equations.rows().residual().get());
  const nlohmann::ordered_json of_steps = steps.line();
  nlohmann::ordered_json line{{"prog", "tenon"},
                              {"bodies", options.bodies},
                              {"stepper", options.stepper},
                              {"preset", options.preset},
                              {"ranks", comm.size()},
                              {"dofs", static_cast<std::int64_t>(mechanics->numUnknowns())},
                              {"steps", options.steps},
                              {"assemble_us_per_body", us_per_body * evaluationMs(equations, phases)},
                              {"step_us_per_body", us_per_body * of_steps["step_ms"].get<double>()},
                              {"drift", drift}};
  line.update(of_steps);
  if (comm.isRoot()) std::printf("%s\n", line.dump().c_str());
}

}  // namespace tenon::bench

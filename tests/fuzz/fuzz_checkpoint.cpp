// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Fuzzer of checkpoints. A run continues from a damaged checkpoint for some steps or ends with a
// readable error. The first number of an input selects the run: sleeping bodies in contact, or a
// plastic block on an obstacle. The other numbers are changes (DamagedHdf5), with or without a
// checksum of the damaged bytes.
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <optional>
#include <string>

#include "DamagedHdf5.hpp"
#include "base/Phases.hpp"
#include "base/Runtime.hpp"
#include "simulation/reading/build.hpp"
#include "simulation/results/Checkpoints.hpp"
#include "solver/options/SolverOptions.hpp"
#include "tenon/base/Error.hpp"
#include "tenon/base/Log.hpp"

namespace {

using namespace tenon;

constexpr const char* bodies = R"(
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
analysis: {type: transient, stepper: moreau-jean, step: 0.002, end_time: 1, contact_iterations: 50, contact_tolerance: 1e-3,
  sleep_velocity: 0.01, sleep_after: 0.004}
)";

constexpr const char* block = R"(
objects:
  block:
    mesh: MESH
    forces:
      - {type: elastic, material: {type: j2-plasticity, young: 1e4, poisson: 0.3, yield_stress: 1, hardening: 100}}
      - {type: gravity, density: 2, acceleration: [0, 0, -10]}
    masses: [{type: lumped, density: 2}]
constraints: [{type: prescribed, name: feet, object: block, group: bottom, values: {x: 0, y: 0}}]
contacts: [{type: plane, name: table, slave: {object: block, group: bottom}, point: [0, 0, -0.001], normal: [0, 0, 1]}]
analysis: {type: transient, stepper: generalised-alpha, step: 0.001, end_time: 1, max_step_reductions: 1, max_iterations: 5, error_tolerance: 0.5}
solver: {preset: direct}
)";

/// Mesh of a hexahedron on a quadrilateral.
constexpr const char* mesh_of_block = R"($MeshFormat
2.2 0 8
$EndMeshFormat
$PhysicalNames
2
3 1 "body"
2 2 "bottom"
$EndPhysicalNames
$Nodes
8
1 0 0 0
2 1 0 0
3 1 1 0
4 0 1 0
5 0 0 1
6 1 0 1
7 1 1 1
8 0 1 1
$EndNodes
$Elements
2
1 5 2 1 1 1 2 3 4 5 6 7 8
2 3 2 2 2 1 4 3 2
$EndElements
)";

constexpr int checkpoint_step = 5;

/// Run with a checkpoint and its damaged copies.
class Run {
 public:
  Run(std::string text, const std::string& stem)
      : mesh_(stem + ".msh"), phases_(base::Communicator::world()), options_(std::vector<std::string>{}) {
    std::ofstream(mesh_) << mesh_of_block;
    if (const std::size_t at = text.find("MESH"); at != std::string::npos) text.replace(at, 4, mesh_);
    simulation::CaseFile file;
    file.path = stem + ".yaml";
    file.root = base::CaseNode::parse(text, file.path);
    setup_ = simulation::build(base::Communicator::world(), file, options_, phases_);
    checkpoints_.emplace(*setup_.equations, stem);
    runTo(checkpoint_step, true);
    damaged_ = std::make_unique<DamagedHdf5>(checkpoints_->path());
  }
  ~Run() { ::unlink(mesh_.c_str()); }
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  void restartFrom(const Input& input) {
    damaged_->damage(input, true);
    setup_.analysis->restartFrom(checkpoints_->read(setup_.analysis->steppingScheme()).snapshot);
    runTo(checkpoint_step + 1, false);
  }

 private:
  void runTo(int last, bool writes) {
    const auto run = setup_.analysis->begin(*setup_.equations, *setup_.solver, phases_, last);
    const auto on_step = [&](int step, double, const auto& describe) {
      if (writes && step == last) checkpoints_->write(run->snapshot(), nullptr);
      describe({});
    };
    run->complete(on_step, last);
  }

  std::string mesh_;
  base::Phases phases_;
  solver::SolverOptions options_;
  simulation::Setup setup_;
  std::optional<simulation::Checkpoints> checkpoints_;
  std::unique_ptr<DamagedHdf5> damaged_;
};

std::optional<base::Runtime> runtime;
std::unique_ptr<Run> of_bodies, of_block;

void finish() {
  of_bodies.reset();
  of_block.reset();
  runtime.reset();
}

}  // namespace

/// Starts MPI and writes the checkpoints outside the timed first input.
extern "C" int LLVMFuzzerInitialize(int*, char***) {
  runtime.emplace();
  base::setUpLog(base::Communicator::world(), "error");
  const std::string stem = "/dev/shm/tenon-fuzz-" + std::to_string(::getpid());
  try {
    of_bodies = std::make_unique<Run>(bodies, stem + "-bodies");
    of_block = std::make_unique<Run>(block, stem + "-block");
  } catch (const base::Error& error) {
    base::printError(error.what());
    std::abort();
  }
  return std::atexit(finish);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Input input(data, size);
  try {
    (input.below(2) == 0 ? *of_bodies : *of_block).restartFrom(input);
  } catch (const base::FileError&) {
  } catch (const base::InputError&) {
  } catch (const base::NotConvergedError&) {
  }
  return 0;
}

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "assembly.hpp"

#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "EdgeSprings.hpp"
#include "constraint/registry.hpp"
#include "la/assembly/MatrixAssembly.hpp"
#include "la/matrices/rigidModes.hpp"
#include "mass/registry.hpp"
#include "measure.hpp"
#include "sizes.hpp"
#include "solver/saddle/SaddleSolver.hpp"
#include "tenon/force/registry.hpp"
#include "tenon/mesh/generation/generate.hpp"
#include "tenon/system/forms/AssembledSystem.hpp"

namespace tenon::bench {
namespace {

using Json = nlohmann::ordered_json;

using system::statics;  // A = -K
constexpr system::Factors mass_alone{1.0, 0.0, 0.0};

const char* const elastic_cube = "{type: elastic, material: {type: linear-elastic, young: 1e5, poisson: 0.3}}";
const char* const consistent_mass = "{type: consistent, density: 1}";
const char* const cube_weight = "{type: body-force, density: [0, 0, -1]}";
const char* const clamp_side = "{type: fixed, group: xmin}";

/// Rotates each node about the x axis by the angle x, so that every element is deformed.
void twist(la::State& state) {
  const auto rest = state.reference();
  const auto u = state.displacement();
  for (std::size_t i = 0; i < rest.size(); i += 3) {
    const double c = std::cos(rest[i]), s = std::sin(rest[i]);
    u[i + 1] = (c - 1) * rest[i + 1] - s * rest[i + 2];
    u[i + 2] = s * rest[i + 1] + (c - 1) * rest[i + 2];
  }
}

/// Runs the reference problem phase by phase; each phase writes its figures to the output line.
class AssemblyBench {
 public:
  AssemblyBench(const base::Communicator& comm, const AssemblyOptions& options) : comm_(comm), options_(options) {
    line_ = {{"prog", "tenon"}, {"elem", options.elem}, {"n", options.n}, {"ranks", comm.size()}};
    line_["contributor"] = options.contributor;
    line_["insertion"] = options.insertion;
    line_["checking"] = options.checking;
    line_["rss_start_mb"] = peakMiB(comm);
  }

  Json run() {
    line_["mesh_ms"] = milliseconds(comm_, [&] { makeSystem(); });
    line_["peak_mesh_mb"] = peakMiB(comm_);
    const Duration pattern = measure(comm_, [&] { makePattern(); }), first = measure(comm_, [&] { assemble(); });
    line_["pattern_ms"] = pattern.wall;
    line_["first_ms"] = first.wall;
    line_["first_cpu_ms"] = pattern.cpu + first.cpu;
    std::vector<double> wall, cpu;
    for (int r = 0; r < options_.reps; ++r) {
      const Duration duration = measure(comm_, [&] { assemble(); });
      wall.push_back(duration.wall);
      cpu.push_back(duration.cpu);
    }
    line_["repeat_ms"] = median(wall);
    line_["repeat_cpu_ms"] = median(cpu);
    if (num_blocks_ > 0.0) line_["ns_per_block"] = median(cpu) * 1e6 / comm_.max(num_blocks_);
    makeVectors();
    line_["peak_asm_mb"] = peakMiB(comm_);
    count();
    if (options_.solves) solve();
    line_["peak_mb"] = peakMiB(comm_);
    return line_;
  }

 private:
  void makeSystem() {
    const auto type = options_.elem == "tet" ? mesh::CellType::tet4 : mesh::CellType::hex8;
    auto body = std::make_unique<system::Body>("cube", mesh::box(comm_, type, {options_.n, options_.n, options_.n}));
    addContributors(*body);
    constraint::ConditionRegistry conditions("condition");
    constraint::registerConditions(conditions);
    body->conditions.push_back(conditions.make(base::CaseNode::parse(clamp_side, "tenon-bench"), body->domain()));
    std::vector<std::unique_ptr<system::Body>> bodies;
    bodies.push_back(std::move(body));
    system_ = std::make_unique<system::MechanicalSystem>(std::move(bodies),
                                                         std::vector<std::unique_ptr<constraint::Constraint>>{});
  }

  void addContributors(system::Body& body) {
    if (options_.contributor == "elastic") {
      force::ForceRegistry forces("force");
      force::registerForces(forces);
      for (const char* text : {elastic_cube, cube_weight})
        body.forces.push_back(forces.make(base::CaseNode::parse(text, "tenon-bench"), body.domain()));
    } else if (options_.contributor == "corotational" || options_.contributor == "corotational-exact") {
      const bool exact = options_.contributor == "corotational-exact";
      force::ForceRegistry forces("force");
      force::registerForces(forces);
      const std::string text =
          "{type: corotational, young: 1e5, poisson: 0.3, tangent: " + std::string(exact ? "exact" : "simple") + "}";
      body.forces.push_back(forces.make(base::CaseNode::parse(text, "tenon-bench"), body.domain()));
      twist(body.state());
    } else if (options_.contributor == "mass") {
      mass::MassRegistry masses("mass");
      mass::registerMasses(masses);
      body.masses.push_back(masses.make(base::CaseNode::parse(consistent_mass, "tenon-bench"), body.domain()));
      factors_ = mass_alone;
    } else {
      const bool as_elements = options_.contributor == "springs";
      auto springs = std::make_unique<EdgeSprings>(
          body.domain(), as_elements ? EdgeSprings::Delivery::elements : EdgeSprings::Delivery::blocks);
      num_blocks_ = static_cast<double>(springs->numBlocks());
      body.forces.push_back(std::move(springs));
    }
  }

  const system::Body& body() const { return *system_->bodies().front(); }

  /// Runs all symbolic work: numbering, pattern, matrix, slots, entries of constrained dofs.
  void makePattern() {
    const auto insertion = options_.insertion == "slots" ? la::Insertion::slots : la::Insertion::blocked;
    system::SystemOptions options;
    options.held_diagonal = la::DirichletDiagonal::one;
    if (options_.checking == "on") options.rules.checking = la::IndexChecking::on;
    if (options_.checking == "values") options.rules.checking = la::IndexChecking::values;
    assembled_ = std::make_unique<system::AssembledSystem>(*system_, insertion, options);
    assembled_->record(factors_);
  }

  void assemble() { assembled_->assemble(factors_); }

  void makeVectors() {
    load_ = assembled_->residual();
    solution_ = assembled_->layout().makeVector();
  }

  void count() {
    const Mat matrix = assembled_->matrix().get();
    MatInfo info;
    PetscReal norm = 0.0;
    PetscInt rows = 0;
    TENON_PETSC(MatGetInfo(matrix, MAT_GLOBAL_SUM, &info));
    TENON_PETSC(MatNorm(matrix, NORM_FROBENIUS, &norm));
    TENON_PETSC(MatGetSize(matrix, &rows, nullptr));
    line_["elements"] = numTopCells(body().mesh());
    line_["dofs"] = static_cast<std::int64_t>(rows);
    line_["nnz"] = static_cast<std::int64_t>(info.nz_used);
    line_["matrix_mb"] = maxMiB(comm_, static_cast<double>(assembled_->matrix().bytes()));
    line_["beside_mb"] = maxMiB(comm_, static_cast<double>(assembled_->assembly().auxiliaryBytes()));
    line_["mesh_mb"] = maxMiB(comm_, bytesOf(body().mesh()));
    line_["vectors_mb"] = maxMiB(comm_, bytesOf(body().state()) + bytesOf(load_.get()) + bytesOf(solution_.get()));
    line_["fro"] = norm;
  }

  /// Solves the problem by the library's solver: preset, options, residual check.
  void solve() {
    solver::Presets presets;
    solver::registerPresets(presets);
    solver::SolverOptions options;
    options.addPreset(presets.find("cg-amg"));
    solver::SolverParameters parameters;
    parameters.preset = "cg-amg";
    const la::NullSpace rigid_modes = la::rigidModes(assembled_->layout());
    solver::SaddleSystem saddle;
    saddle.A = assembled_->matrix().get();
    saddle.rigid_modes = rigid_modes.get();

    std::unique_ptr<solver::SaddleSolver> solver;
    const Duration set_up =
        measure(comm_, [&] { solver = std::make_unique<solver::SaddleSolver>(saddle, parameters, options); });
    const Duration solve = measure(
        comm_, [&] { line_["its"] = solver->solve(load_.get(), nullptr, solution_.get(), nullptr).iterations; });
    line_["pc_setup_ms"] = set_up.wall;
    line_["pc_setup_cpu_ms"] = set_up.cpu;
    line_["solve_ms"] = solve.wall;
    line_["solve_cpu_ms"] = solve.cpu;
    PetscReal largest = 0.0;
    TENON_PETSC(VecNorm(solution_.get(), NORM_INFINITY, &largest));
    line_["umax"] = largest;
  }

  base::Communicator comm_;
  AssemblyOptions options_;
  Json line_;
  system::Factors factors_ = statics;
  double num_blocks_ = 0.0;  // blocks delivered by the springs on this rank
  std::unique_ptr<system::MechanicalSystem> system_;
  std::unique_ptr<system::AssembledSystem> assembled_;
  la::Vector load_, solution_;
};

}  // namespace

void measureAssembly(const base::Communicator& comm, const AssemblyOptions& options) {
  if (options.solves && options.contributor != "elastic") {
    base::InputError error(
        "--solve needs --contributor elastic: only this contributor defines a solvable problem with a load.");
    error.markOnAllRanks();
    throw error;
  }
  const std::string line = AssemblyBench(comm, options).run().dump();
  if (comm.isRoot()) std::printf("%s\n", line.c_str());
}

}  // namespace tenon::bench

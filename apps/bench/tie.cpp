// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tie.hpp"

#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "constraint/registry.hpp"
#include "constraint/ties/Mortar.hpp"
#include "la/matrices/rigidModes.hpp"
#include "measure.hpp"
#include "solver/saddle/SaddleSolver.hpp"
#include "tenon/force/registry.hpp"
#include "tenon/la/matrices/SaddleMatrix.hpp"
#include "tenon/mesh/generation/generate.hpp"
#include "tenon/system/forms/AssembledSystem.hpp"
#include "tenon/system/operators/ConstraintJacobian.hpp"

namespace tenon::bench {
namespace {

using Json = nlohmann::ordered_json;

using system::statics;  // A = -K

const char* const elastic_box = "{type: elastic, material: {type: linear-elastic, young: 1e5, poisson: 0.3}}";
const char* const load = "{type: traction, group: zmax, traction: [30, 10, -100]}";
const char* const clamp_below = "{type: fixed, group: zmin}";

double cube(double x) {
  return x * x * x;
}

double unknownsOf(int n, bool one_piece) {
  const double m = n + 1;
  return 3.0 * (one_piece ? m * m * (2 * n + 1) : cube(m) + cube(m + 1) + (m + 1) * (m + 1));
}

/// Returns the number of cells along an edge that approximates the requested number of dofs best.
int cellsFor(int unknowns, bool one_piece) {
  int n = 1;
  while (unknownsOf(n + 1, one_piece) < unknowns) ++n;
  const bool next_is_nearer = unknownsOf(n + 1, one_piece) - unknowns < unknowns - unknownsOf(n, one_piece);
  return next_is_nearer ? n + 1 : n;
}

/// Runs the problem phase by phase; each phase writes its figures to the output line.
class TieBench {
 public:
  TieBench(const base::Communicator& comm, const TieOptions& options)
      : comm_(comm), options_(options), n_(cellsFor(options.unknowns, options.one_piece)) {
    if (options_.preset.empty()) options_.preset = options.one_piece ? "cg-amg" : "schur";
    line_ = {{"prog", "tenon"}, {"elem", options.elem}, {"n", n_}, {"ranks", comm.size()}};
    line_["preset"] = options_.preset;
    line_["one_piece"] = options.one_piece;
    if (!options.one_piece) line_["multiplier_space"] = options.multipliers;
  }

  Json run() {
    line_["mesh_ms"] = milliseconds(comm_, [&] { makeBodies(); });
    std::vector<std::unique_ptr<constraint::Constraint>> constraints;
    Duration g_setup = measure(comm_, [&] { makeTie(constraints); });
    system_ = std::make_unique<system::MechanicalSystem>(std::move(bodies_), std::move(constraints));
    const Duration a_setup = measure(comm_, [&] { assemble(); });
    if (!options_.one_piece) {
      const Duration jacobian = measure(comm_, [&] {
        G_ = std::make_unique<system::ConstraintJacobian>(*system_, assembled_->layout(),
                                                          assembled_->constrainedFlags());
      });
      g_setup = {g_setup.wall + jacobian.wall, g_setup.cpu + jacobian.cpu};
    }
    count();
    add("a_setup", a_setup);
    add("g_setup", g_setup);
    const Duration solver = solve();
    add("total", {a_setup.wall + g_setup.wall + solver.wall, a_setup.cpu + g_setup.cpu + solver.cpu});
    line_["peak_mb"] = peakMiB(comm_);
    return line_;
  }

 private:
  void add(const std::string& phase, const Duration& duration) {
    line_[phase + "_ms"] = duration.wall;
    line_[phase + "_cpu_ms"] = duration.cpu;
  }

  void makeBodies() {
    if (options_.one_piece) {
      addBody("whole", {n_, n_, 2 * n_}, 0.0, 2.0);
    } else {
      addBody("lower", {n_, n_, n_}, 0.0, 1.0);
      addBody("upper", {n_ + 1, n_ + 1, n_ + 1}, 1.0, 2.0);
    }
    constraint::ConditionRegistry conditions("condition");
    constraint::registerConditions(conditions);
    auto& lowest = *bodies_.front();
    lowest.conditions.push_back(conditions.make(base::CaseNode::parse(clamp_below, "tenon-bench"), lowest.domain()));
    force::ForceRegistry forces("force");
    force::registerForces(forces);
    for (const auto& body : bodies_)
      body->forces.push_back(forces.make(base::CaseNode::parse(elastic_box, "tenon-bench"), body->domain()));
    auto& highest = *bodies_.back();
    highest.forces.push_back(forces.make(base::CaseNode::parse(load, "tenon-bench"), highest.domain()));
  }

  void addBody(const char* name, std::array<int, 3> cells, double bottom, double top) {
    const auto type = options_.elem == "tet" ? mesh::CellType::tet4 : mesh::CellType::hex8;
    bodies_.push_back(std::make_unique<system::Body>(name, mesh::box(comm_, type, cells, {0, 0, bottom}, {1, 1, top})));
  }

  void makeTie(std::vector<std::unique_ptr<constraint::Constraint>>& constraints) {
    if (options_.one_piece) return;
    const auto find = [this](const std::string& name) -> const fem::Domain& {
      return bodies_[name == "lower" ? 0 : 1]->domain();
    };
    constraint::Mortar::Data data;
    data.name = "tie";
    data.slave = {"upper", "zmin"};
    data.master = {"lower", "zmax"};
    data.multipliers = options_.multipliers;
    constraints.push_back(std::make_unique<constraint::Mortar>(std::move(data), find));
  }

  void assemble() {
    assembled_ = std::make_unique<system::AssembledSystem>(*system_);
    assembled_->record(statics);
    assembled_->assemble(statics);
  }

  void count() {
    const long multipliers = comm_.sum(static_cast<long>(system_->numMultipliers()));
    line_["dofs"] = static_cast<std::int64_t>(system_->numUnknowns());
    line_["multipliers"] = multipliers;
  }

  solver::SaddleSystem saddle() const {
    solver::SaddleSystem saddle;
    saddle.A = assembled_->get();
    saddle.rigid_modes = rigid_modes_.get();
    saddle.objects = la::namedStates(assembled_->layout());
    if (!G_) return saddle;
    saddle.G = G_->free();
    saddle.groups = G_->groups();
    return saddle;
  }

  /// Solves the problem by the library's solver: preset, options, residual checks. Returns the
  /// total time.
  Duration solve() {
    solver::Presets presets;
    solver::registerPresets(presets);
    solver::SolverOptions options(options_.petsc, solver::SolverOptions::UnusedOptions::reject);
    options.addPreset(presets.find(options_.preset));
    solver::SolverParameters parameters;
    parameters.preset = options_.preset;
    parameters.augmentation = options_.augmentation;
    rigid_modes_ = la::rigidModes(assembled_->layout());
    const la::Vector f = assembled_->residual(), delta = assembled_->layout().makeVector();
    const la::Vector g = G_ ? G_->makeVector() : la::Vector{}, mu = G_ ? G_->makeVector() : la::Vector{};

    std::unique_ptr<solver::SaddleSolver> solver;
    solver::SolveStatistics statistics;
    const Duration set_up =
        measure(comm_, [&] { solver = std::make_unique<solver::SaddleSolver>(saddle(), parameters, options); });
    options.requireKnown(comm_, [&] { return solver->knownOptions(); });
    const Duration solve = measure(comm_, [&] { statistics = solver->solve(f.get(), g.get(), delta.get(), mu.get()); });
    line_["its"] = statistics.iterations;
    add("setup", set_up);
    add("solve", solve);
    line_["residual_u"] = statistics.residual_displacement;
    line_["residual_lambda"] = statistics.residual_multipliers;
    PetscReal largest = 0.0;
    TENON_PETSC(VecNorm(delta.get(), NORM_INFINITY, &largest));
    line_["umax"] = largest;
    return {set_up.wall + solve.wall, set_up.cpu + solve.cpu};
  }

  base::Communicator comm_;
  TieOptions options_;
  int n_;
  Json line_;
  std::vector<std::unique_ptr<system::Body>> bodies_;  // owned until they are moved into the system
  std::unique_ptr<system::MechanicalSystem> system_;
  std::unique_ptr<system::AssembledSystem> assembled_;
  std::unique_ptr<system::ConstraintJacobian> G_;
  la::NullSpace rigid_modes_;
};

}  // namespace

void measureTie(const base::Communicator& comm, const TieOptions& options) {
  const std::string line = TieBench(comm, options).run().dump();
  if (comm.isRoot()) std::printf("%s\n", line.c_str());
}

}  // namespace tenon::bench

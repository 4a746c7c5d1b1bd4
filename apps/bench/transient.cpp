// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "transient.hpp"

#include <cstdio>
#include <nlohmann/json.hpp>

#include "analysis/Transient.hpp"
#include "cube.hpp"
#include "steps.hpp"
#include "tenon/solver/options/Preset.hpp"
#include "tenon/system/forms/AssembledSystem.hpp"
#include "tenon/system/forms/MatrixFreeSystem.hpp"

namespace tenon::bench {
namespace {

constexpr double wave_speed = 367.0;  // pressure wave speed sqrt((lambda + 2 mu) / rho)

bool isExplicit(const TransientOptions& options) {
  return options.stepper == "central-difference";
}

double stepOf(const TransientOptions& options) {
  if (options.step > 0.0) return options.step;
  return isExplicit(options) ? 0.4 / (wave_speed * options.n) : 1e-3;
}

std::string presetOf(const TransientOptions& options) {
  if (!options.preset.empty()) return options.preset;
  return options.system == "matrix-free" ? "cg-block-jacobi" : "cg-amg";
}

std::unique_ptr<system::LinearSystem> systemOf(system::MechanicalSystem& mechanics, const std::string& type) {
  if (type == "matrix-free") return std::make_unique<system::MatrixFreeSystem>(mechanics);
  return std::make_unique<system::AssembledSystem>(mechanics);
}

}  // namespace

void measureTransient(const base::Communicator& comm, const TransientOptions& options) {
  const auto mechanics = makeCube(comm, options.elem == "tet" ? mesh::CellType::tet4 : mesh::CellType::hex8, options.n,
                                  {isExplicit(options) ? "lumped" : "consistent", options.nonlinear});
  solver::SolverParameters parameters;
  parameters.preset = presetOf(options);
  solver::Presets presets;
  solver::registerPresets(presets);
  solver::SolverOptions petsc(options.petsc, solver::SolverOptions::UnusedOptions::reject);
  petsc.addPreset(presets.find(parameters.preset));
  analysis::Transient::Data how;
  how.stepper = options.stepper;
  how.step = stepOf(options);
  how.end_time = options.steps * how.step;
  base::Phases phases(comm);
  analysis::Equations equations(*mechanics, systemOf(*mechanics, options.system));
  analysis::TangentSolver solver(equations, parameters, petsc);
  const StepTimings steps = StepTimings::of(how, equations, solver, phases);
  nlohmann::ordered_json line{{"prog", "tenon"},
                              {"elem", options.elem},
                              {"n", options.n},
                              {"stepper", options.stepper},
                              {"nonlinear", options.nonlinear},
                              {"ranks", comm.size()},
                              {"system", options.system},
                              {"dofs", static_cast<std::int64_t>(mechanics->numUnknowns())},
                              {"steps", options.steps}};
  line.update(steps.line());
  line["ns_per_dof"] = 1e6 * line["step_ms"].get<double>() / line["dofs"].get<double>();
  if (comm.isRoot()) std::printf("%s\n", line.dump().c_str());
}

}  // namespace tenon::bench

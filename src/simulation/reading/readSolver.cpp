// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "readSolver.hpp"

#include <fmt/format.h>

#include <optional>

#include "analysis/Analysis.hpp"
#include "analysis/steppers/StepperParameters.hpp"
#include "entries.hpp"
#include "solver/preconditioners/symmetry.hpp"
#include "system/couplingGraph.hpp"
#include "system/forms/registry.hpp"
#include "system/systemSize.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/base/runCollectively.hpp"
#include "tenon/base/suggest.hpp"
#include "tenon/simulation/reading/registries.hpp"
#include "tenon/solver/saddle/SchurApproximations.hpp"

namespace tenon::simulation {
namespace {

using base::CaseNode;

template <class Data>
Data read(const CaseNode& node, const std::vector<std::string>& others) {
  base::Parameters<Data> table;
  Data::declare(table);
  return table.read(node, others);
}

/// Returns the names of the forces with an unsymmetric tangent.
std::vector<std::string> asymmetricForces(const system::MechanicalSystem& mechanics) {
  std::vector<std::string> names;
  for (const auto* force : mechanics.forceFields())
    if (!force->isSymmetric()) names.push_back(force->name());
  return names;
}

/// Returns the block of a linear system, which may be given by its name only.
CaseNode systemBlock(const CaseNode& named) {
  if (named.isDefined() && !named.isScalar()) return named;
  return CaseNode::parse(fmt::format("type: {}", named.isDefined() ? named.text() : system::default_system), "");
}

void checkSystem(const CaseNode& named) {
  if (!named.isScalar()) return registries().systems.check(named);
  const auto names = registries().systems.names();
  if (!base::contains(names, named.text()))
    named.fail(fmt::format("there is no system '{}'{}", named.text(), base::suggestionFor(named.text(), names)));
}

void usePreset(const solver::Preset& preset, const std::string& reason, solver::SolverParameters& parameters,
               solver::SolverOptions& options) {
  parameters.preset = preset.name;
  parameters.choice_reason = reason;
  options.addPreset(preset);
}

void choosePreset(const CaseNode& root, const solver::SystemTraits& traits, solver::SolverParameters& parameters,
                  solver::SolverOptions& options) {
  const solver::Presets& presets = registries().presets;
  const bool named = !parameters.preset.empty();
  const bool by_case = named && root.has("solver") && root["solver"].has("preset");
  withErrorLocation(by_case ? root["solver"]["preset"] : root, [&] {
    const solver::PresetChoice chosen =
        named ? solver::PresetChoice{&presets.find(parameters.preset), ""} : presets.choose(traits);
    solver::requireApplicable(*chosen.preset, presets, traits);
    usePreset(*chosen.preset, chosen.reason, parameters, options);
  });
}

/// Returns the first key of the block `solver`, except the preset, or the first PETSc option, by
/// which the user configures the solver.
std::string configuringKey(const CaseNode& root, const solver::SolverOptions& options) {
  if (root.isMap() && root.has("solver") && root["solver"].isMap())
    for (const std::string& key : root["solver"].keys())
      if (key != "preset" && key != "direct_seconds") return fmt::format("`{}` in the solver block", key);
  return options.configuringOption();
}

/// Allows the solver to fall back to `direct` once, if tenon has chosen the preset and the factors
/// fit into memory.
void allowFallback(const solver::SystemTraits& traits, const solver::SolverParameters& parameters,
                   solver::SolverOptions& options, analysis::TangentSolver& solver) {
  const bool is_chosen = !parameters.choice_reason.empty() && traits.configured_by.empty();
  if (!is_chosen || !traits.has_entries || parameters.preset == solver::direct_preset) return;
  solver.setFallback([traits, parameters, &options](const base::Communicator& comm) {
    std::optional<solver::SolverParameters> direct;
    if (!comm.all(solver::fitsIntoMemory(traits.size))) return direct;
    const solver::Presets& presets = registries().presets;
    direct = parameters;
    options.removePreset(presets.find(parameters.preset));
    usePreset(presets.find(solver::direct_preset), fmt::format("'{}' did not converge", parameters.preset), *direct,
              options);
    return direct;
  });
}

/// Checks that the block of an analysis contains no parameters of time integrators if the time
/// integrator has a block of its own.
/// @throws InputError whose message has one line for each of these parameters
void requireParametersInBlock(const CaseNode& block, base::ErrorCollector& problems) {
  if (!block.isMap() || !block.has("stepper") || !block["stepper"].isMap()) return;
  for (const std::string& key : analysis::stepperKeys())
    if (block.has(key))
      problems.attempt([&] {
        block[key].fail("this key is a parameter of the time integrator: move it into the block `stepper`.");
      });
}

}  // namespace

std::unique_ptr<analysis::Analysis> readAnalysis(const CaseNode& root, base::ErrorCollector& problems) {
  const CaseNode block = root.isMap() && root.has("analysis")
                             ? root["analysis"]
                             : CaseNode::parse(fmt::format("type: {}", analysis::default_analysis), "");
  std::unique_ptr<analysis::Analysis> made;
  problems.attempt([&] { withErrorLocation(block, [&] { made = registries().analyses.make(block); }); });
  requireParametersInBlock(block, problems);
  return made;
}

solver::SolverParameters readSolver(const CaseNode& root, solver::SolverOptions& options,
                                    base::ErrorCollector& problems) {
  solver::SolverParameters parameters;
  problems.attempt([&] {
    if (!root.has("solver")) return;
    const CaseNode block = root["solver"];
    parameters = read<solver::SolverParameters>(block, {});
    if (!parameters.preset.empty())
      withErrorLocation(block["preset"], [&] { registries().presets.find(parameters.preset); });
    if (block.has("augmentation"))
      options.addCase("-saddle_augmentation", block["augmentation"].number(), block["augmentation"]);
    if (block.has("schur")) {
      withErrorLocation(block["schur"], [&] { solver::schurApproximations().find(parameters.schur); });
      options.addCase("-saddle_schur", block["schur"]);
    }
    if (!block.has("preconditioner")) return;
    const CaseNode own = block["preconditioner"];
    parameters.preconditioner = solver::PreconditionerParameters::read(own);
    if (own.has("system")) checkSystem(own["system"]);
  });
  problems.attempt([&] {
    if (root.has("petsc")) options.addCase(root["petsc"]);
  });
  return parameters;
}

namespace {

/// Returns the longest estimated factorisation for which `direct` is the default. Without
/// multipliers, multigrid converges reliably and takes less than a second where a factorisation
/// takes several.
double directSeconds(const solver::SolverParameters& parameters, bool has_multipliers) {
  constexpr double share_without_multipliers = 0.25;
  return has_multipliers ? parameters.direct_seconds : share_without_multipliers * parameters.direct_seconds;
}

/// Counts the operations of a factorisation, unless the number of degrees of freedom clearly rules
/// out a factorisation.
/// @note Collective.
void countFactors(const analysis::Equations& equations, solver::SystemTraits& traits) {
  constexpr double by_far = 100.0;  // Slender bodies are so much cheaper than cubes.
  const base::Communicator& comm = equations.comm();
  const double longest = by_far * traits.direct_seconds * traits.solves_per_matrix;
  if (solver::isFactoredQuickly(traits.size, longest)) {
    const Mat G = equations.constraints() != nullptr ? equations.constraints()->free() : nullptr;
    const solver::CouplingGraph graph = system::couplingGraph(equations.linearSystem(), equations.mechanics(), G);
    traits.size.counts = comm.gather(solver::countFactors(graph))[0];
    base::log().debug("LU factors by a symbolic factorisation: {:.3g} operations, {:.3g} entries",
                      traits.size.counts.operations, traits.size.counts.entries);
  }
  traits.fits_into_memory = comm.all(solver::fitsIntoMemory(traits.size));
}

/// Returns true if the case consists of moving rigid bodies and particles that are joined by
/// multipliers.
bool hasOnlyJoints(const analysis::Equations& equations, const solver::SystemSize& size, bool has_multipliers) {
  return has_multipliers && size.total() == size.unknowns[0] && !equations.unknowns().kinematics().isStatic();
}

}  // namespace

solver::SystemTraits traitsOf(const analysis::Equations& equations, const analysis::Analysis& analysis,
                              const solver::SolverParameters& parameters) {
  const system::MechanicalSystem& mechanics = equations.mechanics();
  const PetscInt multipliers = equations.comm().sum<PetscInt>(mechanics.numMultipliers());
  solver::SystemTraits traits{
      multipliers > 0, solver::hasFewMultipliers(multipliers, mechanics.numUnknowns() - multipliers),
      parameters.preconditioner.hasSystem() || equations.linearSystem().isStored(), asymmetricForces(mechanics)};
  traits.size = system::sizeOf(mechanics);
  traits.direct_seconds = directSeconds(parameters, traits.has_multipliers);
  traits.has_only_joints = hasOnlyJoints(equations, traits.size, traits.has_multipliers);
  traits.solves_per_matrix = analysis.solvesPerMatrix();
  return traits;
}

std::unique_ptr<analysis::TangentSolver> makeSolver(const CaseNode& root, solver::SolverParameters parameters,
                                                    solver::SolverOptions& options, analysis::Equations& equations,
                                                    const analysis::Analysis& analysis) {
  solver::SystemTraits traits = traitsOf(equations, analysis, parameters);
  traits.configured_by = configuringKey(root, options);
  if (parameters.preset.empty() && traits.has_entries && traits.configured_by.empty()) countFactors(equations, traits);
  base::runCollectively(equations.comm(), [&] {
    choosePreset(root, traits, parameters, options);
    solver::requireSymmetry(options, traits.asymmetric_contributors);
    parameters.preconditioner.requireApplicable(traits.has_multipliers);
  });
  auto made = std::make_unique<analysis::TangentSolver>(equations, parameters, options);
  allowFallback(traits, parameters, options, *made);
  if (!parameters.preconditioner.hasSystem()) return made;
  const CaseNode named = parameters.preconditioner.system;
  auto own = registries().systems.make(systemBlock(named), equations.mechanics());
  base::runCollectively(equations.comm(), [&] {
    withErrorLocation(named.isDefined() ? named : root["solver"]["preconditioner"],
                      [&] { made->precondition(std::move(own)); });
  });
  return made;
}

}  // namespace tenon::simulation

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/simulation/Simulation.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "analysis/AnalysisRun.hpp"
#include "analysis/describeSolution.hpp"
#include "base/Phases.hpp"
#include "base/text.hpp"
#include "simulation/reading/build.hpp"
#include "simulation/results/Recording.hpp"
#include "simulation/results/jsonText.hpp"
#include "simulation/results/makeReport.hpp"
#include "simulation/results/printReport.hpp"
#include "solver/options/OptionsDatabase.hpp"
#include "solver/options/SolverOptions.hpp"
#include "tenon/base/runCollectively.hpp"
#include "tenon/simulation/reading/CaseFile.hpp"
#include "tenon/system/forms/extract.hpp"

namespace tenon::simulation {
namespace {

solver::SolverOptions::UnusedOptions unusedOptions(const SimulationOptions& options) {
  return options.allow_unused ? solver::SolverOptions::UnusedOptions::accept
                              : solver::SolverOptions::UnusedOptions::reject;
}

/// Throws the same error on all ranks.
void require(bool condition, const char* sentence) {
  if (condition) return;
  base::InputError error(sentence);
  error.markOnAllRanks();
  throw error;
}

}  // namespace

struct Simulation::Implementation {
  Implementation(CaseFile case_file, const base::Communicator& communicator, const SimulationOptions& options,
                 const Additions& additions)
      : comm(communicator),
        phases(communicator),
        file(std::move(case_file)),
        petsc(options.petsc_words, unusedOptions(options), communicator),
        setup(build(comm, file, petsc, phases, "", additions)) {}

  base::Communicator comm;
  base::Phases phases;
  CaseFile file;
  solver::SolverOptions petsc;
  Setup setup;
  std::unique_ptr<analysis::AnalysisRun> run{};
  std::unique_ptr<Recording> recording{};
  bool is_supported = false;
};

struct Simulation::Scope::Implementation {
  solver::OptionsDatabase::Scope scope;
  explicit Implementation(const solver::OptionsDatabase& database) : scope(database) {}
};

Simulation::Scope::Scope(const Simulation& simulation) {
  if (simulation.database_) implementation_ = std::make_unique<Implementation>(*simulation.database_);
}

Simulation::Scope::~Scope() = default;

Simulation::Simulation(const base::Communicator& comm, const std::string& case_file, const SimulationOptions& options)
    : Simulation(comm, CaseFile::read(comm, case_file, options.settings), Additions{}, options) {}

Simulation::Simulation(const base::Communicator& comm, const CaseFile& file, const Additions& additions,
                       const SimulationOptions& options) {
  if (options.separate_options) database_ = std::make_unique<solver::OptionsDatabase>();
  const Scope scope(*this);
  implementation_ = std::make_unique<Implementation>(file, comm, options, additions);
}

Simulation::~Simulation() {
  if (implementation_) {
    const Scope scope(*this);
    implementation_.reset();
  }
}

const base::Communicator& Simulation::comm() const {
  return implementation_->comm;
}

std::string Simulation::title() const {
  return titleOf(implementation_->file);
}

const CaseFile& Simulation::caseFile() const {
  return implementation_->file;
}

system::MechanicalSystem& Simulation::mechanics() {
  return *implementation_->setup.system;
}

const system::LinearSystem& Simulation::linearSystem() const {
  return implementation_->setup.equations->linearSystem();
}

const system::ConstraintJacobian* Simulation::constraints() const {
  return implementation_->setup.equations->constraints();
}

Setup& Simulation::setup() {
  return implementation_->setup;
}

system::Factors Simulation::factors() const {
  return implementation_->setup.equations->unknowns().kinematics().factors();
}

void Simulation::requireSupported() {
  const Scope scope(*this);
  if (!implementation_->is_supported) implementation_->setup.requireSupported();
  implementation_->is_supported = true;
}

std::string Simulation::describeSize() const {
  const base::Communicator& comm = implementation_->comm;
  const system::MechanicalSystem& mechanics = *implementation_->setup.system;
  const long multipliers = comm.sum(static_cast<long>(mechanics.numMultipliers()));
  return fmt::format("{}, {} of them multipliers, on {}", base::formatCount(mechanics.numUnknowns(), "unknown"),
                     multipliers, base::formatCount(comm.size(), "rank"));
}

void Simulation::begin() {
  Implementation& all = *implementation_;
  if (all.run) return;
  requireSupported();
  const Scope scope(*this);
  all.run = all.setup.analysis->begin(*all.setup.equations, *all.setup.solver, all.phases);
  if (all.recording && all.run->reportsStart()) all.recording->writeStep(*all.run);
}

bool Simulation::hasBegun() const {
  return implementation_->run != nullptr;
}

void Simulation::advance() {
  begin();
  Implementation& all = *implementation_;
  require(!all.run->isDone(), "All steps of the analysis are completed: restore a snapshot, or open the case again.");
  const Scope scope(*this);
  all.run->advance();
  if (all.recording) all.recording->writeStep(*all.run);
}

void Simulation::run() {
  begin();
  while (!isDone()) advance();
}

bool Simulation::isDone() const {
  return implementation_->run && implementation_->run->isDone();
}

int Simulation::numCompletedSteps() const {
  return implementation_->run ? implementation_->run->numCompletedSteps() : 0;
}

int Simulation::numSteps() const {
  return implementation_->run ? implementation_->run->numSteps() : implementation_->setup.analysis->numSteps();
}

double Simulation::time() const {
  return implementation_->run ? implementation_->run->time() : 0.0;
}

analysis::Solution Simulation::solution(const analysis::SolutionRequest& request) const {
  const Scope scope(*this);
  const Implementation& all = *implementation_;
  return all.run ? all.run->evaluateSolution(request) : analysis::describeSolution(*all.setup.equations, request);
}

std::map<std::string, std::vector<double>> Simulation::multipliers() const {
  const analysis::Solution all = solution({false, false, false});
  std::map<std::string, std::vector<double>> by_name;
  const auto& constraints = implementation_->setup.system->constraints();
  for (std::size_t c = 0; c < constraints.size(); ++c) by_name[constraints[c]->name()] = all.multipliers[c];
  return by_name;
}

std::shared_ptr<const analysis::Snapshot> Simulation::snapshot() const {
  require(hasBegun(), "A snapshot can be taken only after the analysis has begun: call begin() first.");
  const Scope scope(*this);
  return std::make_shared<analysis::Snapshot>(implementation_->run->snapshot());
}

void Simulation::restore(const analysis::Snapshot& snapshot) {
  require(hasBegun(), "A snapshot can be restored only after the analysis has begun: call begin() first.");
  require(!isRecording(),
          "A snapshot cannot be restored while results are being recorded: finish the recording first.");
  const Scope scope(*this);
  implementation_->run->restore(snapshot);
}

void Simulation::invalidate() {
  const Scope scope(*this);
  setup().equations->invalidate();
}

void Simulation::assemble(const system::Factors& factors) {
  const Scope scope(*this);
  setup().equations->tangent().assemble(implementation_->phases, factors);
}

la::Vector Simulation::rightHandSide() const {
  const Scope scope(*this);
  const system::LinearSystem& system = linearSystem();
  const system::MechanicalSystem& mechanics = *implementation_->setup.system;
  const bool is_static = system.factors().mass == 0.0 && system.factors().damping == 0.0;
  return is_static ? system::rightHandSideOf(mechanics, system.options().contents)
                   : system::rightHandSideOfStep(mechanics, system.factors(), system.options().contents);
}

void Simulation::solveFor(Vec f, Vec g, Vec dx, Vec mu) {
  const Scope scope(*this);
  Setup& setup = implementation_->setup;
  setup.solver->linearise(implementation_->phases);
  setup.solver->solveFor(f, g, dx, mu);
}

void Simulation::record(const RecordingOptions& options) {
  require(!hasBegun(), "Recording must start before the first step: call record() before the analysis begins.");
  require(!isRecording(), "Results are already being recorded: call record() only once.");
  requireSupported();
  const Scope scope(*this);
  Implementation& all = *implementation_;
  all.recording = std::make_unique<Recording>(Recording::Source{all.file, all.setup, all.petsc, all.phases}, options);
}

void Simulation::endOnSignals() {
  if (implementation_->recording) implementation_->recording->endOnSignals();
}

bool Simulation::isRecording() const {
  return implementation_->recording != nullptr;
}

void Simulation::finishRecording() {
  Implementation& all = *implementation_;
  require(isRecording(), "No results are being recorded: call record() before the first step.");
  begin();
  const Scope scope(*this);
  const analysis::Solution last = all.run->evaluateSolution({});
  all.petsc.warnAboutUnused(all.comm);
  all.recording->finish(last);
  all.recording.reset();
}

std::string Simulation::summary() const {
  const Scope scope(*this);
  Implementation& all = *implementation_;
  Report report = makeReport(*all.setup.system, solution({}));
  report.title = title();
  report.parameters = all.file.parameters();
  return jsonText(jsonOf(report, all.phases.summary()));
}

}  // namespace tenon::simulation

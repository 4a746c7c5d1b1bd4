#include "transient.hpp"

#include <mpi.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include "cube.hpp"
#include "measure.hpp"
#include "tenon/analysis/Transient.hpp"
#include "tenon/la/SetupCounts.hpp"
#include "tenon/solver/Preset.hpp"

namespace tenon::bench {
namespace {

double secondsOf(const std::vector<base::Phases::Summary>& phases, const std::string& name) {
  for (const auto& phase : phases)
    if (phase.name == name) return phase.most;
  return 0.0;
}

/// Sums at the end of a step.
struct Sums {
  double time, assembly, setup, solve;
  int iterations;
};

/// Medians of what the steps after the first one add.
class Steps {
 public:
  Steps(const base::Communicator& comm, base::Phases& phases) : comm_(comm), phases_(phases) {}

  void add(int step, const analysis::Solution& solution) {
    const auto& statistics = solution.statistics;
    sums_.push_back({comm_.max(MPI_Wtime() - start_), secondsOf(phases_.summary(), "assemble"),
                     comm_.max(statistics.setup_seconds), comm_.max(statistics.solve_seconds), statistics.iterations});
    if (step == 1) before_ = la::countSetups();
  }

  nlohmann::ordered_json line() const {
    const la::SetupCounts made = la::countSetups() - before_;
    return {{"step_ms", 1e3 * medianOf(&Sums::time)},
            {"assemble_ms", 1e3 * medianOf(&Sums::assembly)},
            {"setup_ms", 1e3 * medianOf(&Sums::setup)},
            {"solve_ms", 1e3 * medianOf(&Sums::solve)},
            {"its", medianOf(&Sums::iterations)},
            {"new_patterns", made.patterns},
            {"new_solvers", made.solvers},
            {"symbolic_products", made.symbolic_products}};
  }

 private:
  template <class Number>
  double medianOf(Number Sums::*of) const {
    std::vector<double> differences;  // sums_[0] is the start
    for (std::size_t i = 2; i < sums_.size(); ++i)
      differences.push_back(static_cast<double>(sums_[i].*of) - static_cast<double>(sums_[i - 1].*of));
    return median(differences);
  }

  base::Communicator comm_;
  base::Phases& phases_;
  double start_ = MPI_Wtime();
  std::vector<Sums> sums_;
  la::SetupCounts before_;
};

}  // namespace

void measureTransient(const base::Communicator& comm, const TransientOptions& options) {
  const auto mechanics = makeCube(comm, options.elem == "tet" ? mesh::CellType::tet4 : mesh::CellType::hex8, options.n,
                                  {"consistent", options.nonlinear});
  solver::SolverParameters parameters;
  parameters.preset = options.preset;
  solver::Presets presets;
  solver::registerPresets(presets);
  solver::SolverOptions petsc(options.petsc, solver::SolverOptions::Unused::refuse);
  petsc.addPreset(presets.find(parameters.preset));
  analysis::Transient::Data how;
  how.stepper = options.stepper;
  how.step = options.step;
  how.end_time = options.steps * options.step;
  base::Phases phases(comm);
  analysis::Equations equations(*mechanics);
  analysis::TangentSolver solver(equations, parameters, petsc);
  Steps steps(comm, phases);
  analysis::Transient(how).run(equations, solver, phases, [&](int step, double, const auto& describe) {
    steps.add(step, describe({false, false}));
  });
  nlohmann::ordered_json line{{"prog", "tenon"},
                              {"elem", options.elem},
                              {"n", options.n},
                              {"stepper", options.stepper},
                              {"nonlinear", options.nonlinear},
                              {"ranks", comm.size()},
                              {"dofs", static_cast<std::int64_t>(mechanics->numUnknowns())},
                              {"steps", options.steps}};
  line.update(steps.line());
  if (comm.isRoot()) std::printf("%s\n", line.dump().c_str());
}

}  // namespace tenon::bench

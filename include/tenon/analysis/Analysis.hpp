#pragma once
#include <functional>
#include <limits>

#include "tenon/analysis/Snapshot.hpp"
#include "tenon/analysis/TangentSolver.hpp"
#include "tenon/base/Registry.hpp"

namespace tenon::analysis {

/// What is computed of a model: its equilibria, its motion in time, its modes of vibration. A case names one in its
/// block `analysis`.
class Analysis {
 public:
  /// Collective. The solution at the present motion: nothing of it is computed before somebody wants it.
  using Describe = std::function<Solution(const Wanted&)>;
  /// Called when a step is done, with the motion in the states. Steps count from 1.
  using AtStep = std::function<void(int step, double time, const Describe& describe)>;

  virtual ~Analysis() = default;
  Analysis(const Analysis&) = delete;
  Analysis& operator=(const Analysis&) = delete;

  /// Time at which a run ends; 0 if the analysis has no time.
  virtual double endTime() const { return 0.0; }

  /// The factors of the matrix of a step.
  virtual Kinematics kinematics() const = 0;
  /// Steps of a whole run, as far as that is known before.
  virtual int numSteps() const = 0;
  /// Whether a run has that many steps if none of them fails; else it has at least so many.
  virtual bool knowsNumSteps() const { return true; }
  /// Whether a step that is done is the last one of a whole run.
  virtual bool isLast(int step) const { return step == numSteps(); }

  /// Collective. InputError where the model is not what this needs: more motions have to be held, it has no masses.
  virtual void requireHeld(Equations& equations) const = 0;
  /// Collective. InputError for what run() would refuse as it begins: steps that are too long, bodies that overlap.
  /// Nothing is solved, and nothing has moved.
  virtual void requireBeginnable(Equations&, TangentSolver&, base::Phases&) const {}

  /// Number of linear solves with one matrix, at least, by which a factorisation pays.
  virtual int solvesPerMatrix() const { return 1; }

  /// Whether rigid bodies touch each other by the rules of the model.
  virtual bool takesContacts() const { return false; }

  static constexpr int all_steps = std::numeric_limits<int>::max();

  /// Collective. The first `last` steps, or all where there are fewer, from the present motion. The last solution is
  /// given back; iterations and seconds are the sums over all solves. NotConvergedError where a linear solve or
  /// Newton's method fails.
  virtual Solution run(Equations& equations, TangentSolver& solver, base::Phases& phases, int last,
                       const AtStep& at_step) = 0;

  /// Whether a run can go on from a step of another one.
  virtual bool canContinue() const { return false; }
  virtual Steps steps() const { return {}; }
  /// Collective, while a step is done (AtStep). What continueFrom() wants; InternalError where canContinue() does not
  /// hold.
  virtual Snapshot snapshot() const { throw base::InternalError("This analysis takes no snapshots."); }
  /// The next run goes on from there: its first step done is that of the snapshot, for those who follow.
  virtual void continueFrom(Snapshot) { throw base::InternalError("This analysis cannot go on from a snapshot."); }

  /// All steps.
  Solution run(Equations& equations, TangentSolver& solver, base::Phases& phases, const AtStep& at_step = {}) {
    return run(equations, solver, phases, all_steps, at_step);
  }

 protected:
  Analysis() = default;
};

using AnalysisRegistry = base::Registry<Analysis>;

/// static, transient, modal.
void registerAnalyses(AnalysisRegistry& analyses);

/// What a case gets that names no analysis.
inline constexpr const char* default_analysis = "static";

}  // namespace tenon::analysis

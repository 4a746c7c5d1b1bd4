#pragma once
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tenon/analysis/BodyTouch.hpp"
#include "tenon/analysis/ContactStatistics.hpp"
#include "tenon/analysis/TangentSolver.hpp"
#include "tenon/base/Parameters.hpp"

namespace tenon::analysis {

/// What an analysis block says of its stepper, whichever it is.
struct StepperParameters {
  std::string stepper = "generalised-alpha";
  double rho = 0.8;     ///< spectral radius at infinite frequency, of generalised-alpha
  double alpha = 0.05;  ///< of hht
  double beta = 0.25;   ///< of newmark
  double gamma = 0.5;   ///< of newmark
  // Of moreau-jean:
  std::string contact_solver = "accelerated-gradient";
  double contact_tolerance = 1e-6;  ///< of the complementarity
  int contact_iterations = 10000;
  double contact_relaxation = 1.0;  ///< of sweeps
  double sleep_velocity = 0.0, sleep_after = 0.0;
};

/// What steps are made with: equations whose states hold the motion, and how those of one step are solved.
struct Stage {
  Equations& equations;
  TangentSolver& solver;
  base::Phases& phases;
  /// Collective. Moves bodies and multipliers to where the equations hold, as they are set now. NotConvergedError.
  std::function<solver::SolveStatistics()> solve;
};

/// A time integrator for
///   M a = f(q, v, t) + G^T lambda,   Phi(q, t) + C lambda = 0.
/// The motion is in the states; a stepper owns what it remembers of earlier steps.
class Stepper {
 public:
  /// What the next step depends on beside the motion.
  struct Memory {
    /// A vector over the layout of the unknowns. Checkpoints hold it under its name.
    struct Entry {
      std::string name;
      la::Vector* vector = nullptr;  ///< holds nullptr if there is nothing to remember
      bool is_optional = false;      ///< false: it exists after every step
    };
    struct Number {
      std::string name;
      double* number = nullptr;
    };
    std::vector<Entry> vectors;
    std::vector<Number> numbers;
  };

  virtual ~Stepper() = default;

  /// Of q and v: errors are proportional to h^order, those of one step to h^(order + 1).
  virtual int order() const { return 2; }
  /// Of the matrix of a step of length h, after the steps so far.
  virtual Kinematics kinematics(double h) const = 0;
  /// Collective. Before the first step of a run, whose steps are at most h long; `is_start`: the motion is that of its
  /// start, and not of a checkpoint. InputError for what this stepper cannot do.
  virtual void begin(Stage& /*stage*/, double /*h*/, bool /*is_start*/) {}

  /// Collective. From the motion in the states one step h, to `time`; what is remembered of earlier steps stays.
  /// NotConvergedError: then the states are anywhere.
  virtual solver::SolveStatistics advance(Stage& stage, double h, double time) = 0;
  /// Whether a step can be made again, shorter, from where it began. Else a failure is the end, nothing is kept of
  /// where a step began, and accept() is not called.
  virtual bool canBeCut() const { return true; }
  /// Whether rigid bodies touch.
  virtual bool takesContacts() const { return false; }
  /// Of those that do.
  virtual std::optional<ContactStatistics> contacts() const { return std::nullopt; }
  /// What they did to each other in the last step: each contact on one rank.
  virtual std::vector<BodyTouch> touches() const { return {}; }
  /// Collective, after begin(). Impulses of the next step begin with those of these contacts, whichever rank has them.
  virtual void setTouches(Stage& /*stage*/, const std::vector<BodyTouch>& /*touches*/) {}
  /// Whether rows with bounds may hold at the end of a step: velocities then are what led there, and nothing rebounds.
  virtual bool takesBounds() const { return false; }
  /// Of those that do: whether their multipliers are made impulses after each step (ContactImpulses), of which the
  /// accelerations that the next one begins with know nothing.
  virtual bool needsImpulses() const { return false; }
  /// Collective. These accelerations, before accept(); after a blow nothing is left of those before it.
  virtual void beginNextWith(la::Vector /*a*/, bool /*after_blow*/) {}
  /// Collective. The step h that led from `before` to `now` counts.
  virtual void accept(double /*h*/, const MotionVectors& /*before*/, const MotionVectors& /*now*/) {}

  /// True if velocities at the end of a step already are those with which tables go on from there.
  virtual bool followsJumps() const { return false; }
  /// Collective, after accept(). Velocities and accelerations of the motion have jumped: nothing is left of earlier
  /// steps. `a`: accelerations without what contacts do; nullptr: those of the motion.
  virtual void restart(la::Vector /*a*/) {}

  virtual Memory memory() { return {}; }
  /// Names of the `count` vectors in a checkpoint of a version that did not name them, in the order of that file.
  /// Empty if no version wrote so many.
  virtual std::vector<std::string> namesOfUnnamed(std::size_t count);
};

/// Steppers by name. A program that has one of its own adds it before it reads a case.
using StepperMaker = std::unique_ptr<Stepper> (*)(const StepperParameters&);
std::map<std::string, StepperMaker>& steppers();

}  // namespace tenon::analysis

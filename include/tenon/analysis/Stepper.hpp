#pragma once
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tenon/analysis/Kinematics.hpp"
#include "tenon/analysis/MotionVectors.hpp"
#include "tenon/base/Parameters.hpp"

namespace tenon::analysis {

/// What an analysis block says of its stepper, whichever it is.
struct StepperParameters {
  std::string stepper = "generalised-alpha";
  double rho = 0.8;     ///< spectral radius at infinite frequency, of generalised-alpha
  double alpha = 0.05;  ///< of hht
  double beta = 0.25;   ///< of newmark
  double gamma = 0.5;   ///< of newmark
};

/// One step of a time integrator for
///   M a = f(q, v, t) + G^T lambda,   Phi(q, t) + C lambda = 0,
/// both at the end of the step, in the accelerations a there as unknowns: q = q_n (+) (d0 + p a), v = v0 + w a (see
/// Kinematics). Owns what it remembers of earlier steps; assembles and solves nothing.
class Stepper {
 public:
  virtual ~Stepper() = default;

  /// Factors p, w of steps of length h.
  virtual Kinematics kinematics(double h) const = 0;
  /// Collective. d0 and v0 of the step h that begins where `now` is.
  virtual void predict(double h, const MotionVectors& now, Vec d0, Vec v0) = 0;
  /// Collective. The step h led from `before` to `now`.
  virtual void accept(double h, const MotionVectors& before, const MotionVectors& now) = 0;
  /// What it remembers of earlier steps, for checkpoints: empty before the first one, and always the same number.
  virtual std::vector<la::Vector*> memory() = 0;
};

/// Steppers by name. A program that has one of its own adds it before it reads a case.
using StepperMaker = std::unique_ptr<Stepper> (*)(const StepperParameters&);
std::map<std::string, StepperMaker>& steppers();

}  // namespace tenon::analysis

#include "GeneralisedAlpha.hpp"

namespace tenon::analysis {

std::unique_ptr<Stepper> GeneralisedAlpha::bySpectralRadius(const StepperParameters& parameters) {
  const double rho = parameters.rho;
  Coefficients c;
  c.alpha_m = (2 * rho - 1) / (rho + 1);
  c.alpha_f = rho / (rho + 1);
  c.gamma = 0.5 + c.alpha_f - c.alpha_m;
  c.beta = 0.25 * (c.gamma + 0.5) * (c.gamma + 0.5);
  return std::make_unique<GeneralisedAlpha>(c);
}

std::unique_ptr<Stepper> GeneralisedAlpha::hht(const StepperParameters& parameters) {
  const double alpha = parameters.alpha;
  return std::make_unique<GeneralisedAlpha>(Coefficients{0.0, alpha, 0.25 * (1 + alpha) * (1 + alpha), 0.5 + alpha});
}

std::unique_ptr<Stepper> GeneralisedAlpha::newmark(const StepperParameters& parameters) {
  return std::make_unique<GeneralisedAlpha>(Coefficients{0.0, 0.0, parameters.beta, parameters.gamma});
}

std::unique_ptr<Stepper> GeneralisedAlpha::trapezoid(const StepperParameters&) {
  return std::make_unique<GeneralisedAlpha>(Coefficients{});
}

Kinematics GeneralisedAlpha::kinematics(double h) const {
  const double share = (1 - c_.alpha_f) / (1 - c_.alpha_m);  // of a_{n+1} in z_{n+1}
  return Kinematics::ofAccelerations(h * h * c_.beta * share, h * c_.gamma * share);
}

// z_{n+1} = ((1 - alpha_f) a + alpha_f a_n - alpha_m z_n) / (1 - alpha_m); a = 0 where nullptr.
void GeneralisedAlpha::average(const MotionVectors& before, Vec a, Vec z) const {
  const double share = 1 / (1 - c_.alpha_m);
  TENON_PETSC(VecSet(z, 0.0));
  TENON_PETSC(VecAXPY(z, c_.alpha_f * share, before.a.get()));
  TENON_PETSC(VecAXPY(z, -c_.alpha_m * share, z_ ? z_.get() : before.a.get()));
  if (a != nullptr) TENON_PETSC(VecAXPY(z, (1 - c_.alpha_f) * share, a));
}

void GeneralisedAlpha::predict(double h, const MotionVectors& now, Vec d0, Vec v0) {
  if (!z_) {
    z_ = la::like(now.a.get());
    TENON_PETSC(VecCopy(now.a.get(), z_.get()));
  }
  const la::Vector next = la::like(z_.get());
  average(now, nullptr, next.get());
  TENON_PETSC(VecSet(d0, 0.0));
  TENON_PETSC(VecAXPY(d0, h, now.v.get()));
  TENON_PETSC(VecAXPY(d0, h * h * (0.5 - c_.beta), z_.get()));
  TENON_PETSC(VecAXPY(d0, h * h * c_.beta, next.get()));
  TENON_PETSC(VecWAXPY(v0, h * (1 - c_.gamma), z_.get(), now.v.get()));
  TENON_PETSC(VecAXPY(v0, h * c_.gamma, next.get()));
}

void GeneralisedAlpha::accept(double, const MotionVectors& before, const MotionVectors& now) {
  la::Vector next = la::like(z_.get());
  average(before, now.a.get(), next.get());
  z_ = std::move(next);
}

}  // namespace tenon::analysis

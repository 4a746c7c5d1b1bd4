#include "StressStiffness.hpp"

#include <cmath>

#include "slepc.hpp"
#include "tenon/la/vectors.hpp"

namespace tenon::analysis {
namespace {

constexpr double share = 1e-4;       // of the size of the bodies: errs by its square
constexpr double round_off = 1e-10;  // of A, in the difference

}  // namespace

StressStiffness::StressStiffness(Equations& equations)
    : x_(equations.linearSystem().layout().makeVector()),
      forward_(equations.mechanics()),
      backward_(equations.mechanics()) {
  if (equations.constraints() != nullptr) multipliers_ = equations.constraints()->makeVector();
  equations.getUnknowns(x_.get(), multipliers_.get());
  const double moved = equations.movement();
  step_ = moved > 0.0 ? share * equations.size() / moved : 1.0;
  place(equations, step_);
  forward_.assemble(system::statics);
  place(equations, -step_);
  backward_.assemble(system::statics);
  place(equations, 0.0);
  const la::Vector any = arbitraryVector(equations, 0), y = la::like(x_.get()), z = la::like(x_.get());
  TENON_PETSC(MatMult(forward_.get(), any.get(), y.get()));
  multiply(any.get(), z.get());
  is_any_ = step_ * la::norm(z.get()) > round_off * la::norm(y.get());
}

void StressStiffness::place(Equations& equations, double factor) const {
  const la::Vector x = la::like(x_.get());
  TENON_PETSC(VecZeroEntries(x.get()));
  TENON_PETSC(VecAXPY(x.get(), factor, x_.get()));
  la::Vector multipliers;
  if (multipliers_) {
    multipliers = la::like(multipliers_.get());
    TENON_PETSC(VecZeroEntries(multipliers.get()));
    TENON_PETSC(VecAXPY(multipliers.get(), factor, multipliers_.get()));
  }
  equations.setUnknowns(x.get(), multipliers.get());
}

void StressStiffness::multiply(Vec x, Vec y) const {
  const la::Vector part = la::like(x);
  TENON_PETSC(MatMult(backward_.get(), x, y));
  TENON_PETSC(MatMultTransposeAdd(backward_.get(), x, y, y));
  TENON_PETSC(MatMult(forward_.get(), x, part.get()));
  TENON_PETSC(MatMultTransposeAdd(forward_.get(), x, part.get(), part.get()));
  TENON_PETSC(VecAXPY(y, -1.0, part.get()));
  TENON_PETSC(VecScale(y, 0.25 / step_));
}

}  // namespace tenon::analysis

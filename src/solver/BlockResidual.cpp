#include "BlockResidual.hpp"

#include <algorithm>
#include <cmath>

#include "squareEntries.hpp"
#include "tenon/la/vectors.hpp"

namespace tenon::solver {
namespace {

double relative(double residual, double scale) {
  return residual == 0.0 ? 0.0 : residual / scale;  // NaN stays NaN
}

}  // namespace

BlockResidual::BlockResidual(const SaddleSystem& system) : system_(system) {
  TENON_PETSC(MatCreateVecs(system.A, work_u_.put(), r_u_.put()));
  if (system.G == nullptr) return;
  TENON_PETSC(MatCreateVecs(system.G, nullptr, r_g_.put()));
  TENON_PETSC(MatCreateVecs(system.G, nullptr, work_g_.put()));
  TENON_PETSC(MatDuplicate(system.G, MAT_COPY_VALUES, G_squared_.put()));
  squareEntries(G_squared_.get());
}

void BlockResidual::compute(Vec f, Vec g, Vec delta, Vec mu) {
  TENON_PETSC(MatMult(system_.A, delta, work_u_.get()));
  double scale_u = std::max(la::norm(f), la::norm(work_u_.get()));
  TENON_PETSC(VecWAXPY(r_u_.get(), -1.0, work_u_.get(), f));
  if (system_.G != nullptr) {
    TENON_PETSC(MatMultTranspose(system_.G, mu, work_u_.get()));
    scale_u = std::max(scale_u, la::norm(work_u_.get()));
    TENON_PETSC(VecAXPY(r_u_.get(), -1.0, work_u_.get()));

    // The terms of a row that cancel: sqrt(sum (G_ij delta_j)^2).
    TENON_PETSC(VecPointwiseMult(work_u_.get(), delta, delta));
    TENON_PETSC(MatMult(G_squared_.get(), work_u_.get(), work_g_.get()));
    PetscScalar squares = 0.0;
    TENON_PETSC(VecSum(work_g_.get(), &squares));
    const double scale_g = std::max(la::norm(g), std::sqrt(squares));
    TENON_PETSC(MatMult(system_.G, delta, work_g_.get()));
    TENON_PETSC(VecWAXPY(r_g_.get(), -1.0, work_g_.get(), g));
    if (system_.compliance != nullptr) {
      TENON_PETSC(VecPointwiseMult(work_g_.get(), system_.compliance, mu));
      TENON_PETSC(VecAXPY(r_g_.get(), 1.0, work_g_.get()));
    }
    relative_g_ = relative(la::norm(r_g_.get()), scale_g);
  }
  relative_u_ = relative(la::norm(r_u_.get()), scale_u);
}

double BlockResidual::worst() const {
  return std::isnan(relative_u_) || std::isnan(relative_g_) ? std::nan("") : std::max(relative_u_, relative_g_);
}

}  // namespace tenon::solver

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "ResidualProgress.hpp"

#include <fmt/format.h>

#include <cmath>

#include "tenon/base/check.hpp"

namespace tenon::solver {
namespace {

PetscErrorCode draw(KSP ksp, PetscInt iteration, PetscReal residual, void* context) {
  auto& bar = *static_cast<ResidualProgress*>(context);
  if (bar.progress == nullptr) return 0;
  if (iteration == 0) bar.first = residual;
  PetscReal tolerance = 0.0;
  KSPGetTolerances(ksp, &tolerance, nullptr, nullptr, nullptr);
  const double done = residual < bar.first ? std::log(residual / bar.first) / std::log(tolerance) : 0.0;
  bar.progress->update(done,
                       fmt::format("iteration {}, residual {:.1e} of the first", iteration, residual / bar.first));
  return 0;
}

}  // namespace

void ResidualProgress::attach(KSP ksp) {
  TENON_PETSC(KSPMonitorSet(ksp, draw, this, nullptr));
}

}  // namespace tenon::solver

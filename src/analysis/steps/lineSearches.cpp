// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "lineSearches.hpp"

#include <algorithm>
#include <cmath>

#include "tenon/base/check.hpp"

namespace tenon::analysis {
namespace {

constexpr int most_halvings = 12;
constexpr PetscReal shortest_length = 1.0 / 512, decrease = 1e-4;

/// Trial points x - length y of one line search, with their residuals.
class LineSearchTrials {
 public:
  explicit LineSearchTrials(SNESLineSearch search) : search_(search) {}

  PetscErrorCode begin() {
    PetscCall(SNESLineSearchGetSNES(search_, &snes_));
    PetscCall(SNESLineSearchGetVecs(search_, &x_, &f_, &y_, &w_, &g_));
    PetscCall(VecNorm(f_, NORM_2, &norm_before));
    return 0;
  }
  PetscErrorCode make(PetscReal trial_length) {
    length = trial_length;
    PetscCall(VecWAXPY(w_, -length, y_, x_));
    PetscCall(SNESComputeFunction(snes_, w_, g_));
    PetscCall(VecNorm(g_, NORM_2, &norm));
    return 0;
  }
  bool isFinite() const { return std::isfinite(norm); }
  PetscErrorCode accept() {
    PetscCall(VecCopy(w_, x_));
    PetscCall(VecCopy(g_, f_));
    PetscCall(SNESLineSearchSetLambda(search_, length));
    PetscCall(SNESLineSearchComputeNorms(search_));
    PetscCall(
        SNESLineSearchSetReason(search_, isFinite() ? SNES_LINESEARCH_SUCCEEDED : SNES_LINESEARCH_FAILED_NANORINF));
    return 0;
  }

  PetscReal length = 1.0, norm = 0.0, norm_before = 0.0;

 private:
  SNESLineSearch search_;
  SNES snes_ = nullptr;
  Vec x_ = nullptr, f_ = nullptr, y_ = nullptr, w_ = nullptr, g_ = nullptr;
};

PetscErrorCode searchFullStep(SNESLineSearch search, void* halves) {
  const int most = *static_cast<const bool*>(halves) ? most_halvings : 0;
  LineSearchTrials trials(search);
  PetscCall(trials.begin());
  PetscCall(trials.make(1.0));
  for (int k = 0; k < most && !trials.isFinite(); ++k) PetscCall(trials.make(0.5 * trials.length));
  return trials.accept();
}

PetscErrorCode searchDecrease(SNESLineSearch search, void* context) {
  const auto* const has_other_rows = static_cast<const std::function<bool()>*>(context);
  LineSearchTrials trials(search);
  PetscCall(trials.begin());
  PetscCall(trials.make(1.0));
  while (!(trials.norm <= (1.0 - decrease * trials.length) * trials.norm_before) && trials.length > shortest_length) {
    if (trials.isFinite() && has_other_rows != nullptr && (*has_other_rows)()) return trials.accept();
    const PetscReal before = trials.norm_before * trials.norm_before, now = trials.norm * trials.norm;
    // Minimum of a parabola with the initial slope -2 before.
    const PetscReal least = trials.isFinite() ? before / (before + now) : 0.5;
    PetscCall(trials.make(trials.length * std::clamp(least, 0.1, 0.5)));
  }
  PetscCall(trials.accept());
  if (!(trials.norm < trials.norm_before)) PetscCall(SNESLineSearchSetReason(search, SNES_LINESEARCH_FAILED_REDUCT));
  return 0;
}

void useShell(SNESLineSearch search, SNESLineSearchUserFunc function, const void* context) {
  TENON_PETSC(SNESLineSearchSetType(search, SNESLINESEARCHSHELL));
  TENON_PETSC(SNESLineSearchShellSetUserFunc(search, function, const_cast<void*>(context)));
}

}  // namespace

void takeFullSteps(SNESLineSearch search, const bool* halves) {
  useShell(search, searchFullStep, halves);
}

void backtrack(SNESLineSearch search, const std::function<bool()>* has_other_rows) {
  useShell(search, searchDecrease, has_other_rows);
}

}  // namespace tenon::analysis

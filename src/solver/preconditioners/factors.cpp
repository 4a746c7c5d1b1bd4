// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "factors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "preconditionerNames.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/base/runCollectively.hpp"
#include "tenon/la/handles.hpp"

namespace tenon::solver {
namespace {

constexpr int most_tries = 4;
constexpr PetscInt singular = -10, structurally_singular = -6;  // Values of INFOG(1).
constexpr PetscInt least_room = 50, most_room = 5000;           // Per cent.

/// Returns the factors of MUMPS in a preconditioner; nullptr if there are none.
Mat mumpsFactors(PC pc) {
  PetscBool factors = PETSC_FALSE;
  Mat factored = nullptr;
  MatSolverType solver = nullptr;
  TENON_PETSC(PetscObjectTypeCompareAny(reinterpret_cast<PetscObject>(pc), &factors, PCLU, PCCHOLESKY, ""));
  if (factors == PETSC_FALSE) return nullptr;
  TENON_PETSC(PCFactorGetMatrix(pc, &factored));
  TENON_PETSC(MatFactorGetSolverType(factored, &solver));
  return solver != nullptr && std::string(solver) == MATSOLVERMUMPS ? factored : nullptr;
}

PetscInt infog(Mat factors, PetscInt number) {
  PetscInt value = 0;
  TENON_PETSC(MatMumpsGetInfog(factors, number, &value));
  return value;
}

bool isOutOfMemory(PetscInt error) {
  for (const PetscInt known : {-8, -9, -14, -15, -17, -20})
    if (error == known) return true;
  return false;
}

[[noreturn]] void refuse(PC pc, const std::string& sentence) {
  const base::Communicator comm(PetscObjectComm(reinterpret_cast<PetscObject>(pc)));
  base::runCollectively(comm, [&] { throw base::NotConvergedError(sentence); });
  throw base::InternalError(sentence);
}

/// Replaces the value of an option in PETSc's database until the end of the scope.
class ScopedOption {
 public:
  ScopedOption(std::string name, const std::string& value) : name_(std::move(name)) {
    char text[64] = "";
    PetscBool is_set = PETSC_FALSE;
    TENON_PETSC(PetscOptionsGetString(nullptr, nullptr, name_.c_str(), text, sizeof text, &is_set));
    if (is_set == PETSC_TRUE) before_ = text;
    TENON_PETSC(PetscOptionsSetValue(nullptr, name_.c_str(), value.c_str()));
  }
  ~ScopedOption() {
    if (before_)
      PetscOptionsSetValue(nullptr, name_.c_str(), before_->c_str());
    else
      PetscOptionsClearValue(nullptr, name_.c_str());
  }
  ScopedOption(const ScopedOption&) = delete;
  ScopedOption& operator=(const ScopedOption&) = delete;

 private:
  std::string name_;
  std::optional<std::string> before_;
};

// Repeats a failed factorisation with more room. A new preconditioner is needed, because PETSc
// skips a factorisation after a failure, and because it reads ICNTL(14) from its options.
void retryFactorisation(PC pc, PetscInt room) {
  Mat matrix = nullptr, from = nullptr;
  const char* prefix = nullptr;
  TENON_PETSC(MatGetOptionsPrefix(mumpsFactors(pc), &prefix));
  const ScopedOption instead(fmt::format("-{}mat_mumps_icntl_14", prefix != nullptr ? prefix : ""),
                             std::to_string(room));
  TENON_PETSC(PCGetOperators(pc, &matrix, &from));
  const la::Matrix kept = la::Matrix::share(matrix), kept_from = la::Matrix::share(from);
  TENON_PETSC(PCReset(pc));
  TENON_PETSC(PCSetOperators(pc, matrix, from));
  TENON_PETSC(PCSetUp(pc));
}

// Warns once per run. The options database of a run, which is the default one during all calls into
// its simulation, stores that the warning has been printed.
void warnOfNullPivots(Mat factors) {
  constexpr const char* reported = "-tenon_null_pivots_reported";
  const PetscInt null_pivots = infog(factors, 28);
  if (null_pivots <= 0) return;
  PetscBool is_reported = PETSC_FALSE;
  TENON_PETSC(PetscOptionsHasName(nullptr, nullptr, reported, &is_reported));
  if (is_reported == PETSC_TRUE) return;
  TENON_PETSC(PetscOptionsSetValue(nullptr, reported, nullptr));
  TENON_PETSC(PetscOptionsHasName(nullptr, nullptr, reported, &is_reported));  // marks the option as used
  base::log().warn(
      "MUMPS found {} null pivot{}. Each null pivot corresponds to a redundant constraint or to a free rigid-body "
      "mode. The solution is not unique; for redundant constraints the displacements are correct, but the "
      "multipliers are one possible choice. This warning is printed once per run.",
      null_pivots, null_pivots == 1 ? "" : "s");
}

}  // namespace

void setUpFactors(PC pc) {
  TENON_PETSC(PCSetUp(pc));
  Mat factors = mumpsFactors(pc);
  if (factors == nullptr) return;
  PetscInt room = 0;
  TENON_PETSC(MatMumpsGetIcntl(factors, 14, &room));
  for (int tries = 0; isOutOfMemory(infog(factors, 1)); ++tries) {
    if (tries == most_tries)
      refuse(pc, fmt::format("MUMPS ran out of workspace {} times, with up to {} % beyond its estimate (INFOG(1) = "
                             "{}): try -mat_mumps_icntl_14 {}, more ranks, or an iterative preset.",
                             most_tries + 1, room, infog(factors, 1), 4 * room));
    room = std::clamp(3 * room, least_room, most_room);
    base::log().info(
        "MUMPS ran out of workspace (INFOG(1) = {}): the factorisation is repeated with {} % beyond its estimate.",
        infog(factors, 1), room);
    retryFactorisation(pc, room);
    factors = mumpsFactors(pc);
  }
  const PetscInt error = infog(factors, 1);
  if (error == -13)
    refuse(pc,
           "There is not enough memory for the factors of MUMPS (INFOG(1) = -13): use more ranks on more machines, "
           "or an iterative preset.");
  // These two are detected in the solve.
  if (error < 0 && error != singular && error != structurally_singular)
    refuse(pc, fmt::format("MUMPS failed with INFOG(1) = {}, INFOG(2) = {}: see the MUMPS manual.", error,
                           infog(factors, 2)));
  warnOfNullPivots(factors);
}

std::optional<Determinant> determinantOf(PC pc) {
  Mat factors = mumpsFactors(pc);
  PetscInt is_asked = 0;
  if (factors != nullptr) TENON_PETSC(MatMumpsGetIcntl(factors, 33, &is_asked));
  if (is_asked == 0) return std::nullopt;
  PetscReal mantissa = 0.0;
  TENON_PETSC(MatMumpsGetRinfog(factors, 12, &mantissa));
  const base::Communicator comm(PetscObjectComm(reinterpret_cast<PetscObject>(pc)));
  // MUMPS provides it on its host only.
  const auto ofRoot = [&](double value) { return comm.sum(comm.isRoot() ? value : 0.0); };
  mantissa = ofRoot(mantissa);
  Determinant determinant;
  determinant.sign = mantissa > 0.0 ? 1.0 : mantissa < 0.0 ? -1.0 : 0.0;
  if (mantissa != 0.0)
    determinant.exponent = std::log2(std::abs(mantissa)) + ofRoot(static_cast<double>(infog(factors, 34)));
  return determinant;
}

bool isFactored(KSP ksp) {
  PC pc = nullptr;
  PetscBool factors = PETSC_FALSE;
  TENON_PETSC(KSPGetPC(ksp, &pc));
  TENON_PETSC(PetscObjectTypeCompareAny(reinterpret_cast<PetscObject>(pc), &factors, PCLU, PCCHOLESKY, ""));
  return factors == PETSC_TRUE;
}

bool hasFactors(KSP ksp) {
  PC pc = nullptr;
  PetscBool factors = PETSC_FALSE, shell = PETSC_FALSE;
  const char* name = nullptr;
  TENON_PETSC(KSPGetPC(ksp, &pc));
  TENON_PETSC(PetscObjectTypeCompareAny(reinterpret_cast<PetscObject>(pc), &factors, PCLU, PCCHOLESKY, PCPBJACOBI, ""));
  TENON_PETSC(PetscObjectTypeCompare(reinterpret_cast<PetscObject>(pc), PCSHELL, &shell));
  if (shell == PETSC_TRUE) TENON_PETSC(PCShellGetName(pc, &name));
  return factors == PETSC_TRUE || (name != nullptr && std::string(name) == exact_name);
}

}  // namespace tenon::solver

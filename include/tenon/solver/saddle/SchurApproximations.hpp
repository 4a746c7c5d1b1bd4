// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "tenon/base/Registry.hpp"
#include "tenon/la/handles.hpp"
#include "tenon/solver/saddle/SaddleSystem.hpp"

namespace tenon::solver {

/// Registry of the approximations of the Schur complement S = G A^-1 G^T + C, from which fieldsplit
/// solvers construct the preconditioner of the multipliers. An approximation is selected by
/// `solver: {schur: <name>}` in a case, or by the PETSc option `-saddle_schur <name>`.
///
///   solver::schurApproximations().add("mine", "description of the approximation",
///                                     [](const solver::SaddleSystem& system) {
///                                       return ...;  // la::Matrix
///                                     });
/// @see docs/concepts/schur-complement.md
class SchurApproximations {
 public:
  /// Function that forms the approximation, an m × m matrix with the row distribution of G. The
  /// matrix must be positive definite, like S, and of a type that the preconditioner of the
  /// multipliers accepts, such as AIJ. The argument is the system as passed to PETSc: the rows of G
  /// are scaled, A is augmented by G^T Γ G with the diagonal Γ in SaddleSystem::augmentation, and C
  /// is scaled accordingly. Its member A is the matrix from which the preconditioner is
  /// constructed.
  /// @note Collective.
  using Builder = std::function<la::Matrix(const SaddleSystem&)>;

  /// Function that updates an approximation S after the values of the same matrices have changed.
  /// It returns false if S must be rebuilt.
  /// @note Collective.
  using Updater = std::function<bool(const SaddleSystem&, Mat S)>;

  /// Adds an approximation.
  /// @param name     name in case files and in the option -saddle_schur
  /// @param help     description for `tenon list schur-approximation`
  /// @param builder  function that forms the approximation
  /// @param updater  function that updates the approximation; if it is empty, the approximation is
  ///   rebuilt each time
  /// @throws InternalError if an approximation of this name exists
  void add(const std::string& name, const std::string& help, Builder builder, Updater updater = {});
  /// Returns the builder of the named approximation.
  /// @throws InputError if the name is unknown; the message suggests the nearest name
  const Builder& find(const std::string& name) const;
  /// Updates an approximation S with the updater that was registered under its name.
  /// @param name    name of the approximation
  /// @param system  system with changed values, as passed to PETSc
  /// @param S       [m × m] approximation that the builder formed for the same matrices
  /// @return false if S must be rebuilt, for example because there is no updater or no
  ///   approximation of this name
  /// @note Collective.
  bool update(const std::string& name, const SaddleSystem& system, Mat S) const;
  /// Returns the names of all approximations.
  std::vector<std::string> names() const;
  /// Returns the approximations as listed by `tenon list schur-approximation`.
  std::vector<base::TypeInfo> types() const;

 private:
  struct Approximation {
    std::string name, help;
    Builder builder;
    Updater updater;
  };
  std::vector<Approximation> entries_;
};

/// Returns the registry of the program. It contains the approximations of tenon and those that the
/// program adds before the first solve. A program must add the same approximations on all ranks.
/// @note Not collective.
SchurApproximations& schurApproximations();

}  // namespace tenon::solver

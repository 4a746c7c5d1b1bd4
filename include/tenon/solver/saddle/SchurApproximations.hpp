// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "tenon/base/Registry.hpp"
#include "tenon/la/handles.hpp"

namespace tenon::solver {

struct SaddleSystem;

/// Registry of the approximations of the Schur complement S = G A^-1 G^T + C from which
/// preconditioners of the multipliers are constructed, for fieldsplit solvers. A case selects one
/// by `solver: {schur: <name>}`, PETSc's options by `-saddle_schur <name>`.
///
///   solver::schurApproximations().add("mine", "why it is good",
///                                     [](const solver::SaddleSystem& system) {
///                                       return ...;  // la::Matrix
///                                     });
/// @see docs/concepts/schur-complement.md
class SchurApproximations {
 public:
  /// Function that forms the approximation: an m × m matrix, AIJ or any type that the
  /// preconditioner of the multipliers accepts, positive definite like S, with the row distribution
  /// of G. Its argument is the system as passed to PETSc: rows of G scaled, A augmented by
  /// SaddleSystem::augmentation, C scaled accordingly. A is the matrix from which the
  /// preconditioner is constructed.
  /// @note Collective.
  using Builder = std::function<la::Matrix(const SaddleSystem&)>;

  /// Function that updates S after the values of the same matrices have changed. Returns false if S
  /// must be formed anew.
  /// @note Collective.
  using Updater = std::function<bool(const SaddleSystem&, Mat S)>;

  /// Adds an approximation.
  /// @param name     name in case files and for -saddle_schur
  /// @param help     description for `tenon list schur-approximation`
  /// @param builder  function that forms the approximation
  /// @param updater  function that updates the approximation; without it S is formed anew each time
  /// @throws InternalError if the name exists.
  void add(const std::string& name, const std::string& help, Builder builder, Updater updater = {});
  /// Returns the builder of the named approximation.
  /// @throws InputError if the name is unknown, with the nearest name as a suggestion.
  const Builder& find(const std::string& name) const;
  /// Updates S by the updater of the named approximation.
  /// @param name    name of the approximation
  /// @param system  system with changed values, as passed to PETSc
  /// @param S       [m × m] approximation that the builder formed for the same matrices
  /// @return False if S must be formed anew, also if there is no updater or no such approximation.
  /// @note Collective.
  bool update(const std::string& name, const SaddleSystem& system, Mat S) const;
  /// Returns the names of all approximations.
  std::vector<std::string> names() const;
  /// Returns the rows of `tenon list schur-approximation`.
  std::vector<base::TypeInfo> types() const;

 private:
  struct Approximation {
    std::string name, help;
    Builder builder;
    Updater updater;
  };
  std::vector<Approximation> entries_;
};

/// Returns the registry, which contains the approximations of tenon and those that a program adds
/// before it solves. A program must add the same approximations on all ranks.
/// @note Not collective.
SchurApproximations& schurApproximations();

}  // namespace tenon::solver

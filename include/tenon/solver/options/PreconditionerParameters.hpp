// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "tenon/base/Parameters.hpp"

namespace tenon::solver {

/// Parameters of the block `solver: {preconditioner: ...}` of a case: the matrix from which the
/// preconditioner is constructed, and when the preconditioner is updated.
struct PreconditionerParameters {
  /// Matrix of the preconditioner. `operator`: the system matrix itself; the preconditioner is
  /// updated whenever it changes. `system`: a separate linear system, assembled at `update`.
  /// `warped`: likewise, rotated with the bodies, R A0^-1 R^T.
  std::string type = "operator";
  /// Separate system as given in the case, a name or a block; undefined: fixed-pattern.
  base::CaseNode system;
  /// Update policy: change, once, every or iterations-double. Empty: once; for type `operator`,
  /// whenever the matrix changes. Transient analyses replace the latter by iterations-double.
  std::string update;
  int steps = 1;  ///< Number of steps between updates with `every`.

  /// Returns true if the preconditioner is constructed from a separate linear system.
  bool hasSystem() const { return type != "operator"; }
  /// Returns the update policy in effect, with the default resolved.
  std::string updatePolicy() const { return !update.empty() ? update : hasSystem() ? "once" : "change"; }
  /// Returns true if the preconditioner rotates with the bodies.
  bool isWarped() const { return type == "warped"; }

  /// Checks that the preconditioner is applicable to the system.
  /// @param has_multipliers  true if the system has Lagrange multipliers
  /// @throws InputError if the system has multipliers and the preconditioner is warped.
  void requireApplicable(bool has_multipliers) const;

  /// Declares the keys of the block.
  static void declare(base::Parameters<PreconditionerParameters>& p);
  /// Reads the block.
  /// @param block  block `preconditioner` of a case
  /// @return Parameters of the block.
  /// @throws InputError if a key is unknown, has an invalid value, or is meaningless in combination
  ///   with the others.
  static PreconditionerParameters read(const base::CaseNode& block);
};

/// Decides when a preconditioner is updated, from a changed matrix or from a separate system.
class PreconditionerUpdate {
 public:
  /// Creates the decision for a preconditioner that has not yet been set up.
  /// @param parameters  parameters with the update policy and the number of steps
  explicit PreconditionerUpdate(const PreconditionerParameters& parameters)
      : policy_(parameters.updatePolicy()), every_(parameters.steps) {}

  /// Returns true if the preconditioner must be set up before the next solve: always before the
  /// first one, and later according to the update policy. With `iterations-double` the
  /// preconditioner is due if the last solve needed more than twice the iterations of the first one
  /// since the last set-up.
  bool isDue() const;
  /// Counts a step of the analysis.
  void beginStep() { ++steps_; }
  /// Records that the preconditioner has been set up.
  void recordUpdate();
  /// Records the number of iterations of a solve.
  void recordSolve(int iterations);

 private:
  std::string policy_;
  int every_;
  bool is_made_ = false;
  int steps_ = 0;  // Number of steps begun since the last set-up.
  // Iterations of the first and the last solve since the last set-up; -1: none.
  int first_iterations_ = -1, last_iterations_ = -1;
};

}  // namespace tenon::solver

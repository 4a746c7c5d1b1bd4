// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "tenon/base/Parameters.hpp"

namespace tenon::solver {

/// Parameters of the block `solver: {preconditioner: ...}` of a case. They determine the matrix
/// from which the preconditioner is constructed, and when the preconditioner is updated.
struct PreconditionerParameters {
  /// Source of the preconditioner: `operator` (the system matrix itself), `system` (a separate
  /// linear system), or `warped` (a separate linear system with the matrix A0, whose preconditioner
  /// is rotated with the bodies: R A0^-1 R^T with the rotations R of the bodies).
  std::string type = "operator";
  /// Separate linear system as given in the case, by name or as a block. If it is undefined,
  /// `fixed-pattern` is used.
  base::CaseNode system;
  /// Update policy: `change`, `once`, `every` or `iterations-double`. If it is empty, the policy is
  /// `once` for a separate system and otherwise `change`, which transient analyses replace by
  /// `iterations-double`.
  std::string update;
  int steps = 1;  ///< number of steps between updates for the policy `every`

  /// Returns true if the preconditioner is constructed from a separate linear system.
  bool hasSystem() const { return type != "operator"; }
  /// Returns the update policy in effect, which is the default if the case does not specify one.
  std::string updatePolicy() const { return !update.empty() ? update : hasSystem() ? "once" : "change"; }
  /// Returns true if the preconditioner rotates with the bodies.
  bool isWarped() const { return type == "warped"; }

  /// Checks that the preconditioner is applicable to the system.
  /// @param has_multipliers  true if the system has Lagrange multipliers
  /// @throws InputError if the system has multipliers and the preconditioner is of type `warped`
  void requireApplicable(bool has_multipliers) const;

  /// Declares the keys of the block.
  static void declare(base::Parameters<PreconditionerParameters>& p);
  /// Reads the block and checks its keys.
  /// @param block  block `preconditioner` of a case
  /// @return parameters of the block
  /// @throws InputError if a key is unknown, has an invalid value, or does not apply in combination
  ///   with the values of other keys
  static PreconditionerParameters read(const base::CaseNode& block);
};

/// Update policy of a preconditioner, with the data on which its decisions are based.
class PreconditionerUpdate {
 public:
  /// Creates the policy of a preconditioner that has not yet been set up.
  /// @param parameters  parameters with the update policy and the number of steps
  explicit PreconditionerUpdate(const PreconditionerParameters& parameters)
      : policy_(parameters.updatePolicy()), every_(parameters.steps) {}

  /// Returns true if the preconditioner must be set up before the next solve. This is always the
  /// case before the first solve and for the policy `change`. For `every`, an update is due after
  /// the given number of steps. For `iterations-double`, it is due if the last solve took more than
  /// twice as many iterations as the first solve since the last set-up.
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
  // Iterations of the first and the last solve since the last set-up; -1 if there is none.
  int first_iterations_ = -1, last_iterations_ = -1;
};

}  // namespace tenon::solver

#pragma once
#include <string>

#include "tenon/base/Parameters.hpp"

namespace tenon::solver {

/// The case's `solver: {preconditioner: ...}`: which matrix the preconditioner is made from, and when anew.
struct PreconditionerParameters {
  /// operator: from the matrix that is solved, whenever that changes. system: from a linear system of its own,
  /// assembled at the moments below. warped: the same, turned with the bodies: R A0^-1 R^T.
  std::string type = "operator";
  base::CaseNode system;  ///< that system as the case has it: a name, or a block; undefined: fixed-pattern
  /// change, once, every, iterations-double; empty: once, of type operator whenever the matrix changes.
  std::string moment;
  int steps = 1;  ///< of `every`

  bool hasSystem() const { return type != "operator"; }
  std::string presentMoment() const { return !moment.empty() ? moment : hasSystem() ? "once" : "change"; }
  bool isWarped() const { return type == "warped"; }

  /// InputError for preconditioners that cannot serve a system with multipliers.
  void requireSuited(bool has_multipliers) const;

  static void declare(base::Parameters<PreconditionerParameters>& p);
  /// Reads the block. InputError also for keys that mean nothing beside the others.
  static PreconditionerParameters read(const base::CaseNode& block);
};

/// When a preconditioner is made anew, of a matrix that has changed or of a system of its own.
class Renewal {
 public:
  explicit Renewal(const PreconditionerParameters& parameters)
      : moment_(parameters.presentMoment()), every_(parameters.steps) {}

  /// Whether the preconditioner has to be made before the next solve.
  bool isDue() const;
  void beginStep() { ++steps_; }
  void renewed();
  void solved(int iterations);

 private:
  std::string moment_;
  int every_;
  bool is_made_ = false;
  int steps_ = 0;                                     // begun since it was made
  int first_iterations_ = -1, last_iterations_ = -1;  // of solves since then
};

}  // namespace tenon::solver

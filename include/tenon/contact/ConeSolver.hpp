// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <Eigen/Core>
#include <vector>

#include "tenon/base/Communicator.hpp"
#include "tenon/base/Registry.hpp"

namespace tenon::contact {

struct ConeProblem;  // src/contact/ConeProblem.hpp
struct Contact;
struct FrictionalRows;
struct RollingFrictionCone;
struct RollingResistance;

/// Impulses of this rank: of the contacts [3 x contacts], impulsive moments of rolling and spinning
/// friction [3 x resistances], and impulses of the rows of constraints [rows], one after the other.
using Impulses = Eigen::VectorXd;

/// Result of a solution of a ConeProblem.
///
/// The error of the impulses of a contact is |x - P(x - u~ / w)| sqrt(w) with the projection P on
/// the cone and the magnitude w of the diagonal block of N. It is divided by the largest value of
/// |x| sqrt(w) that occurs, that would stop one contact alone, or that would change the velocities
/// of its bodies by the fraction 1e-4. The error has no unit and does not depend on the scale of
/// the rows.
struct Outcome {
  int iterations = 0;            ///< number of iterations
  double complementarity = 0.0;  ///< largest relative error of the impulses
  bool converged = true;         ///< true if the error is below the tolerance
};

/// Solver of the cone complementarity problem. Projections keep the impulses in their cones in all
/// iterations.
class ConeSolver {
 public:
  /// Termination criteria and parameters of a solver.
  struct Limits {
    double tolerance = 1e-8;     ///< upper limit of Outcome::complementarity
    int max_iterations = 10000;  ///< maximum number of iterations
    double relaxation = 1.0;     ///< relaxation factor of sweeps, below 2; values above 1 over-relax
  };
  virtual ~ConeSolver() = default;
  /// Solves the problem.
  /// @param problem  cone complementarity problem, for example the argument of ScaledProblem
  /// @param limits   termination criteria
  /// @param x        initial guess on entry, solution on return
  /// @note Collective.
  virtual Outcome solve(const ConeProblem& problem, const Limits& limits, Impulses& x) = 0;
  /// Returns true if the solver admits contacts with the convex law, `sliding: convex`.
  virtual bool supportsConvexLaw() const { return false; }
};

/// Cone complementarity problem in the scaled impulses y = x sqrt(w): min y . N y / 2 + r . y over
/// the same cones. The diagonal of the scaled N is close to 1. Solvers that need only products with
/// N and projections onto the cones use this class instead of the bodies of a ConeProblem.
///
/// The scale w is the magnitude of the diagonal block of N of each contact; normal and tangential
/// components of a compliant contact have separate scales. The term mu |u_t| of the augmented
/// velocities is constant while one such convex problem is solved.
/// @see Acary, Cadoux, Lemarechal and Malick, ZAMM 91 (2011), 155-175
class ScaledProblem {
 public:
  /// Computes the scales. @note Collective.
  explicit ScaledProblem(const ConeProblem& problem);

  /// Returns the communicator of the problem.
  const base::Communicator& comm() const;
  /// Converts impulses to scaled impulses.
  Impulses toScaled(const Impulses& x) const { return x.cwiseQuotient(scale_); }
  /// Converts scaled impulses to impulses.
  Impulses toImpulses(const Impulses& y) const { return y.cwiseProduct(scale_); }

  /// Computes N y. @note Collective.
  void multiply(const Impulses& y, Impulses& Ny) const;
  /// Computes the gradient N y + r with the current augmentation.
  void gradient(const Impulses& Ny, Impulses& g) const;
  /// Projects y onto the cones, in place.
  void project(Impulses& y) const;

  /// Relative errors with the current augmentation (convex) and with the augmentation at the
  /// current velocities (complementarity).
  struct Errors {
    double convex;           ///< error with the current augmentation
    double complementarity;  ///< error with the augmentation at the current velocities
  };
  /// Returns both errors. @note Collective.
  Errors errors(const Impulses& y, const Impulses& Ny) const;
  /// Returns the error of the complementarity alone, in half the time. @note Collective.
  double complementarity(const Impulses& y, const Impulses& Ny) const;
  /// Returns the error of the complementarity for unscaled impulses. @note Collective.
  /// @param x        impulses
  /// @param product  J M^-1 J^T x
  double complementarityOf(const Impulses& x, const Impulses& product) const;
  /// Sets the augmentation to its value at the current velocities.
  void augment(const Impulses& Ny);

 private:
  /// Terms mu |u_t| of contacts and of slidings.
  struct Augmentation {
    std::vector<double> contacts, frictional_rows;
  };
  /// Largest residual of a contact law and largest impulse of this rank.
  struct Largest {
    double violation = 0.0, impulse = 0.0;
  };
  template <class Scaled, class Velocities>
  Largest largestOf(const Scaled& y, const Velocities& u, const Augmentation* standing) const;
  Errors sharesOf(double convex, const Largest& of_law) const;

  const ConeProblem& problem_;
  Eigen::Index firstOf(const FrictionalRows& sliding) const;
  RollingFrictionCone coneOf(const RollingResistance& resistance, Eigen::Index at) const;
  double leastOf(const Contact& contact, Eigen::Index at) const;

  Impulses scale_;                 // 1 / sqrt(w)
  std::vector<double> frictions_;  // friction coefficients of contacts between scaled impulses
  Impulses r_;                     // J v_0 + b
  Augmentation augmentation_;      // current augmentation, constant in a convex problem
  double moving_ = 0.0;            // largest scaled speed of a contact or a row
  double stopping_ = 0.0;          // largest |y| that would stop one contact alone, or change moving bodies slightly
  mutable std::vector<double> v_;  // workspace
};

/// Registry of the solvers. A case selects one by `contact_solver`.
using ConeSolverRegistry = base::Registry<ConeSolver>;
/// Returns the registry of the solvers of the program. The first call registers those of tenon.
/// @note Not collective.
ConeSolverRegistry& coneSolvers();

}  // namespace tenon::contact

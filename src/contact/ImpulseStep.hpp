// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "ConeProblem.hpp"
#include "ConeSolverChoice.hpp"
#include "ExactRows.hpp"
#include "Neighbourhood.hpp"
#include "contact/geometry/InitialOverlap.hpp"
#include "contact/solvers/infeasibility.hpp"

namespace tenon::contact {

/// Contact with an impulse at the end of a step.
struct ContactRecord {
  std::int64_t first, second;    ///< numbers of the bodies
  ContactPoint point;            ///< contact point at the beginning of the step
  base::Vec3 position_on_first;  ///< position of the contact point in the axes of the first body
  base::Vec3 force;              ///< force of the first body on the second body: impulse over the step length
  base::Vec3 moment;             ///< moment of rolling and spinning friction of the first body on the second body
};

/// One time step of many rigid bodies in contact:
///   M (v+ - v_free) = D gamma,   gamma in Coulomb's cones,   q+ = q (+) h (v+ + w).
///
/// For each contact with gap g and relative velocity u- at the beginning of the step:
///   u_n+ + max(g, 0) / h >= 0             without penetration at the end of the step;
///   u_n+ + e u_n- >= 0                    if the contact closes in this step with restitution;
///   u_n+ + g / h + c / h^2 gamma_n >= 0   with a compliance: g + c force >= 0 at the end.
///
/// Overlaps remain because rotations and slips deviate from the tangents within a step. The
/// velocities w remove them. They solve a frictionless problem of the same kind and are not part of
/// v, so that nothing drifts and no kinetic energy is supplied.
///
/// Exact constraints are rows of the same problem with impulses of their own:
///   G v+ + dPhi/dt + c = 0,   or >= 0 with a bound; a gap Phi > 0 opens the row as for a contact.
///
/// The term c = (Phi(q (+) h v-) - Phi(q)) / h - G v- is the rate at which the path deviates from
/// its tangent. In each block c is limited to the magnitude of the velocity G v- + dPhi/dt that the
/// last step left across the block. A velocity along a path is therefore reflected at the tangent
/// in the middle of the path instead of being projected, and keeps its magnitude: swinging bodies
/// lose no energy to the time stepping and never gain any. The velocities w also remove the
/// residual Phi that remains at the end, in up to three solutions.
///
/// Points of deformable bodies are spheres of radius zero. For these points M is the system matrix
/// A of their step, with stiffness and damping, and v_free is their velocity at the end of the step
/// without contact. DeformableBodies moves all other nodes of the bodies.
///
/// @see Moreau, Numerical aspects of the sweeping process, Comput. Methods Appl. Mech. Eng. 177
///   (1999), 329-349
/// @see Stewart and Trinkle, Int. J. Numer. Meth. Eng. 39 (1996), 2673-2691
/// @see Acary, Comput. Methods Appl. Mech. Eng. 256 (2013), 224-250: corrections of positions
class ImpulseStep {
 public:
  /// Solver of the complementarity problem and its limits.
  struct Parameters {
    ConeSolverChoice solver = "gauss-seidel";  ///< type in coneSolvers()
    ConeSolver::Limits limits;                 ///< termination criteria of the solver
  };
  /// Creates a step.
  /// @param model       shapes and contact rules, the same on all ranks
  /// @param parameters  solver of the complementarity problem and its limits
  ImpulseStep(ContactModel model, const Parameters& parameters);

  /// Result of a step.
  struct Result {
    std::vector<double> velocity;    ///< velocities v+ after the step, [owned bodies x 6]
    std::vector<double> correction;  ///< corrections w, [owned bodies x 6]; empty without overlaps and residuals
    std::vector<double> force;       ///< contact forces D gamma / h, moments about centres of mass, [owned bodies x 6]
    std::vector<double> row_force;   ///< multipliers of the exact constraints: impulses over h, [rows]
    /// Impulses of contacts and rows, and impulses that cause w, [owned bodies x 6]. Both are empty
    /// without deformable bodies; the latter also if nothing is corrected.
    std::vector<double> impulse, correcting_impulse;
    Outcome outcome;  ///< result of the solver for contacts and rows
    /// Bodies with the largest impulse if the problem is infeasible: no impulses satisfy all
    /// contacts and rows. The outcome has not converged then.
    std::optional<InfeasiblePair> infeasible_pair;
    int correction_iterations = 0;  ///< iterations of the solutions for w
    std::int64_t num_contacts = 0;  ///< number of contacts over all ranks
    std::int64_t num_asleep = 0;    ///< number of sleeping bodies over all ranks (SleepingBodiesStep)
    double search_seconds = 0.0;    ///< wall-clock time of contact detection [s]
    std::shared_ptr<const Neighbourhood> neighbourhood;  ///< local bodies and contacts
  };
  /// Computes one step. The initial guess of the impulses consists of the impulses of the last
  /// step.
  /// @param owned        owned bodies of this rank
  /// @param h            length of the step
  /// @param constraints  exact constraints, or nullptr on all ranks; on return their positions are
  ///   close to the end of the step
  /// @param deformable   deformable bodies, to which some of the points in `owned` belong, or
  ///   nullptr on all ranks; the velocities of these points in the result are those that contacts
  ///   and rows require
  /// @note Collective.
  Result advance(const base::Communicator& comm, const std::vector<RigidBody>& owned, double h,
                 ExactConstraints* constraints = nullptr, DeformableBodies* deformable = nullptr);

  /// Returns the problem of a step of length h without exact constraints, cohesion and the
  /// compression phase of Poisson's law.
  static ConeProblem problemOf(const Neighbourhood& neighbourhood, double h);

  /// Returns the shapes and contact rules.
  const ContactModel& model() const { return model_; }
  /// Returns the contacts with an impulse of the last step on this rank.
  const std::vector<ContactRecord>& contactRecords() const { return records_; }
  /// Sets the initial guess of the impulses of the next step. Each contact must be present on the
  /// ranks that own one of its bodies.
  void setInitialGuess(std::vector<ContactRecord> records);

  /// Returns the overlaps found on this rank, relative to the size of the smaller body. Pairs with
  /// a compliance are excluded.
  /// @note Collective.
  InitialOverlap initialOverlap(const base::Communicator& comm, const std::vector<RigidBody>& owned) const;

 private:
  struct Motion;
  Result search(const base::Communicator& comm, const std::vector<RigidBody>& owned, double h,
                const std::vector<base::GlobalIndex>& joined) const;
  std::vector<double> solve(ConeProblem& problem, Impulses& base, Impulses& x, Result& result) const;
  Impulses remembered(const Neighbourhood& neighbourhood, const ConeProblem& problem, double h) const;
  void remember(const Neighbourhood& neighbourhood, const ConeProblem& problem, const Impulses& x, double h);
  void addCohesion(const Neighbourhood& neighbourhood, double h, ConeProblem& problem, Impulses& base) const;
  Outcome compress(const Neighbourhood& neighbourhood, ConeProblem& problem, Impulses& base) const;
  void correct(const Neighbourhood& neighbourhood, ConeProblem& problem, ExactConstraints* constraints, Motion motion,
               Result& result) const;
  bool overlaps(const Neighbourhood& neighbourhood, ConeProblem& problem, const Motion& motion) const;

  ContactModel model_;
  ConeSolver::Limits limits_;
  std::unique_ptr<ConeSolver> solver_;
  std::vector<ContactRecord> records_;
  std::unordered_multimap<std::int64_t, std::size_t> of_first_;  // indices in records_ by the number of the first body
};

}  // namespace tenon::contact

#pragma once
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "tenon/contact/ConeSolver.hpp"
#include "tenon/contact/ExactRows.hpp"
#include "tenon/contact/Neighbourhood.hpp"

namespace tenon::contact {

/// A contact with an impulse, as a step leaves it.
struct Touch {
  std::int64_t first, second;  ///< numbers of the bodies
  ContactPoint point;          ///< where the step began
  base::Vec3 place_on_first;   ///< that place in the first body's axes
  base::Vec3 force;            ///< of the first body on the second one: impulse over the length of the step
  base::Vec3 moment;           ///< likewise, that resists turning
};

/// One step of many rigid bodies that touch (Moreau, Numerical aspects of the sweeping process, Comput. Methods Appl.
/// Mech. Eng. 177 (1999), 329-349; Stewart and Trinkle, Int. J. Numer. Meth. Eng. 39 (1996), 2673-2691):
///   M (v+ - v_free) = D gamma,   gamma in Coulomb's cones,   q+ = q (+) h (v+ + w).
/// Of each contact with gap g, and velocity u- of approach as the step begins:
///   u_n+ + max(g, 0) / h >= 0     bodies may come as near as they touch at the end of the step;
///   u_n+ + e u_n- >= 0            where they come together in this step, and bounce;
///   u_n+ + g / h + c / h^2 gamma_n >= 0   with a compliance: g + c force >= 0 at the end of the step.
/// What overlaps, as far as turning and sliding bend away from the tangents, is moved apart by w, a problem of the same
/// kind without friction, which is part of no velocity: so nothing drifts and no kinetic energy comes of it.
///
/// Exact constraints are rows of the same problem, with impulses beside gamma:
///   G v+ + dPhi/dt + c = 0,   or >= 0 with a bound, where a gap Phi > 0 opens the row as it does a contact;
/// c = (Phi(q (+) h v-) - Phi(q)) / h - G v-, by which the path bends away from its tangent, but in each block not more
/// than the velocity G v- that the last step left across it. So a velocity along a path is reflected at the tangent in
/// its middle instead of projected on it, and keeps its size: what swings on a joint loses no energy to the step, and
/// never gains any. What is left of Phi at the end is taken out by w, with overlaps, in up to three solves (Acary,
/// Comput. Methods Appl. Mech. Eng. 256 (2013), 224-250).
///
/// Points of deformable bodies touch as spheres without a radius. M is A of their step there, stiffness and damping
/// included, and v_free their velocity at its end if nothing touched; who has them moves all that is between.
class ImpulseStep {
 public:
  struct Parameters {
    std::string solver = "gauss-seidel";
    ConeSolver::Limits limits;
  };
  ImpulseStep(Touching touching, const Parameters& parameters);

  /// Numbers of two bodies; -1: none.
  struct Squeezed {
    std::int64_t first = -1, second = -1;
  };
  struct Result {
    std::vector<double> velocity;    ///< v+, [owned bodies x 6]
    std::vector<double> correction;  ///< w, likewise; empty where nothing overlaps
    std::vector<double> force;       ///< D gamma / h, likewise: of contacts, with its moment about the centre of mass
    std::vector<double> row_force;   ///< of exact constraints: impulses over h, [rows]
    /// Where there are deformable bodies, else empty: impulses of contacts and rows, and those that w comes of,
    /// likewise; empty where there are none.
    std::vector<double> impulse, correcting_impulse;
    Outcome outcome;  ///< of the contacts and rows
    /// Where no impulses keep all contacts and rows, as bodies are squeezed; it has not converged then.
    std::optional<Squeezed> squeezed;
    int correction_iterations = 0;
    std::int64_t num_contacts = 0;  ///< over all ranks
    std::int64_t num_asleep = 0;    ///< bodies, likewise (AwakeStep)
    double search_seconds = 0.0;
    std::shared_ptr<const Neighbourhood> neighbourhood;  ///< what touches
  };
  /// Collective. `h`: the length of the step. Impulses begin with those of the step before. `constraints`: nullptr on
  /// all ranks where there are none; it is left somewhere near the end of the step. `deformable`: likewise, whose
  /// points some of the bodies are; what comes out of these points is what contacts and rows ask for.
  Result advance(const base::Communicator& comm, const std::vector<RigidBody>& owned, double h,
                 ExactConstraints* constraints = nullptr, DeformableBodies* deformable = nullptr);

  /// What a step of length h has to solve, without exact constraints, cohesion and what was stopped before.
  static ConeProblem problemOf(const Neighbourhood& neighbourhood, double h);

  const Touching& touching() const { return touching_; }
  /// Of the last step, those of this rank.
  const std::vector<Touch>& touches() const { return touches_; }
  /// Impulses of the next step begin with these: every contact on the ranks that own one of its bodies.
  void beginNextWith(std::vector<Touch> touches);

  /// The two bodies that overlap most, relative to the smaller one, and do not give way. Collective.
  struct Overlap {
    std::int64_t first = -1, second = -1;
    double depth = 0.0, share = 0.0;
  };
  Overlap deepestOverlap(const base::Communicator& comm, const std::vector<RigidBody>& owned) const;

 private:
  struct Motion;
  Impulses remembered(const Neighbourhood& neighbourhood, const ConeProblem& problem, double h) const;
  void remember(const Neighbourhood& neighbourhood, const ConeProblem& problem, const Impulses& x, double h);
  void addCohesion(const Neighbourhood& neighbourhood, double h, ConeProblem& problem, Impulses& base) const;
  Outcome compress(const Neighbourhood& neighbourhood, ConeProblem& problem, Impulses& base) const;
  void correct(const Neighbourhood& neighbourhood, ConeProblem& problem, ExactConstraints* constraints, Motion motion,
               Result& result) const;
  bool overlaps(const Neighbourhood& neighbourhood, ConeProblem& problem, const Motion& motion) const;

  Touching touching_;
  ConeSolver::Limits limits_;
  std::unique_ptr<ConeSolver> solver_;
  std::vector<Touch> touches_;
  std::unordered_multimap<std::int64_t, std::size_t> of_first_;  // touches_ by the first body
};

}  // namespace tenon::contact

#pragma once
#include <memory>
#include <vector>

#include "tenon/constraint/Constraint.hpp"
#include "tenon/system/Body.hpp"
#include "tenon/system/Differences.hpp"
#include "tenon/system/Factors.hpp"

namespace tenon::system {

using base::GlobalIndex;
using base::LocalIndex;

/// The bodies and constraints of one problem, before any matrix: forces, held unknowns, violation of the constraints.
///
///   M a = f(x, v, t) + G^T lambda,   Phi(q) + C lambda = 0
class MechanicalSystem {
 public:
  /// Collective. InputError where bodies differ in dimension, two conditions contradict each other, or there is none.
  MechanicalSystem(std::vector<std::unique_ptr<Body>> bodies,
                   std::vector<std::unique_ptr<constraint::Constraint>> constraints,
                   std::vector<std::unique_ptr<force::ForceField>> interactions = {});

  /// Rayleigh damping of all forces and masses, beside their own: B = df/dv + (beta_c + beta) df/dx - (alpha_c + alpha)
  /// M.
  Rayleigh rayleigh;

  const base::Communicator& comm() const { return bodies_.front()->mesh().comm(); }
  /// Unknowns per node: the dimension of space.
  int block() const { return bodies_.front()->state().block(); }

  const std::vector<std::unique_ptr<Body>>& bodies() const { return bodies_; }
  const std::vector<std::unique_ptr<constraint::Constraint>>& constraints() const { return constraints_; }
  /// Forces between bodies, or between far nodes of one.
  const std::vector<std::unique_ptr<force::ForceField>>& interactions() const { return interactions_; }
  /// All forces: those of each body in turn, then the interactions. The same order on every rank.
  std::vector<force::ForceField*> forceFields() const;
  std::vector<const la::State*> states() const;
  /// Number of a state among the bodies; InternalError for a foreign one.
  std::size_t indexOf(const la::State& state) const;

  /// Unknowns that projective conditions hold, by body.
  const std::vector<constraint::HeldUnknowns>& held() const { return held_; }

  /// Collective. Sets the displacement of every held unknown to its value.
  void imposeHeld();

  /// Collective. Forces at the present motion, those of Rayleigh damping included, by body: [numLocal x block],
  /// complete on owned nodes.
  std::vector<std::vector<double>> forces() const;

  /// Derivatives of forces that have none of their own.
  Differences& differences() const { return *differences_; }

  /// Violation Phi of all constraints, one after the other, this rank's rows. Collective.
  std::vector<double> violation() const;

  /// Rows of all constraints on this rank.
  LocalIndex numMultipliers() const;
  /// Over all ranks. Collective.
  PetscInt numUnknowns() const;
  bool hasMultipliers() const { return !constraints_.empty(); }

 private:
  void addRayleighForces(std::vector<std::vector<double>>& forces) const;

  std::vector<std::unique_ptr<Body>> bodies_;
  std::vector<std::unique_ptr<constraint::Constraint>> constraints_;
  std::vector<std::unique_ptr<force::ForceField>> interactions_;
  std::vector<constraint::HeldUnknowns> held_;
  std::unique_ptr<Differences> differences_;
};

}  // namespace tenon::system

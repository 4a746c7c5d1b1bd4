#pragma once
#include <memory>
#include <vector>

#include "tenon/la/assembly/MatrixAssembly.hpp"
#include "tenon/mass/Mass.hpp"
#include "tenon/system/Differences.hpp"
#include "tenon/system/MappingGraph.hpp"

// What acts on mapped states, as contributors to the independent ones: linear systems need not know that there are any.
namespace tenon::system {

/// A force f on mapped states, felt by the independent states as J^T f:
///   K = J^T (df/dx) J,  B = J^T (df/dv) J.
/// Interactions between a mapped state and any other are such, too. Its name and its Rayleigh damping are the force's.
/// Its matrices and their products are those of a CarriedGroup: addStiffness() and the like are not to be asked for.
class MappedForce : public force::ForceField {
 public:
  /// `force` has to outlive this; `differences`, of all states, serve where nobody wrote its derivatives.
  MappedForce(std::shared_ptr<MappingGraph> graph, force::ForceField& force, std::shared_ptr<Differences> differences);

  std::string name() const override { return force_.name(); }
  void setTime(double time) override { force_.setTime(time); }
  void commit() override { force_.commit(); }
  fem::InternalVariables* internalVariables() override { return force_.internalVariables(); }
  void addForce(la::ForceVector& f) const override;
  void addStiffness(la::StiffnessMatrix& K) const override;
  bool dependsOnVelocity() const override { return force_.dependsOnVelocity(); }
  void addDamping(la::DampingMatrix& B) const override;
  bool isSymmetric() const override { return force_.isSymmetric(); }
  bool isLinear() const override { return graph_->isLinear() && force_.isLinear(); }
  bool isForLargeRotations() const override { return force_.isForLargeRotations(); }
  bool dependsOnRate() const override { return force_.dependsOnRate(); }
  double energy() const override { return force_.energy(); }
  bool knowsEnergy() const override { return force_.knowsEnergy(); }
  bool isSupport() const override { return force_.isSupport(); }
  bool isLoad() const override { return force_.isLoad(); }
  void completeTangent() override { force_.completeTangent(); }

  /// The force itself.
  const force::ForceField& force() const { return force_; }

  /// Collective. Adds the force on all states of the graph at the present motion, on owned nodes.
  void addForceOnAll(StateArrays& f) const;
  /// Adds K or B times a motion of all states, on owned nodes. Collective where there is no derivative.
  void addStiffnessTimesOnAll(const StateArrays& dx, StateArrays& df) const;
  void addDampingTimesOnAll(const StateArrays& dv, StateArrays& df) const;

  /// Collective. Before the two below: derivatives that nobody wrote.
  void prepareOwnDerivatives() const;
  /// df/dx and df/dv over all states; `values` false: the pattern.
  void addOwnStiffness(const la::Contributions& to) const;
  void addOwnDamping(const la::Contributions& to) const;

 private:
  std::shared_ptr<MappingGraph> graph_;
  force::ForceField& force_;
  std::shared_ptr<Differences> differences_;
};

/// A mass of a mapped state, J^T M J. Its name and its Rayleigh damping are the mass's. As MappedForce.
class MappedMass : public mass::Mass {
 public:
  MappedMass(std::shared_ptr<MappingGraph> graph, const mass::Mass& mass);

  std::string name() const override { return mass_.name(); }
  void addMass(la::MassMatrix& M) const override;
  double total() const override { return mass_.total(); }

  const mass::Mass& mass() const { return mass_; }
  /// Collective. Adds M times a motion of all states, on owned nodes.
  void addMassTimesOnAll(const StateArrays& dv, StateArrays& df) const;

 private:
  std::shared_ptr<MappingGraph> graph_;
  const mass::Mass& mass_;
};

/// The inertia that the curvature of mappings brings, f = -J^T M J. v: what M (J a) leaves out of M times the mapped
/// states' acceleration. Its derivatives are left out of the tangent.
class MotionInertia : public force::ForceField {
 public:
  MotionInertia(std::shared_ptr<MappingGraph> graph, std::vector<const MappedMass*> masses)
      : graph_(std::move(graph)), masses_(std::move(masses)) {}

  std::string name() const override { return "inertia of the curvature of mappings"; }
  void addForce(la::ForceVector& f) const override;
  void addStiffness(la::StiffnessMatrix&) const override {}
  void addStiffnessTimes(const la::Motion&, la::ForceVector&) const override {}
  void addStressStiffness(const la::Motion&, la::StiffnessMatrix&) const override {}
  bool dependsOnVelocity() const override { return true; }
  void addDamping(la::DampingMatrix&) const override {}
  void addDampingTimes(const la::Motion&, la::ForceVector&) const override {}

 private:
  std::shared_ptr<MappingGraph> graph_;
  std::vector<const MappedMass*> masses_;
};

/// Adds J^T f of forces on all states of a graph to those on the independent states. Collective.
void addCarriedUp(const MappingGraph& graph, StateArrays f, la::ForceVector& to);

}  // namespace tenon::system

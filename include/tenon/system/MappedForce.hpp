#pragma once
#include <memory>
#include <vector>

#include "tenon/la/assembly/MatrixAssembly.hpp"
#include "tenon/system/Differences.hpp"
#include "tenon/system/MappedStates.hpp"

// What acts on mapped states, as contributors to the independent ones: linear systems need not know that there are any.
namespace tenon::system {

class CarriedMatrix;

/// A force f on mapped states, felt by the independent states as J^T f:
///   K = J^T (df/dx) J,  B = J^T (df/dv) J.
/// Interactions between a mapped state and any other are such, too. Its name and its Rayleigh damping are the force's.
class MappedForce : public force::ForceField {
 public:
  /// Collective. Adds ghosts to the independent states: before any layout of a linear system is made. `force` has to
  /// outlive this; `differences`, of all states, serve where nobody wrote its derivatives.
  MappedForce(std::shared_ptr<MappedStates> mapped, const std::vector<la::State*>& independent,
              force::ForceField& force, std::shared_ptr<Differences> differences);
  ~MappedForce() override;

  std::string name() const override { return force_.name(); }
  void setTime(double time) override { force_.setTime(time); }
  void addForce(la::ForceVector& f) const override;
  void prepareDerivatives() const override;
  void addStiffness(la::StiffnessMatrix& K) const override;
  bool dependsOnVelocity() const override { return force_.dependsOnVelocity(); }
  void addDamping(la::DampingMatrix& B) const override;
  void addStiffnessTimes(const la::Motion& dx, la::ForceVector& df) const override;
  void addDampingTimes(const la::Motion& dv, la::ForceVector& df) const override;
  bool isSymmetric() const override { return force_.isSymmetric(); }
  bool isLinear() const override { return mapped_->isLinear() && force_.isLinear(); }
  double energy() const override { return force_.energy(); }
  bool knowsEnergy() const override { return force_.knowsEnergy(); }
  bool isSupport() const override { return force_.isSupport(); }

  /// The force itself.
  const force::ForceField& force() const { return force_; }

  /// Collective. The force on all states at the present motion, ghosts included.
  StateArrays forceOnAll() const;

 private:
  void prepareDifferences() const;
  la::MatrixAssembly::Contribute stiffness() const;
  la::MatrixAssembly::Contribute damping() const;

  std::shared_ptr<MappedStates> mapped_;
  force::ForceField& force_;
  std::shared_ptr<Differences> differences_;
  std::unique_ptr<CarriedMatrix> stiffness_, damping_;
};

/// Geometric stiffness of mappings that are not linear, K = dJ^T/dp f at the forces f on mapped states. Has no force of
/// its own.
class GeometricStiffness : public force::ForceField {
 public:
  GeometricStiffness(std::shared_ptr<MappedStates> mapped, std::vector<const MappedForce*> forces)
      : mapped_(std::move(mapped)), forces_(std::move(forces)) {}

  std::string name() const override { return "geometric stiffness of mappings"; }
  void addForce(la::ForceVector&) const override {}
  void prepareDerivatives() const override;
  void addStiffness(la::StiffnessMatrix& K) const override;
  bool isLinear() const override { return mapped_->isLinear(); }

 private:
  std::shared_ptr<MappedStates> mapped_;
  std::vector<const MappedForce*> forces_;
  mutable StateArrays child_forces_;  // of the last prepareDerivatives()
};

/// A mass of a mapped state, J^T M J. Its name and its Rayleigh damping are the mass's.
class MappedMass : public mass::Mass {
 public:
  /// Collective, as MappedForce.
  MappedMass(std::shared_ptr<MappedStates> mapped, const std::vector<la::State*>& independent, const mass::Mass& mass);
  ~MappedMass() override;

  std::string name() const override { return mass_.name(); }
  void prepareMass() const override;
  void addMass(la::MassMatrix& M) const override;
  void addMassTimes(const la::Motion& dv, la::ForceVector& df) const override;
  double total() const override { return mass_.total(); }

 private:
  std::shared_ptr<MappedStates> mapped_;
  const mass::Mass& mass_;
  std::unique_ptr<CarriedMatrix> carried_;
};

}  // namespace tenon::system

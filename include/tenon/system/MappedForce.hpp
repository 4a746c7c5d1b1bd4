#pragma once
#include <memory>
#include <vector>

#include "tenon/system/MappedStates.hpp"

// What acts on mapped states, as contributors to the independent ones: linear systems need not know that there are any.
namespace tenon::system {

class CarriedMatrix;

/// All forces f on mapped states, felt by the independent states as J^T f:
///   K = J^T (df/dx) J,  B = J^T (df/dv + beta df/dx) J  with the forces' own Rayleigh damping.
/// Interactions between a mapped state and any other are among them.
class MappedForce : public force::ForceField {
 public:
  /// Collective. Adds ghosts to the independent states: before any layout of a linear system is made.
  MappedForce(std::shared_ptr<MappedStates> mapped, const std::vector<la::State*>& independent,
              std::vector<force::ForceField*> forces);
  ~MappedForce() override;

  std::string name() const override { return "forces on mapped objects"; }
  void setTime(double time) override;
  void addForce(la::ForceVector& f) const override;
  void prepareDerivatives() const override;
  void addStiffness(la::StiffnessMatrix& K) const override;
  bool dependsOnVelocity() const override { return damping_ != nullptr; }
  void addDamping(la::DampingMatrix& B) const override;
  void addStiffnessTimes(const la::Motion& dx, la::ForceVector& df) const override;
  void addDampingTimes(const la::Motion& dv, la::ForceVector& df) const override;
  bool isSymmetric() const override;
  bool isLinear() const override;
  double energy() const override;

  /// Whether this force acts on a mapped state and is part of this one.
  bool holds(const force::ForceField& force) const;

  /// Collective. The forces on all states at the present motion, ghosts included.
  StateArrays forcesOnAll() const;

 private:
  using Multiply = std::function<void(const la::Motion&, const la::ForceVector&)>;
  void addProduct(const la::Motion& motion, la::ForceVector& df, const Multiply& multiply) const;
  void addCarriedUp(const StateArrays& all, la::ForceVector& f) const;

  std::shared_ptr<MappedStates> mapped_;
  std::vector<force::ForceField*> forces_;
  std::unique_ptr<CarriedMatrix> stiffness_, damping_;
};

/// Geometric stiffness of mappings that are not linear, K = dJ^T/dp f at the forces f on mapped states. Has no force of
/// its own.
class GeometricStiffness : public force::ForceField {
 public:
  GeometricStiffness(std::shared_ptr<MappedStates> mapped, std::shared_ptr<const MappedForce> forces)
      : mapped_(std::move(mapped)), forces_(std::move(forces)) {}

  std::string name() const override { return "geometric stiffness of mappings"; }
  void addForce(la::ForceVector&) const override {}
  void prepareDerivatives() const override;
  void addStiffness(la::StiffnessMatrix& K) const override;
  bool isLinear() const override { return mapped_->isLinear(); }

 private:
  std::shared_ptr<MappedStates> mapped_;
  std::shared_ptr<const MappedForce> forces_;
  mutable StateArrays child_forces_;  // of the last prepareDerivatives()
};

/// All masses of mapped states, J^T M J.
class MappedMass : public mass::Mass {
 public:
  /// Collective, as MappedForce.
  MappedMass(std::shared_ptr<MappedStates> mapped, const std::vector<la::State*>& independent,
             std::vector<const mass::Mass*> masses);
  ~MappedMass() override;

  std::string name() const override { return "masses of mapped objects"; }
  void prepareMass() const override;
  void addMass(la::MassMatrix& M) const override;
  void addMassTimes(const la::Motion& dv, la::ForceVector& df) const override;
  double total() const override;

 private:
  std::shared_ptr<MappedStates> mapped_;
  std::vector<const mass::Mass*> masses_;
  std::unique_ptr<CarriedMatrix> carried_;
};

}  // namespace tenon::system

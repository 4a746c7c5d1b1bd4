// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <vector>

#include "SleepStates.hpp"
#include "StepperParameters.hpp"
#include "analysis/BodyContact.hpp"
#include "analysis/impulses/DeformableStep.hpp"
#include "analysis/impulses/ImpulseRows.hpp"
#include "contact/sleep/SleepingBodiesStep.hpp"
#include "tenon/analysis/Stepper.hpp"

namespace tenon::analysis {

/// Moreau-Jean time stepping of rigid bodies and meshes in contact in space, by impulses with fixed
/// step size (Moreau 1999; see contact::ImpulseStep):
///   M_n (v_{n+1} - v_n) = h f(q_n, v_n, t_n) + D gamma + h G^T lambda,
///   q_{n+1} = q_n (+) h (v_{n+1} + w).
/// The method is first-order accurate and explicit in the forces. Torque-free rotation conserves
/// the kinetic energy: J (w+ - w) = -h w_m x J w_m, w_m = (w + w+) / 2.
///
/// Prescribed bodies follow their conditions and exert contact forces. Any number of contacts and
/// bounds of constraints may open and close in a step; constraints hold at its end. Meshes are
/// advanced by DeformableStep, linearly implicitly. Bodies that rest may sleep
/// (contact::SleepingBodiesStep).
class MoreauJean : public Stepper {
 public:
  using Data = MoreauJeanParameters;
  static void declare(base::Parameters<Data>& p) { Data::declare(p); }
  /// @throws InputError if a parameter is inadmissible
  explicit MoreauJean(const Data& data);

  int order() const override { return 1; }
  /// Returns the coefficients of M alone; meshes use other coefficients.
  Kinematics kinematics(double h) const override { return {0.0, h, 1.0, 1.0, 1.0}; }
  bool handlesRigidContacts() const override { return true; }
  bool supportsBounds() const override { return true; }
  /// @throws InputError for objects other than rigid bodies or 3D meshes, for constraints
  /// between rigid bodies with compliance, relaxation or friction, for all that DeformableStep
  /// rejects, and at the start if bodies overlap
  void begin(StepContext& context, double h, bool is_start) override;
  /// @throws NotConvergedError if the contact solver does not converge
  solver::SolveStatistics advance(StepContext& context, double h, double time) override;
  bool canReduceStep() const override { return false; }
  std::optional<ContactStatistics> contacts() const override { return statistics_; }
  void setContacts(const ContactStatistics& statistics) override {
    statistics_ = statistics;
    earlier_deals_ = statistics.deals;
  }
  std::vector<BodyContact> bodyContacts() const override;
  void setBodyContacts(StepContext& context, const std::vector<BodyContact>& contacts) override;
  RestartData restartData() override;
  /// Versions that did not store names wrote the vectors of sleeping bodies, later versions contact
  /// forces before them.
  std::vector<std::string> legacyVectorNames(std::size_t count) override;

 private:
  contact::ContactModel makeContactRules(const system::MechanicalSystem& mechanics);
  std::vector<contact::RigidBody> records(const system::MechanicalSystem& mechanics,
                                          const std::vector<std::vector<double>>& forces, double h) const;
  void applyDirichletConditions(const system::MechanicalSystem& mechanics, double h,
                                std::vector<contact::RigidBody>& records) const;
  void addNodes(const system::MechanicalSystem& mechanics, bool free, std::vector<contact::RigidBody>& records) const;
  void move(system::MechanicalSystem& mechanics, const contact::ImpulseStep::Result& result, double h) const;
  void requireNoOverlap(const system::MechanicalSystem& mechanics) const;
  /// Returns the object of a body, and the number of the body in the object.
  std::pair<std::size_t, std::int64_t> locateBody(std::int64_t number) const;
  std::string nameOf(const system::MechanicalSystem& mechanics, std::int64_t number) const;
  void scatterMultipliers(Equations& equations);
  void restoreJacobian(Equations& equations);
  void updateStatistics(const contact::ImpulseStep::Result& result);
  void requireConverged(const system::MechanicalSystem& mechanics, const contact::ImpulseStep::Result& result,
                        double time) const;

  contact::ImpulseStep::Parameters parameters_;
  contact::Sleep sleep_;
  std::unique_ptr<contact::SleepingBodiesStep> step_;
  SleepStates sleep_states_;  // for checkpoints
  la::Vector unknowns_;       // any vector over the layout of the unknowns
  la::Vector contact_;        // contact forces of the last step, for checkpoints
  // Displacements at which the last step evaluated G. Constraint forces and their moments are
  // G^T lambda with this G, so that a run from a checkpoint evaluates G at them again.
  la::Vector linearisation_displacement_;
  system::MechanicalSystem* mechanics_ = nullptr;
  std::unique_ptr<ImpulseRows> rows_;             // nullptr without constraints
  std::unique_ptr<DeformableStep> deformable_;    // nullptr if all bodies are rigid
  std::vector<std::vector<int>> shapes_;          // [objects] shapes of the owned bodies; -1: none
  std::vector<std::vector<std::int64_t>> sides_;  // [objects] sides of contact rules of the owned bodies
  std::vector<std::int64_t> first_numbers_;       // [objects] number of the first body
  base::LocalIndex num_rigid_ = 0;                // owned bodies, which precede the nodes in contact
  std::vector<ContactNode> contact_nodes_;
  std::vector<ContactNode> nodes_;  // contact_nodes_, and nodes on which rows act in this step
  int point_ = -1;                  // shape of nodes
  ContactStatistics statistics_;
  int earlier_deals_ = 0;  // redistributions before begin()
};

}  // namespace tenon::analysis

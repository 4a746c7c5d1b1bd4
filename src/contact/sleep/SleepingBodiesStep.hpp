// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <vector>

#include "contact/Sleep.hpp"
#include "contact/load_balance/LoadBalancedStep.hpp"

namespace tenon::contact {

class BodyOwners;
class SleeperSearch;

/// Time step of many rigid bodies that excludes sleeping bodies from the problem of the step
/// (LoadBalancedStep).
///
/// Bodies fall asleep in islands. An island consists of free bodies that press on each other or
/// that constraint rows connect; constrained (immobile) bodies belong to no island.
///
/// Transition to sleep: if the speeds of all bodies of an island have been below Sleep::velocity
/// for the time Sleep::after, a step begins with all of their velocities set to zero. The island
/// falls asleep unless a body leaves this step with a velocity that would grow to Sleep::velocity
/// within Sleep::after. Sleeping bodies are not variables of later steps. Their contacts,
/// constraint rows and impulses keep the values of that step, which is a step in equilibrium.
///
/// An island wakes up, before a step is computed or by repetition of the step, in these cases:
/// - an awake body comes into contact with the island faster than Sleep::velocity;
/// - changes of the forces and of the impulses of awake bodies would by now have accelerated a body
///   beyond Sleep::velocity, under the support reactions of the moment at which it fell asleep;
/// - the island is driven by prescribed velocities of its own, by a driven constrained body in
///   contact with it, or by a driven constraint row;
/// - a body that has come to rest on the island is about to sleep: the island wakes up for one
///   step, so that the kept impulses are those of all bodies.
///
/// For awake bodies, nearby sleeping bodies are immobile obstacles.
///
/// @see docs/adr/0032-sleeping-bodies.md
class SleepingBodiesStep {
 public:
  /// Creates a step.
  /// @param model       shapes and contact rules, the same on all ranks
  /// @param parameters  solver of the complementarity problem and its limits
  /// @param sleep       sleep criterion; by default no body ever sleeps
  SleepingBodiesStep(ContactModel model, const ImpulseStep::Parameters& parameters, const Sleep& sleep = {});
  ~SleepingBodiesStep();

  /// Computes one step, as ImpulseStep::advance().
  ///
  /// The bodies must be the same in each step and in the same order. Bodies that fall asleep have
  /// zero velocity in the result, and must have zero velocity at the beginning of the next step.
  /// @param deformable  bodies with deformable points; not admitted if sleeping is enabled
  /// @note Collective.
  ImpulseStep::Result advance(const base::Communicator& comm, const std::vector<RigidBody>& owned, double h,
                              ExactConstraints* constraints = nullptr, DeformableBodies* deformable = nullptr);

  /// Returns the contacts with an impulse of the last step and the kept contacts of sleeping
  /// bodies, each on one rank.
  std::vector<ContactRecord> contactRecords() const;
  /// Sets the initial guess of the impulses of the next step. The contacts may be passed on any
  /// rank. Contacts between sleeping bodies are kept as their impulses.
  void setInitialGuess(std::vector<ContactRecord> records);
  /// Returns the work of the next step to the owners of the bodies
  /// (LoadBalancedStep::returnToOwners()).
  void returnToOwners() { step_.returnToOwners(); }
  /// Returns the sleep states of the owned bodies; empty before the first step.
  const std::vector<SleepState>& sleepStates() const { return sleep_states_; }
  /// Sets the sleep states of the owned bodies, for example after a restart.
  void setSleepStates(std::vector<SleepState> sleep_states) { sleep_states_ = std::move(sleep_states); }
  /// Returns the load balance of the last evaluation.
  const LoadBalancedStep::Balance& balance() const { return step_.balance(); }

  /// Returns the overlaps found on this rank. @note Collective.
  InitialOverlap initialOverlap(const base::Communicator& comm, const std::vector<RigidBody>& owned) const {
    return step_.initialOverlap(comm, owned);
  }

 private:
  struct StepData;
  using Flags = std::vector<char>;  // [owned bodies]
  void prepare(const base::Communicator& comm, const std::vector<RigidBody>& owned);
  void keepSleepingContacts(StepData& step_data);
  void accumulateVelocities(StepData& step_data) const;
  Flags findDisturbed(const StepData& step_data) const;
  bool wake(StepData& step_data, const Flags& which);
  std::vector<base::LocalIndex> wakeHitIslands(StepData& step_data);
  bool wakePushedIslands(StepData& step_data);
  void selectParticipants(StepData& step_data, const std::vector<base::LocalIndex>& near) const;
  ImpulseStep::Result resultOfAllBodies(const StepData& step_data) const;
  Flags activityLevels(const StepData& step_data, const std::vector<double>& velocity);
  void updateSleepStates(const StepData& step_data, ImpulseStep::Result& result);
  void updateSleepState(const StepData& step_data, std::size_t body, char level, ImpulseStep::Result& result);
  void keepContacts(const StepData& step_data, const Flags& levels);
  void onKeptContactsChanged(const StepData& step_data);

  Sleep sleep_;
  LoadBalancedStep step_;
  std::vector<SleepState> sleep_states_;
  std::vector<double> sizes_;           // [owned bodies] distance of the farthest point from the centre
  std::unique_ptr<BodyOwners> owners_;  // nullptr before the first step
  std::unique_ptr<SleeperSearch> sleepers_;
  std::vector<ContactRecord> kept_;     // contacts with an impulse of sleeping bodies
  std::vector<double> kept_forces_;     // forces of kept_ on the owned bodies, [owned x 6]
  long num_kept_ = 0, num_asleep_ = 0;  // over all ranks
  bool is_restored_ = false;  // true after setInitialGuess(): the contacts of sleeping bodies are not in kept_ yet
  bool are_found_ = false;    // true if sleepers_ contains the current sleeping bodies
};

}  // namespace tenon::contact

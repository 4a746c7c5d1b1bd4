#pragma once
#include <memory>
#include <vector>

#include "tenon/contact/DealtStep.hpp"
#include "tenon/contact/Sleep.hpp"

namespace tenon::contact {

class BodyOwners;
class SleeperSearch;

/// Time step of many rigid bodies that excludes sleeping bodies from the problem of the step
/// (DealtStep).
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
/// Awake bodies see sleeping bodies in their vicinity as immobile.
///
/// @see docs/adr/0032-sleeping-bodies.md
class AwakeStep {
 public:
  /// Creates a step.
  /// @param touching    shapes and contact rules, the same on all ranks
  /// @param parameters  solver of the complementarity problem and its limits
  /// @param sleep       sleep criterion; by default no body ever sleeps
  AwakeStep(Touching touching, const ImpulseStep::Parameters& parameters, const Sleep& sleep = {});
  ~AwakeStep();

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
  std::vector<Touch> touches() const;
  /// Sets the initial guess of the impulses of the next step. The contacts may be passed on any
  /// rank. Contacts between sleeping bodies are kept as their impulses.
  void beginNextWith(std::vector<Touch> touches);
  /// Returns the work of the next step to the owners of the bodies (DealtStep::giveBack()).
  void giveBack() { step_.giveBack(); }
  /// Returns the sleep states of the owned bodies; empty before the first step.
  const std::vector<Rest>& rests() const { return rests_; }
  /// Sets the sleep states of the owned bodies, for example after a restart.
  void setRests(std::vector<Rest> rests) { rests_ = std::move(rests); }
  /// Returns the load balance of the last evaluation.
  const DealtStep::Balance& balance() const { return step_.balance(); }

  /// Returns the pair of bodies with the largest relative overlap. @note Collective.
  ImpulseStep::Overlap deepestOverlap(const base::Communicator& comm, const std::vector<RigidBody>& owned) const {
    return step_.deepestOverlap(comm, owned);
  }

 private:
  struct Making;
  using Flags = std::vector<char>;  // [owned bodies]
  void prepare(const base::Communicator& comm, const std::vector<RigidBody>& owned);
  void keepTouchesOfSleepers(Making& making);
  void findUrges(Making& making) const;
  Flags disturbed(const Making& making) const;
  bool wake(Making& making, const Flags& which);
  std::vector<base::LocalIndex> wakeHit(Making& making);
  bool wakePushed(Making& making);
  void takePart(Making& making, const std::vector<base::LocalIndex>& near) const;
  ImpulseStep::Result ofAll(const Making& making) const;
  Flags restlessness(const Making& making, const std::vector<double>& velocity);
  void settle(const Making& making, ImpulseStep::Result& result);
  void goOn(const Making& making, std::size_t body, char level, ImpulseStep::Result& result);
  void keep(const Making& making, const Flags& levels);
  void changeKept(const Making& making);

  Sleep sleep_;
  DealtStep step_;
  std::vector<Rest> rests_;
  std::vector<double> sizes_;           // [owned bodies] distance of the farthest point from the centre
  std::unique_ptr<BodyOwners> owners_;  // nullptr before the first step
  std::unique_ptr<SleeperSearch> sleepers_;
  std::vector<Touch> kept_;             // contacts with an impulse of sleeping bodies
  std::vector<double> kept_forces_;     // forces of kept_ on the owned bodies, [owned x 6]
  long num_kept_ = 0, num_asleep_ = 0;  // over all ranks
  bool is_restored_ = false;  // true after beginNextWith(): the contacts of sleeping bodies are not in kept_ yet
  bool are_found_ = false;    // true if sleepers_ contains the current sleeping bodies
};

}  // namespace tenon::contact

#pragma once
#include <memory>
#include <vector>

#include "tenon/contact/DealtStep.hpp"
#include "tenon/contact/Sleep.hpp"

namespace tenon::contact {

class BodyOwners;
class SleeperSearch;

/// Steps of many rigid bodies (DealtStep) of which those sleep that have come to rest: an island of bodies that push
/// each other, or that rows hold together; held bodies are in none.
///
/// Where all of an island have been slower than Sleep::velocity for Sleep::after, a step begins with them at rest. If
/// what each has at its end would not make it faster than that velocity in that time, they fall asleep: they are no
/// variables of later steps, and their contacts, rows of constraints and impulses stay what they were in that step,
/// which is one of equilibrium. An island wakes, before a step is made or by making it again,
///  - where a body that is awake comes to touch one of it faster than Sleep::velocity;
///  - where one would be faster by now, of forces on it and of contacts with what is awake, if what it rests on pushed
///    as it did when it fell asleep;
///  - where what holds it is driven: held motions of its own, held bodies that touch it, rows of constraints;
///  - where what has come to rest on it is about to sleep, for one step: so that impulses are those of all.
/// What sleeps near bodies that are awake is held for them.
class AwakeStep {
 public:
  AwakeStep(Touching touching, const ImpulseStep::Parameters& parameters, const Sleep& sleep = {});
  ~AwakeStep();

  /// Collective. As ImpulseStep::advance(). Bodies are the same in each step, in the same order; those that fall asleep
  /// have no velocity in the result, and are to have none where the next step begins. `deformable`: only where nothing
  /// sleeps.
  ImpulseStep::Result advance(const base::Communicator& comm, const std::vector<RigidBody>& owned, double h,
                              ExactConstraints* constraints = nullptr, DeformableBodies* deformable = nullptr);

  /// Of the last step, and those of bodies that sleep, each on one rank.
  std::vector<Touch> touches() const;
  /// Impulses of the next step begin with these, each on any rank. What sleeps keeps them.
  void beginNextWith(std::vector<Touch> touches);
  /// Owners make the next step (DealtStep).
  void giveBack() { step_.giveBack(); }
  /// Of the owned bodies; empty before the first step.
  const std::vector<Rest>& rests() const { return rests_; }
  void setRests(std::vector<Rest> rests) { rests_ = std::move(rests); }
  const DealtStep::Balance& balance() const { return step_.balance(); }

  ImpulseStep::Overlap deepestOverlap(const base::Communicator& comm, const std::vector<RigidBody>& owned) const {
    return step_.deepestOverlap(comm, owned);
  }

 private:
  struct Making;
  using Flags = std::vector<char>;  // [owned]
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
  std::vector<double> sizes_;           // [owned]
  std::unique_ptr<BodyOwners> owners_;  // nullptr before the first step
  std::unique_ptr<SleeperSearch> sleepers_;
  std::vector<Touch> kept_;             // of bodies that sleep
  std::vector<double> kept_forces_;     // of kept_, [owned x 6]
  long num_kept_ = 0, num_asleep_ = 0;  // over all ranks
  bool is_restored_ = false;
  bool are_found_ = false;  // whether sleepers_ knows who sleeps now
};

}  // namespace tenon::contact

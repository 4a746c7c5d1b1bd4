#pragma once
#include <memory>
#include <vector>

#include "tenon/contact/ImpulseStep.hpp"

namespace tenon::contact {

class Deal;

/// An ImpulseStep whose work moves between the ranks. Bodies stay with their owners; who works on them in a step goes
/// by where they are and how much touches them, so that ranks have equal work and few neighbours. The first step is
/// made by the owners. After it, and after every tenth one, ranks are dealt their share anew by place (ranksByPlace)
/// where that takes a twentieth off the load of the busiest one; impulses move along.
class DealtStep {
 public:
  DealtStep(Touching touching, const ImpulseStep::Parameters& parameters);
  ~DealtStep();

  /// Collective. As ImpulseStep's. Bodies may be others than in the last step: those that were dealt stay with who works
  /// on them. Where there are deformable bodies, owners do all of it.
  ImpulseStep::Result advance(const base::Communicator& comm, const std::vector<RigidBody>& owned, double h,
                              ExactConstraints* constraints = nullptr, DeformableBodies* deformable = nullptr);

  /// Of the last step, each on one rank.
  const std::vector<Touch>& touches() const { return step_.touches(); }
  /// Collective. Impulses of the next step begin with these, each on any rank.
  void beginNextWith(std::vector<Touch> touches);
  /// Owners make the next step, as they make the first one.
  void giveBack();

  ImpulseStep::Overlap deepestOverlap(const base::Communicator& comm, const std::vector<RigidBody>& owned) const {
    return step_.deepestOverlap(comm, owned);
  }

  const Touching& touching() const { return step_.touching(); }

  struct Balance {
    int deals = 0;       ///< how often the work was dealt anew
    double share = 1.0;  ///< load of the busiest rank over the least possible, when it was looked at last
  };
  const Balance& balance() const { return balance_; }

 private:
  void follow(const base::Communicator& comm, const std::vector<RigidBody>& owned);
  void considerDeal(const base::Communicator& comm, LocalIndex num_owned, const Neighbourhood& near,
                    const ExactConstraints* constraints);

  ImpulseStep step_;
  std::vector<std::int64_t> numbers_;        // of the owned bodies of the last step
  std::unique_ptr<const Deal> deal_, next_;  // nullptr: owners work on what is theirs; and: as it is
  bool are_astray_ = false;                  // touches, not yet with those who work on their bodies
  int steps_ = 0;
  Balance balance_;
};

}  // namespace tenon::contact

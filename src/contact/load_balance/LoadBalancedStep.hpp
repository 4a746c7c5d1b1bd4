// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <vector>

#include "contact/ImpulseStep.hpp"

namespace tenon::contact {

class WorkDistribution;

/// ImpulseStep with load balancing over the ranks.
///
/// Bodies stay with their owners. The rank that works on a body in a step (its worker) is chosen by
/// the position of the body and by the number of its contacts, so that ranks have equal loads and
/// few neighbours. The owners compute the first step. After the first step and after every tenth
/// one, the bodies are redistributed by position (partitionByPosition()) if this reduces the load
/// of the busiest rank by at least a twentieth. Impulses migrate with their contacts.
/// @see docs/adr/0033-work-by-place.md
class LoadBalancedStep {
 public:
  /// Creates a step.
  /// @param model       shapes and contact rules, the same on all ranks
  /// @param parameters  solver of the complementarity problem and its limits
  LoadBalancedStep(ContactModel model, const ImpulseStep::Parameters& parameters);
  ~LoadBalancedStep();

  /// Computes one step, as ImpulseStep::advance().
  ///
  /// The bodies may differ from those of the last step: bodies that have been redistributed stay
  /// with their workers, and new bodies are computed by their owners. With deformable bodies the
  /// owners compute all bodies.
  /// @note Collective.
  ImpulseStep::Result advance(const base::Communicator& comm, const std::vector<RigidBody>& owned, double h,
                              ExactConstraints* constraints = nullptr, DeformableBodies* deformable = nullptr);

  /// Returns the contacts with an impulse of the last step, each on one rank.
  const std::vector<ContactRecord>& contactRecords() const { return step_.contactRecords(); }
  /// Sets the initial guess of the impulses of the next step. Each contact may be passed on any
  /// rank.
  /// @note Collective.
  void setInitialGuess(std::vector<ContactRecord> records);
  /// Returns the work to the owners of the bodies, which compute the next step in the same way as
  /// the first one.
  void returnToOwners();

  /// Returns the overlaps found on this rank. @note Collective.
  InitialOverlap initialOverlap(const base::Communicator& comm, const std::vector<RigidBody>& owned) const {
    return step_.initialOverlap(comm, owned);
  }

  /// Returns the shapes and contact rules.
  const ContactModel& model() const { return step_.model(); }

  /// Statistics of the load balancing.
  struct Balance {
    int num_redistributions = 0;  ///< number of redistributions
    double share = 1.0;           ///< load of the busiest rank over an equal share, at the last evaluation
  };
  /// Returns the statistics of the load balancing.
  const Balance& balance() const { return balance_; }

 private:
  void trackBodies(const base::Communicator& comm, const std::vector<RigidBody>& owned);
  void updateDistribution(const base::Communicator& comm, LocalIndex num_owned, const Neighbourhood& near,
                          const ExactConstraints* constraints);

  ImpulseStep step_;
  std::vector<std::int64_t> numbers_;  // numbers of the owned bodies of the last step
  std::unique_ptr<const WorkDistribution> distribution_,
      next_;                      // current and next distribution; nullptr: work of the owners; unchanged
  bool needs_migration_ = false;  // true if contacts are not yet on the ranks that work on their bodies
  int steps_ = 0;
  Balance balance_;
};

}  // namespace tenon::contact

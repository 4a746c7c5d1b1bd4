// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <vector>

#include "ConeProblem.hpp"
#include "LocalProblems.hpp"
#include "VelocityLanes.hpp"

namespace tenon::contact {

/// Batch of contacts, no two of which act on the same free body, with all data of a sweep. Relaxing
/// its contacts simultaneously gives the same result as relaxing them one after the other.
class ContactBatch {
 public:
  static constexpr std::size_t capacity = num_lanes;

  /// Creates a batch.
  /// @param problem   problem of the step
  /// @param contacts  indices of at least one and at most `capacity` contacts
  /// @param shares    [local bodies] factors of the inverse inertia
  /// @param x         initial impulses
  ContactBatch(const ConeProblem& problem, const std::vector<std::size_t>& contacts, const std::vector<double>& shares,
               const Impulses& x);

  /// Returns the indices of the contacts in the order of the lanes.
  const std::vector<std::size_t>& contacts() const { return contacts_; }
  double normalImpulse(int lane) const { return gamma_[0][lane]; }
  /// Writes the impulses of the contacts to x.
  void writeTo(Impulses& x) const;

  /// Prefetches the batch into the second-level cache. Four batches fill a third of the first-level
  /// cache, which is needed for the current batch and for velocities.
  void prefetch() const {
    constexpr std::size_t line = 64;
    constexpr int reads = 0, into_second_level = 2;
    for (std::size_t at = 0; at < sizeof(*this); at += line)
      __builtin_prefetch(reinterpret_cast<const char*>(this) + at, reads, into_second_level);
  }

  /// Relaxes the contacts: computes the impulses that satisfy the contact laws at the velocities
  /// `seen`, applies the relaxation factor, and adds the resulting changes to the velocities v of
  /// rigid bodies. Both arrays are [local bodies x 6] and may be the same.
  /// @return changes of E gamma
  Lanes3 relax(double relaxation, const double* seen, double* v);

 private:
  /// Inverse inertia of bodies with isotropic mass and inertia, such as spheres. The nine numbers
  /// of other bodies would amount to a third of the batch.
  struct IsotropicMobility {
    Lane linear, angular;

    void set(int lane, const Mobility& of, double share);
    Lanes3 linearOf(const Lanes3& push) const { return {linear * push[0], linear * push[1], linear * push[2]}; }
    Lanes3 angularOf(const Lanes3& moment) const {
      return {angular * moment[0], angular * moment[1], angular * moment[2]};
    }
  };
  /// Inverse inertia of general bodies.
  struct GeneralMobility {
    Lanes3 linear;
    SymmetricLanes3 angular;

    void set(int lane, const Mobility& of, double share);
    Lanes3 linearOf(const Lanes3& push) const {
      return {linear[0] * push[0], linear[1] * push[1], linear[2] * push[2]};
    }
    Lanes3 angularOf(const Lanes3& moment) const { return angular * moment; }
  };
  template <class Of>
  struct Both {
    Of first, second;
  };
  // Not inlined: this function is rarely called, and inlining would take registers from the usual
  // case.
  [[gnu::noinline]] Lanes3 relaxed(double relaxation, const Lanes3& found) const;

  // Members are in the order in which a sweep reads them, because processors prefetch memory only
  // forwards.
  BodyLanes first_, second_;
  Lanes3 first_arm_, second_arm_;
  Lanes3 frame_[3];  // columns
  Lane bias_;
  Lanes3 gamma_;
  LocalProblems local_;
  Lane friction_, least_;
  Both<IsotropicMobility> round_;
  std::unique_ptr<Both<GeneralMobility>> any_;  // nullptr if all bodies are isotropic
  std::vector<std::size_t> contacts_;
};

/// Returns the contacts of a problem in batches. Each contact comes after all contacts before it in
/// the list that act on one of its bodies, so that a sweep over the batches equals a sweep over the
/// list. Points of deformable bodies interact; a batch contains at most one contact of such points.
/// Contacts with a friction pyramid are in no batch.
std::vector<std::vector<std::size_t>> batchesOf(const ConeProblem& problem);

}  // namespace tenon::contact

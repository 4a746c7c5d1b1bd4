// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <vector>

#include "contact/Candidate.hpp"
#include "contact/Sleep.hpp"

namespace tenon::contact {

/// Search for sleeping bodies of this rank that are approached by moving bodies of any rank. The
/// search tree is kept as long as the set of sleeping bodies does not change.
class SleeperSearch {
 public:
  SleeperSearch();
  ~SleeperSearch();

  /// Creates the search tree.
  /// @param model     shapes and contact rules
  /// @param owned     owned bodies
  /// @param asleep  [owned bodies] true for sleeping bodies
  void reset(const ContactModel& model, const std::vector<RigidBody>& owned, const std::vector<char>& asleep);

  /// Owned sleeping bodies close to moving bodies.
  struct SearchResult {
    std::vector<base::LocalIndex> near;  ///< bodies within reach of a moving body, ascending
    /// Bodies hit by a body that is faster than Sleep::velocity, or in contact with a driven body.
    std::vector<base::LocalIndex> hit;
  };
  /// Returns the sleeping bodies close to moving bodies in a step of length h.
  /// @param comm      communicator
  /// @param model     shapes and contact rules
  /// @param moving    awake or driven bodies of this rank
  /// @param h         length of the step
  /// @param sleep     sleep criterion
  /// @note Collective.
  SearchResult search(const base::Communicator& comm, const ContactModel& model, const std::vector<RigidBody>& moving,
                      double h, const Sleep& sleep) const;

 private:
  struct Tree;
  std::vector<Candidate> movingNear(const base::Communicator& comm, const ContactModel& model,
                                    const std::vector<RigidBody>& moving, double h) const;

  std::vector<Candidate> sleepers_;
  std::vector<base::LocalIndex> bodies_;  // local indices of sleepers_
  fem::Box box_;
  std::unique_ptr<Tree> tree_;
};

}  // namespace tenon::contact

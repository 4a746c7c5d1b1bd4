// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <functional>
#include <string>

#include "tenon/base/Communicator.hpp"

namespace tenon::contact {

/// Bodies that overlap at the start: the number of overlaps and the largest one, which is
/// independent of the order of the calls.
struct InitialOverlap {
  double depth = 0.0;       ///< depth [length]
  double share = 0.0;       ///< depth relative to the size of the bodies, which determines the largest one
  std::int64_t count = 0;   ///< number of overlaps
  std::int64_t first = -1,  ///< number of the first body or of the node; -1: none
      second = -1;          ///< number of the second body; -1: none

  /// Adds other overlaps. Of equal ones, that with the smallest numbers is kept.
  void add(const InitialOverlap& other);
  /// Adds an overlap of a node with a body; the largest of such overlaps is the deepest one.
  void addNode(double overlap, std::int64_t number) { add({overlap, overlap, 1, number}); }
  /// Returns the overlaps of all ranks. @note Collective.
  InitialOverlap onAllRanks(const base::Communicator& comm) const;

  /// Warns of nodes of meshes inside the other body, which the first step pushes out.
  /// @note Collective.
  void warn(const base::Communicator& comm, const std::string& contact) const;
  /// Rejects an overlap of rigid bodies.
  /// @param nameOf  returns the name of a body from its number
  /// @throws InputError if the largest overlap exceeds round-off
  /// @note Collective.
  void reject(const base::Communicator& comm, const std::function<std::string(std::int64_t)>& nameOf) const;
};

}  // namespace tenon::contact

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <vector>

#include "tenon/la/layout/Halo.hpp"

namespace tenon::contact {

/// Graph of the bodies of all ranks. Its edges are pairs of connected bodies, each on any rank.
class BodyGraph {
 public:
  using BodyPair = std::array<base::GlobalIndex, 2>;  ///< a pair of equal bodies denotes an action on this body alone
  /// Creates the graph.
  /// @param own    distribution of the bodies over their owners
  /// @param pairs  edges of this rank
  /// @note Collective.
  BodyGraph(const la::Layout& own, const std::vector<BodyPair>& pairs);

  /// Propagates the levels of activity (0, 1 or 2) of bodies. Each body receives the highest level
  /// of all bodies that are connected with it.
  /// @param connects  [owned bodies] flags; bodies without this flag (constrained ones) keep their
  ///   level and propagate it to adjacent bodies only
  /// @param levels    [owned bodies] levels, updated in place
  /// @return [pairs] highest level of the bodies of each pair that have the flag
  /// @note Collective.
  std::vector<char> propagate(const std::vector<char>& connects, std::vector<char>& levels) const;
  /// Returns a flag for each pair: true if the pair contains a marked body.
  /// @param marked  [owned bodies] flags
  /// @note Collective.
  std::vector<char> pairsOf(const std::vector<char>& marked) const;

 private:
  struct Known;
  void connect(Known& known) const;
  void raiseLevels(Known& known) const;
  bool synchroniseLevels(Known& known) const;

  la::Layout layout_;
  la::Halo halo_;
  std::vector<std::array<base::LocalIndex, 2>> pairs_;
};

}  // namespace tenon::contact

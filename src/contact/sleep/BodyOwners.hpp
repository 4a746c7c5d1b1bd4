// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <unordered_map>
#include <vector>

#include "BodyGraph.hpp"
#include "base/Directory.hpp"
#include "contact/ImpulseStep.hpp"

namespace tenon::contact {

/// Directory of the owners of the bodies by the numbers that do not depend on the partition.
class BodyOwners {
 public:
  /// Creates the directory. @note Collective.
  BodyOwners(const base::Communicator& comm, const std::vector<RigidBody>& owned);

  /// Returns the distribution of the bodies over their owners.
  const la::Layout& layout() const { return layout_; }
  /// Returns the bodies of each contact. @note Collective.
  std::vector<BodyGraph::BodyPair> pairsOf(const std::vector<ContactRecord>& records) const;
  /// Returns the forces of the contacts on owned bodies, with moments about their centres of mass,
  /// [owned bodies x 6].
  /// @note Collective.
  std::vector<double> forcesOf(const std::vector<ContactRecord>& records, const std::vector<RigidBody>& owned) const;

 private:
  la::Layout layout_;
  std::unordered_map<std::int64_t, base::GlobalIndex> own_;
  base::Directory<base::GlobalIndex> all_;
};

}  // namespace tenon::contact

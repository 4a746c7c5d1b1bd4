// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "tenon/contact/RigidContact.hpp"

namespace tenon::contact {

/// Table of the rules that determine the contact law of each pair of bodies.
///
/// Each rule has two sides. The sides to which a body belongs are encoded in a bit mask, in which
/// bit 2 r represents the first side of rule r and bit 2 r + 1 its second side. If several rules
/// apply to a pair, the last one is used.
class Rules {
 public:
  static constexpr int max_rules = 31;  ///< maximum number of rules

  /// Appends a rule with the given contact law.
  void add(const RigidContactLaw& law) { laws_.push_back(law); }
  /// Returns true if the contact law of any rule satisfies the predicate `has`.
  template <class Has>
  bool anyLaw(Has has) const {
    return std::any_of(laws_.begin(), laws_.end(), has);
  }
  /// Returns the number of rules.
  int size() const { return static_cast<int>(laws_.size()); }
  /// Returns the bit mask of one side of a rule.
  static std::int64_t sideOf(int rule, bool second) { return std::int64_t{1} << (2 * rule + (second ? 1 : 0)); }

  /// Returns the contact law of a pair of bodies, or nullptr if no rule applies. Without a contact
  /// law, bodies pass through each other.
  /// @param sides, other_sides  bit masks of the sides to which the two bodies belong
  const RigidContactLaw* lawOf(std::int64_t sides, std::int64_t other_sides) const {
    for (int rule = size() - 1; rule >= 0; --rule) {
      const std::int64_t first = sideOf(rule, false), second = sideOf(rule, true);
      if (((sides & first) && (other_sides & second)) || ((sides & second) && (other_sides & first)))
        return &laws_[static_cast<std::size_t>(rule)];
    }
    return nullptr;
  }

 private:
  std::vector<RigidContactLaw> laws_;
};

}  // namespace tenon::contact

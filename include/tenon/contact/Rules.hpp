#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "tenon/contact/Contact.hpp"

namespace tenon::contact {

/// Contact laws of pairs of bodies.
///
/// Each rule has two sides. A body belongs to any number of sides, which are encoded as bits: bit 2
/// r is the first side of rule r and bit 2 r + 1 its second side. If several rules apply to a pair,
/// the last one counts.
class Rules {
 public:
  static constexpr int max_rules = 31;  ///< maximum number of rules

  /// Appends a rule with this law.
  void add(const RigidContactLaw& law) { laws_.push_back(law); }
  /// Returns true if the law of any rule satisfies the predicate `has`.
  template <class Has>
  bool anyLaw(Has has) const {
    return std::any_of(laws_.begin(), laws_.end(), has);
  }
  /// Returns the number of rules.
  int size() const { return static_cast<int>(laws_.size()); }
  /// Returns the bit of a side of a rule.
  static std::int64_t sideOf(int rule, bool second) { return std::int64_t{1} << (2 * rule + (second ? 1 : 0)); }

  /// Returns the law of a pair of bodies on these sides; nullptr if no rule applies, so that the
  /// bodies pass through each other.
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

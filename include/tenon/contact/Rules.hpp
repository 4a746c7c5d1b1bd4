#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "tenon/contact/Contact.hpp"

namespace tenon::contact {

/// Which bodies touch which, and by which law. Each rule has two sides; a body stands on any number of sides, bit 2 r
/// of rule r's first one and bit 2 r + 1 of its second one. Of several rules for a pair the last one counts.
class Rules {
 public:
  static constexpr int most = 31;

  void add(const Law& law) { laws_.push_back(law); }
  template <class Has>
  bool any(Has has) const {
    return std::any_of(laws_.begin(), laws_.end(), has);
  }
  int size() const { return static_cast<int>(laws_.size()); }
  static std::int64_t sideOf(int rule, bool second) { return std::int64_t{1} << (2 * rule + (second ? 1 : 0)); }

  /// nullptr where the two pass through each other.
  const Law* of(std::int64_t sides, std::int64_t other_sides) const {
    for (int rule = size() - 1; rule >= 0; --rule) {
      const std::int64_t first = sideOf(rule, false), second = sideOf(rule, true);
      if (((sides & first) && (other_sides & second)) || ((sides & second) && (other_sides & first)))
        return &laws_[static_cast<std::size_t>(rule)];
    }
    return nullptr;
  }

 private:
  std::vector<Law> laws_;
};

}  // namespace tenon::contact

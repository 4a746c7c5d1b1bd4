#pragma once
#include <cstdint>
#include <string>

#include "tenon/base/Communicator.hpp"

namespace tenon::constraint {

/// Nodes of this rank that are inside of a body at the start.
struct Penetration {
  double deepest = 0.0;
  std::int64_t node = -1;  ///< the number of the deepest; of several the smallest
  std::int64_t count = 0;

  void add(double depth, std::int64_t number);
  /// Collective. One warning for all, where there are any.
  void warn(const base::Communicator& comm, const std::string& contact) const;
};

}  // namespace tenon::constraint

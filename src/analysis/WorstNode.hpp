#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::analysis {

/// Where values over the unknowns are largest in size, or no numbers: by the numbers of mesh files, the lowest of
/// equals, and so the same for any partition.
struct WorstNode {
  double size = 0.0;  ///< infinite where a value is infinite or no number
  std::size_t body = 0;
  std::int64_t node = 0;
  int component = 0;
  std::int64_t element = -1;  ///< the lowest one none of whose nodes has numbers; -1: none

  bool isFinite() const;
  /// "node 17 of object 'block' in x", with the element.
  std::string text(const system::MechanicalSystem& mechanics) const;

  /// Collective. `values` by body, local: owned entries count for nodes, ghosts too for elements.
  static WorstNode of(const system::MechanicalSystem& mechanics, const std::vector<std::vector<double>>& values);
};

}  // namespace tenon::analysis

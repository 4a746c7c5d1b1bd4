#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "tenon/base/Communicator.hpp"

namespace tenon::constraint {

/// Two vertices of a graph, by their numbers, that have the same colour or different ones.
struct ColourRelation {
  std::int64_t one, other;
  bool differ;
};

struct Colouring {
  std::map<std::int64_t, int> colours;  ///< 0 or 1, of the vertices that this rank has named
  /// The lowest vertex of a part that no two colours do for, because of a cycle with an odd number of differences. The
  /// same on all ranks.
  std::optional<std::int64_t> impossible;
};

/// Collective. Colours of the vertices of a graph whose relations are spread over the ranks in any way. The lowest
/// vertex of each connected part has the colour 0, so that neither the partition nor the order matters.
///
/// A union-find structure with parities on each rank (Galil and Italiano, ACM Comput. Surv. 23 (1991), 319-344), whose
/// parts take over the lowest label of their vertices anywhere, as often as a part crosses ranks.
Colouring twoColours(const base::Communicator& comm, const std::vector<ColourRelation>& relations);

}  // namespace tenon::constraint

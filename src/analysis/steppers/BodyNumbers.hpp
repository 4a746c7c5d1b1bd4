#pragma once
#include <map>
#include <vector>

#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::analysis {

/// Numbers of the rigid bodies of a step by impulses, as contact::ExactRows counts them: on each rank object by object,
/// then nodes that touch, and rank after rank.
class BodyNumbers {
 public:
  /// Collective. `num_nodes`: that touch, of this rank.
  BodyNumbers(const system::MechanicalSystem& mechanics, std::size_t num_nodes);

  /// Of a body by the number that its object's state has for it.
  base::GlobalIndex of(const la::State& state, base::GlobalIndex body) const;

 private:
  std::map<const la::State*, std::vector<std::int64_t>> first_;  // number of the first one of each rank
};

}  // namespace tenon::analysis

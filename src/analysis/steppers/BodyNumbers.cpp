#include "BodyNumbers.hpp"

namespace tenon::analysis {

BodyNumbers::BodyNumbers(const system::MechanicalSystem& mechanics, std::size_t num_nodes) {
  const std::vector<std::int64_t> nodes = mechanics.comm().gather(static_cast<std::int64_t>(num_nodes));
  std::int64_t number = 0;
  for (std::size_t rank = 0; rank < nodes.size(); ++rank) {
    for (const auto& body : mechanics.bodies()) {
      const la::State& state = body->state();
      if (state.kind() != la::Kind::frames) continue;
      first_[&state].push_back(number);
      number += state.layout().starts()[rank + 1] - state.layout().starts()[rank];
    }
    number += nodes[rank];
  }
}

base::GlobalIndex BodyNumbers::of(const la::State& state, base::GlobalIndex body) const {
  const auto rank = static_cast<std::size_t>(state.layout().ownerOf(body));
  return base::GlobalIndex(
      static_cast<PetscInt>(first_.at(&state)[rank] + body.value() - state.layout().starts()[rank]));
}

}  // namespace tenon::analysis

#include "tenon/la/State.hpp"

namespace tenon::la {

State::State(std::string name, std::shared_ptr<const Layout> layout, int block, std::vector<double> rest)
    : name_(std::move(name)),
      layout_(std::move(layout)),
      halo_(*layout_),
      block_(block),
      rest_(std::move(rest)),
      displacement_(rest_.size(), 0.0),
      velocity_(rest_.size(), 0.0) {
  const std::size_t wanted = static_cast<std::size_t>(layout_->numLocal()) * static_cast<std::size_t>(block_);
  base::ensure(rest_.size() == wanted, "State " + name_ + " got " + std::to_string(rest_.size()) +
                                           " rest coordinates where its layout wants " + std::to_string(wanted) + ".");
}

void State::updateGhosts() {
  halo_.updateGhosts(gsl::span<double>(displacement_), block_);
  halo_.updateGhosts(gsl::span<double>(velocity_), block_);
}

}  // namespace tenon::la

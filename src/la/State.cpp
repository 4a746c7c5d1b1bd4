#include "tenon/la/State.hpp"

#include <algorithm>

namespace tenon::la {

State::State(std::string name, std::shared_ptr<const Layout> layout, int block, std::vector<double> rest)
    : name_(std::move(name)),
      layout_(std::move(layout)),
      halo_(*layout_),
      block_(block),
      rest_(std::move(rest)),
      displacement_(rest_.size(), 0.0),
      velocity_(rest_.size(), 0.0),
      acceleration_(rest_.size(), 0.0) {
  const std::size_t wanted = static_cast<std::size_t>(layout_->numLocal()) * static_cast<std::size_t>(block_);
  base::ensure(rest_.size() == wanted, "State " + name_ + " got " + std::to_string(rest_.size()) +
                                           " rest coordinates where its layout wants " + std::to_string(wanted) + ".");
}

void State::addGhosts(const std::vector<GlobalIndex>& nodes) {
  std::vector<GlobalIndex> missing;
  for (const GlobalIndex node : nodes)
    if (layout_->local(node) < 0) missing.push_back(node);
  std::sort(missing.begin(), missing.end());
  missing.erase(std::unique(missing.begin(), missing.end()), missing.end());
  if (!layout_->comm().any(!missing.empty())) return;
  std::vector<GlobalIndex> ghosts(layout_->ghosts().begin(), layout_->ghosts().end());
  ghosts.insert(ghosts.end(), missing.begin(), missing.end());
  layout_ = std::make_shared<Layout>(layout_->comm(), layout_->numOwned(), std::move(ghosts));
  halo_ = Halo(*layout_);
  for (auto* values : {&rest_, &displacement_, &velocity_, &acceleration_}) {
    values->resize(static_cast<std::size_t>(layout_->numLocal()) * static_cast<std::size_t>(block_), 0.0);
    halo_.updateGhosts(gsl::span<double>(*values), block_);
  }
}

void State::updateGhosts() {
  halo_.updateGhosts(gsl::span<double>(displacement_), block_);
  halo_.updateGhosts(gsl::span<double>(velocity_), block_);
  halo_.updateGhosts(gsl::span<double>(acceleration_), block_);
}

}  // namespace tenon::la

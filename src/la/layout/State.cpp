#include "tenon/la/State.hpp"

#include <algorithm>

#include "tenon/la/rotations.hpp"

namespace tenon::la {

State::State(std::string name, std::shared_ptr<const Layout> layout, Kind kind, int block, std::vector<double> rest)
    : name_(std::move(name)),
      layout_(std::move(layout)),
      halo_(*layout_),
      kind_(kind),
      block_(block),
      rest_(std::move(rest)),
      displacement_(rest_.size(), 0.0),
      velocity_(rest_.size(), 0.0),
      acceleration_(rest_.size(), 0.0) {
  const std::size_t wanted = static_cast<std::size_t>(layout_->numLocal()) * static_cast<std::size_t>(block_);
  base::ensure(rest_.size() == wanted, "State " + name_ + " got " + std::to_string(rest_.size()) +
                                           " reference coordinates where its layout requires " +
                                           std::to_string(wanted) + ".");
}

int State::dimension() const {
  switch (kind_) {
    case Kind::points:
      return block_;
    case Kind::frames:
      return block_ == 6 ? 3 : 2;
    case Kind::scalars:
      return 0;
  }
  return 0;
}

void State::retract(gsl::span<const double> increment) {
  const auto block = static_cast<std::size_t>(block_), owned = static_cast<std::size_t>(layout_->numOwned());
  if (isAdditive()) {
    for (std::size_t i = 0; i < owned * block; ++i) displacement_[i] += increment[i];
    return;
  }
  for (std::size_t node = 0; node < owned; ++node) {
    double* const q = displacement_.data() + node * block;
    const double* const dq = increment.data() + node * block;
    for (std::size_t i = 0; i < 3; ++i) q[i] += dq[i];
    Eigen::Map<base::Vec3> theta(q + 3);
    theta = composed(Eigen::Map<const base::Vec3>(dq + 3), theta);
  }
}

std::vector<double> State::incrementFrom(gsl::span<const double> from) const {
  const auto block = static_cast<std::size_t>(block_), owned = static_cast<std::size_t>(layout_->numOwned());
  std::vector<double> increment(owned * block);
  for (std::size_t i = 0; i < increment.size(); ++i) increment[i] = displacement_[i] - from[i];
  if (isAdditive()) return increment;
  for (std::size_t rotation = 3; rotation < increment.size(); rotation += block) {
    Eigen::Map<base::Vec3> between(increment.data() + rotation);
    between = rotationBetween(Eigen::Map<const base::Vec3>(from.data() + rotation),
                              Eigen::Map<const base::Vec3>(displacement_.data() + rotation));
  }
  return increment;
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

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/la/layout/State.hpp"

#include <algorithm>

#include "tenon/base/Error.hpp"
#include "tenon/la/layout/NodeFrame.hpp"

namespace tenon::la {

State::State(std::string name, std::shared_ptr<const Layout> layout, NodeKind kind, int block,
             std::vector<double> reference)
    : name_(std::move(name)),
      layout_(std::move(layout)),
      halo_(*layout_),
      kind_(kind),
      block_(block),
      reference_(std::make_shared<std::vector<double>>(std::move(reference))),
      displacement_(std::make_shared<std::vector<double>>(reference_->size(), 0.0)),
      velocity_(std::make_shared<std::vector<double>>(reference_->size(), 0.0)),
      acceleration_(std::make_shared<std::vector<double>>(reference_->size(), 0.0)) {
  const std::size_t expected = static_cast<std::size_t>(layout_->numLocal()) * static_cast<std::size_t>(block_);
  base::ensure(reference_->size() == expected, "State " + name_ + " got " + std::to_string(reference_->size()) +
                                                   " reference coordinates where its layout requires " +
                                                   std::to_string(expected) + ".");
}

int State::dimension() const {
  switch (kind_) {
    case NodeKind::points:
      return block_;
    case NodeKind::frames:
      return block_ == 6 ? 3 : 2;
    case NodeKind::scalars:
      return 0;
  }
  return 0;
}

State::SharedArray State::share(Quantity quantity) {
  switch (quantity) {
    case Quantity::reference:
      return reference_;
    case Quantity::displacement:
      return displacement_;
    case Quantity::velocity:
      return velocity_;
    case Quantity::acceleration:
      return acceleration_;
  }
  throw base::InternalError("The requested quantity of a state is unknown.");
}

void State::retract(gsl::span<const double> increment) {
  std::vector<double>& displacement = *displacement_;
  const auto block = static_cast<std::size_t>(block_), owned = static_cast<std::size_t>(layout_->numOwned());
  if (isAdditive()) {
    for (std::size_t i = 0; i < owned * block; ++i) displacement[i] += increment[i];
    return;
  }
  for (std::size_t node = 0; node < owned; ++node) {
    double* const q = displacement.data() + node * block;
    const double* const dq = increment.data() + node * block;
    for (std::size_t i = 0; i < 3; ++i) q[i] += dq[i];
    Eigen::Map<base::Vec3> theta(q + 3);
    theta = composeRotations(Eigen::Map<const base::Vec3>(dq + 3), theta);
  }
}

std::vector<double> State::incrementFrom(gsl::span<const double> from) const {
  const auto block = static_cast<std::size_t>(block_), owned = static_cast<std::size_t>(layout_->numOwned());
  std::vector<double> increment(owned * block);
  for (std::size_t i = 0; i < increment.size(); ++i) increment[i] = (*displacement_)[i] - from[i];
  if (isAdditive()) return increment;
  for (std::size_t rotation = 3; rotation < increment.size(); rotation += block) {
    Eigen::Map<base::Vec3> between(increment.data() + rotation);
    between = rotationBetween(Eigen::Map<const base::Vec3>(from.data() + rotation),
                              Eigen::Map<const base::Vec3>(displacement_->data() + rotation));
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
  const std::size_t size = static_cast<std::size_t>(layout_->numLocal()) * static_cast<std::size_t>(block_);
  for (SharedArray* array : {&reference_, &displacement_, &velocity_, &acceleration_}) {
    if (array->use_count() > 1) *array = std::make_shared<std::vector<double>>(**array);
    (*array)->resize(size, 0.0);
    halo_.updateGhosts(gsl::span<double>(**array), block_);
  }
}

void State::updateGhosts() {
  halo_.updateGhosts(gsl::span<double>(*displacement_), block_);
  halo_.updateGhosts(gsl::span<double>(*velocity_), block_);
  halo_.updateGhosts(gsl::span<double>(*acceleration_), block_);
}

}  // namespace tenon::la

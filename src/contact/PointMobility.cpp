// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "PointMobility.hpp"

#include <algorithm>

namespace tenon::contact {

PointMobility::PointMobility(const la::Layout& bodies, const la::Halo& halo, const std::vector<LocalIndex>& touched,
                             DeformableBodies& deformable)
    : comm_(bodies.comm()), at_(static_cast<std::size_t>(bodies.numLocal()), -1) {
  std::vector<int> is_touched(at_.size(), 0);
  for (const LocalIndex body : touched) is_touched[static_cast<std::size_t>(body)] = 1;
  halo.addGhostsToOwners<int>(is_touched, 1);
  for (LocalIndex body = 0; body < bodies.numOwned(); ++body)
    if (is_touched[static_cast<std::size_t>(body)] > 0) known_.push_back(body);
  num_owned_ = known_.size();
  auto number = comm_.exclusiveSum(static_cast<long long>(num_owned_));
  const auto total = static_cast<Eigen::Index>(comm_.sum(static_cast<long long>(num_owned_)));
  std::vector<long long> numbers(at_.size(), -1);
  for (const LocalIndex body : known_) numbers[static_cast<std::size_t>(body)] = number++;
  halo.updateGhosts<long long>(numbers, 1);
  for (LocalIndex body = bodies.numOwned(); body < bodies.numLocal(); ++body)
    if (numbers[static_cast<std::size_t>(body)] >= 0) known_.push_back(body);
  for (std::size_t k = 0; k < known_.size(); ++k) {
    const auto body = static_cast<std::size_t>(known_[k]);
    at_[body] = static_cast<LocalIndex>(k);
    numbers_.emplace_back(static_cast<PetscInt>(numbers[body]));
  }
  if (total == 0) return;
  const std::vector<LocalIndex> owned(known_.begin(), known_.begin() + static_cast<std::ptrdiff_t>(num_owned_));
  rows_.resize(3 * static_cast<Eigen::Index>(known_.size()), 3 * total);
  rows_.topRows(3 * static_cast<Eigen::Index>(num_owned_)) = deformable.responses(owned);
  const la::Layout points(comm_, static_cast<LocalIndex>(num_owned_),
                          {numbers_.begin() + static_cast<std::ptrdiff_t>(num_owned_), numbers_.end()});
  la::Halo(points).updateGhosts<double>({rows_.data(), static_cast<std::size_t>(rows_.size())},
                                        static_cast<int>(9 * total));
}

base::Mat3 PointMobility::block(LocalIndex body, LocalIndex other) const {
  const auto row = static_cast<Eigen::Index>(at_[static_cast<std::size_t>(body)]);
  const auto column = static_cast<std::size_t>(at_[static_cast<std::size_t>(other)]);
  return rows_.block<3, 3>(3 * row, 3 * static_cast<Eigen::Index>(numbers_[column].value()));
}

void PointMobility::apply(std::vector<double>& v) const {
  if (rows_.cols() == 0) return;
  std::vector<double> mine;
  for (std::size_t k = 0; k < num_owned_; ++k) {
    const auto impulse = v.begin() + 6 * static_cast<std::ptrdiff_t>(known_[k]);
    mine.insert(mine.end(), impulse, impulse + 3);
  }
  const std::vector<double> all = comm_.gatherAll(mine);
  const Eigen::VectorXd velocities = rows_.topRows(3 * static_cast<Eigen::Index>(num_owned_)) *
                                     Eigen::Map<const Eigen::VectorXd>(all.data(), rows_.cols());
  for (std::size_t k = 0; k < num_owned_; ++k) {
    double* velocity = v.data() + 6 * static_cast<std::ptrdiff_t>(known_[k]);
    std::copy_n(velocities.data() + 3 * k, 3, velocity);
    std::fill_n(velocity + 3, 3, 0.0);
  }
}

}  // namespace tenon::contact

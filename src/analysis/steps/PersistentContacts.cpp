// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "PersistentContacts.hpp"

#include <algorithm>
#include <utility>

#include "la/arrays.hpp"
#include "la/vectors.hpp"

namespace tenon::analysis {
std::vector<std::optional<std::size_t>> gapRows(const system::MechanicalSystem& mechanics) {
  std::vector<std::optional<std::size_t>> gaps;
  for (const auto& constraint : mechanics.constraints()) {
    const std::size_t first = gaps.size(), count = static_cast<std::size_t>(constraint->numRows());
    const std::size_t width = constraint->friction().isEnabled() ? static_cast<std::size_t>(constraint->block()) : 1;
    gaps.resize(first + count);
    if (!constraint->active || !constraint->isUnilateral()) continue;
    for (std::size_t row = 0; row < count; ++row) gaps[first + row] = first + row / width * width;
  }
  return gaps;
}

void PersistentContacts::beginStep() {
  was_active_.clear(), G_ = {};
  const std::vector<double> lambda = la::entriesOf(equations_.rows().multipliers());
  for (const auto& gap : gapRows(equations_.mechanics())) was_active_.push_back(gap && lambda[*gap] != 0.0 ? 1 : 0);
  const auto& constraints = equations_.mechanics().constraints();
  const bool touches = equations_.comm().any(std::find(was_active_.begin(), was_active_.end(), 1) != was_active_.end());
  const bool bends =
      std::any_of(constraints.begin(), constraints.end(), [](const auto& one) { return !one->isLinear(); });
  if (touches && bends) TENON_PETSC(MatDuplicate(equations_.constraints()->free(), MAT_COPY_VALUES, G_.out()));
}

bool PersistentContacts::hasNewContacts() const {
  const std::vector<char> closed = equations_.rows().closedRowFlags();
  const auto gaps = gapRows(equations_.mechanics());
  bool meets = false;
  for (std::size_t row = 0; row < closed.size(); ++row)
    meets = meets || (gaps[row] && closed[*gaps[row]] != 0 && was_active_[row] == 0);
  return equations_.comm().any(meets);
}

la::Vector PersistentContacts::rotationCorrection(Vec impulses) const {
  constexpr double round_off = 1e-12;
  if (!G_) return {};
  const std::vector<char> closed = equations_.rows().closedRowFlags();
  std::vector<double> lasting = la::entriesOf(impulses);
  for (std::size_t row = 0; row < closed.size(); ++row) lasting[row] *= closed[row] != 0 ? 0.5 : 0.0;
  const la::Vector halves = la::makeZeroLike(impulses);
  la::setEntries(halves.get(), lasting);
  la::Vector force = equations_.linearSystem().layout().makeVector();
  const la::Vector now = la::makeZeroLike(force.get());
  TENON_PETSC(MatMultTranspose(G_.get(), halves.get(), force.get()));
  TENON_PETSC(MatMultTranspose(equations_.constraints()->free(), halves.get(), now.get()));
  TENON_PETSC(VecAXPY(force.get(), -1.0, now.get()));
  return la::norm(force.get()) > round_off * la::norm(now.get()) ? std::move(force) : la::Vector();
}

}  // namespace tenon::analysis

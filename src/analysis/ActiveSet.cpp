#include "ActiveSet.hpp"

#include <algorithm>

#include "tenon/la/arrays.hpp"

namespace tenon::analysis {
namespace {

int signOf(const constraint::Constraint& constraint) {
  if (!constraint.active || !constraint.isBound()) return 0;
  return constraint.bound == "lower" ? 1 : -1;
}

}  // namespace

bool ActiveSet::isNeededFor(const system::MechanicalSystem& mechanics) {
  const auto& constraints = mechanics.constraints();
  return std::any_of(constraints.begin(), constraints.end(), [](const auto& one) { return signOf(*one) != 0; });
}

ActiveSet::ActiveSet(const system::MechanicalSystem& mechanics, const system::ConstraintJacobian& constraints)
    : comm_(mechanics.comm()), flags_(constraints.makeVector()) {
  for (const auto& constraint : mechanics.constraints())
    signs_.insert(signs_.end(), static_cast<std::size_t>(constraint->numRows()), signOf(*constraint));
  for (std::size_t row = 0; row < signs_.size(); ++row)
    if (mechanics.dropped()[row] != 0) signs_[row] = 0;
  for (const int sign : signs_) holds_.push_back(sign == 0 ? 1 : 0);
  free_multipliers_.assign(signs_.size(), 0.0);
}

void ActiveSet::decide(Vec rows, Vec multipliers, const std::vector<double>& lengths, double stiffness,
                       double touching) {
  const la::ReadArray phi(rows);
  la::WriteArray lambda(multipliers);
  for (std::size_t row = 0; row < signs_.size(); ++row) {
    if (signs_[row] == 0) continue;
    const auto r = static_cast<PetscInt>(row);
    const double softness = stiffness > 0.0 ? lengths[row] * lengths[row] / stiffness : 1.0;  // 1 / rho
    double& of_row = lambda[r];
    const double wants = signs_[row] * (softness * of_row - phi[r]);
    holds_[row] = wants > (is_first_ ? -touching * lengths[row] : 0.0) ? 1 : 0;
    free_multipliers_[row] = holds_[row] != 0 ? 0.0 : of_row;
    if (holds_[row] == 0) of_row = 0.0;
  }
  is_first_ = false;
}

void ActiveSet::clearFree(Vec rows) const {
  la::WriteArray entries(rows);
  for (std::size_t row = 0; row < holds_.size(); ++row)
    if (holds_[row] == 0) entries[static_cast<PetscInt>(row)] = 0.0;
}

void ActiveSet::copyFree(Vec multipliers) const {
  la::WriteArray entries(multipliers);
  for (std::size_t row = 0; row < holds_.size(); ++row)
    if (holds_[row] == 0) entries[static_cast<PetscInt>(row)] = free_multipliers_[row];
}

bool ActiveSet::hasChanged() {
  const bool changed = comm_.any(holds_ != held_);
  held_ = holds_;
  return changed;
}

Mat ActiveSet::active(Mat G) {
  PetscObjectId id = 0;
  TENON_PETSC(PetscObjectGetId(reinterpret_cast<PetscObject>(G), &id));
  if (id != of_)
    TENON_PETSC(MatDuplicate(G, MAT_COPY_VALUES, active_.put()));
  else
    TENON_PETSC(MatCopy(G, active_.get(), SAME_NONZERO_PATTERN));
  of_ = id;
  la::setEntries(flags_.get(), std::vector<double>(holds_.begin(), holds_.end()));
  TENON_PETSC(MatDiagonalScale(active_.get(), flags_.get(), nullptr));
  return active_.get();
}

}  // namespace tenon::analysis

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/system/operators/ConstraintJacobian.hpp"

#include <numeric>

#include <algorithm>

#include "la/arrays.hpp"
#include "la/matrices/ConstraintMatrix.hpp"
#include "la/matrices/Projection.hpp"

namespace tenon::system {
namespace {

std::vector<la::NamedRows> rowsOf(const MechanicalSystem& mechanics) {
  std::vector<la::NamedRows> groups;
  LocalIndex next = 0;
  for (const auto& constraint : mechanics.constraints()) {
    groups.push_back({constraint->name(), next, constraint->numRows()});
    next += constraint->numRows();
  }
  return groups;
}

/// Returns the rows of each constraint; none for inactive ones. @note Collective.
std::vector<constraint::JacobianRows> recordedRows(const MechanicalSystem& mechanics) {
  std::vector<constraint::JacobianRows> all;
  for (const auto& constraint : mechanics.constraints()) {
    all.emplace_back();
    if (constraint->active) constraint->addJacobian(all.back());
  }
  return all;
}

/// Returns the entries of one constraint, given its first row on this rank.
std::vector<la::ConstraintEntry> entriesOf(const la::CombinedLayout& layout, const constraint::JacobianRows& rows,
                                           LocalIndex first_row, double scale) {
  std::vector<la::ConstraintEntry> entries;
  entries.reserve(rows.entries().size());
  for (const auto& entry : rows.entries()) {
    const GlobalIndex node = layout.global(layout.indexOf(*entry.state), entry.node);
    entries.push_back(
        {first_row + entry.row, GlobalIndex(node.value() * layout.block() + entry.component), scale * entry.value});
  }
  return entries;
}

std::vector<la::ConstraintEntry> entriesOf(const MechanicalSystem& mechanics, const la::CombinedLayout& layout,
                                           const std::vector<constraint::JacobianRows>& rows) {
  std::vector<la::ConstraintEntry> all;
  LocalIndex first_row = 0;
  for (std::size_t c = 0; c < rows.size(); ++c) {
    const auto& constraint = *mechanics.constraints()[c];
    for (const auto& entry : entriesOf(layout, rows[c], first_row, constraint.scale))
      if (mechanics.dropped()[static_cast<std::size_t>(entry.row)] == 0) all.push_back(entry);
    first_row += constraint.numRows();
  }
  return all;
}

}  // namespace

/// Constraint whose rows depend on the configuration.
struct ConstraintJacobian::Nonlinear {
  std::size_t constraint;
  constraint::JacobianRows rows;  // recorded entries
  la::ConstraintMatrix::EntryPositions in_full, in_free;
};

ConstraintJacobian::ConstraintJacobian(const MechanicalSystem& mechanics, const la::CombinedLayout& layout,
                                       const std::vector<char>& held)
    : ConstraintJacobian(mechanics, layout, recordedRows(mechanics), held) {}

ConstraintJacobian::ConstraintJacobian(const MechanicalSystem& mechanics, const la::CombinedLayout& layout,
                                       std::vector<constraint::JacobianRows> rows, const std::vector<char>& held)
    : ConstraintJacobian(mechanics, layout, entriesOf(mechanics, layout, rows), held) {
  fillValues(mechanics, layout, std::move(rows));
}

ConstraintJacobian::ConstraintJacobian(const MechanicalSystem& mechanics, const la::CombinedLayout& layout,
                                       const std::vector<la::ConstraintEntry>& entries, const std::vector<char>& held)
    : full_(std::make_unique<la::ConstraintMatrix>(layout, rowsOf(mechanics), entries)),
      free_(makeFree(mechanics, layout, entries, held)),
      projected_(mechanics.projection().projectJacobian(free_ ? free_->get() : full_->get())),
      compliance_(makeCompliance(mechanics)) {
  for (const auto& constraint : mechanics.constraints()) {
    const auto rows = static_cast<std::size_t>(constraint->numRows());
    scales_.insert(scales_.end(), rows, constraint->scale);
    relaxations_.insert(relaxations_.end(), rows, constraint->relaxation);
  }
}

ConstraintJacobian::~ConstraintJacobian() = default;
ConstraintJacobian::ConstraintJacobian(ConstraintJacobian&&) noexcept = default;
ConstraintJacobian& ConstraintJacobian::operator=(ConstraintJacobian&&) noexcept = default;

Mat ConstraintJacobian::full() const {
  return full_->get();
}

std::vector<double> ConstraintJacobian::lengths(Vec weights) const {
  return full_->rowNorms(weights);
}

la::Vector ConstraintJacobian::makeVector() const {
  return full_->makeVector();
}

const std::vector<la::NamedRows>& ConstraintJacobian::groups() const {
  return full_->groups();
}

// Prepares updates in place for subsequent configurations. Entries of dropped rows and of
// constrained degrees of freedom are not stored.
void ConstraintJacobian::fillValues(const MechanicalSystem& mechanics, const la::CombinedLayout& layout,
                                    std::vector<constraint::JacobianRows> rows) {
  LocalIndex first_row = 0;
  for (std::size_t c = 0; c < rows.size(); ++c) {
    const auto& constraint = *mechanics.constraints()[c];
    active_.push_back(constraint.active ? 1 : 0);
    if (constraint.active && !constraint.isLinear()) {
      const auto entries = entriesOf(layout, rows[c], first_row, constraint.scale);
      Nonlinear one{c, std::move(rows[c]), full_->positionsOf(entries), {}};
      if (free_) one.in_free = free_->positionsOf(entries);
      nonlinear_.push_back(std::move(one));
    }
    first_row += constraint.numRows();
  }
}

void ConstraintJacobian::update(const MechanicalSystem& mechanics, const la::CombinedLayout& layout,
                                const std::vector<char>& held) {
  bool same = true;
  for (std::size_t c = 0; c < active_.size(); ++c)
    same = same && mechanics.constraints()[c]->active == (active_[c] != 0);
  for (Nonlinear& one : nonlinear_) {
    const auto& constraint = *mechanics.constraints()[one.constraint];
    one.rows.refill();
    if (constraint.active) constraint.addJacobian(one.rows);
    same = same && one.rows.isSame();
  }
  if (layout.comm().any(!same)) {
    *this = ConstraintJacobian(mechanics, layout, held);
    return;
  }
  if (nonlinear_.empty()) return;
  for (const Nonlinear& one : nonlinear_) {
    const double scale = mechanics.constraints()[one.constraint]->scale;
    full_->updateValues(one.in_full, one.rows.values(), scale);
    if (free_) free_->updateValues(one.in_free, one.rows.values(), scale);
  }
  mechanics.projection().updateJacobian(free_ ? free_->get() : full_->get(), projected_);
  if (compliance_) la::setEntries(compliance_.get(), compliances(mechanics));
}

// Creates G without the columns of constrained degrees of freedom; nullptr if that is the full
// matrix.
std::unique_ptr<la::ConstraintMatrix> ConstraintJacobian::makeFree(const MechanicalSystem& mechanics,
                                                                   const la::CombinedLayout& layout,
                                                                   const std::vector<la::ConstraintEntry>& entries,
                                                                   const std::vector<char>& held) {
  const std::vector<la::ConstraintEntry> kept = la::freeEntries(layout, entries, held);
  if (!layout.comm().any(kept.size() != entries.size())) return nullptr;
  return std::make_unique<la::ConstraintMatrix>(layout, rowsOf(mechanics), kept);
}

std::vector<char> ConstraintJacobian::prescribedRows() const {
  constexpr double round_off = 1e-12;
  const auto squares = [](Mat matrix) {
    PetscInt first = 0, last = 0;
    TENON_PETSC(MatGetOwnershipRange(matrix, &first, &last));
    std::vector<double> sums;
    for (PetscInt row = first; row < last; ++row) {
      PetscInt count = 0;
      const PetscScalar* values = nullptr;
      TENON_PETSC(MatGetRow(matrix, row, &count, nullptr, &values));
      sums.push_back(std::inner_product(values, values + count, values, 0.0));
      TENON_PETSC(MatRestoreRow(matrix, row, &count, nullptr, &values));
    }
    return sums;
  };
  const std::vector<double> all = squares(full()), of_free = squares(free());
  std::vector<char> flags;
  for (std::size_t row = 0; row < all.size(); ++row)
    flags.push_back(all[row] > 0.0 && of_free[row] <= round_off * round_off * all[row] ? 1 : 0);
  return flags;
}

// Returns the compliances of the rows of this rank; empty if no constraint has compliance on any
// rank.
std::vector<double> ConstraintJacobian::compliances(const MechanicalSystem& mechanics) const {
  std::vector<double> diagonal;
  bool any = false;
  for (const auto& constraint : mechanics.constraints()) {
    auto compliance = constraint->active ? constraint->compliances() : std::vector<double>{};
    any = any || !compliance.empty();
    compliance.resize(static_cast<std::size_t>(constraint->numRows()), 0.0);
    for (double& c : compliance) c *= constraint->scale * constraint->scale;
    diagonal.insert(diagonal.end(), compliance.begin(), compliance.end());
  }
  for (std::size_t row = 0; row < diagonal.size(); ++row)
    if (mechanics.dropped()[row] != 0) diagonal[row] = 0.0;
  if (!mechanics.comm().any(any)) diagonal.clear();
  return diagonal;
}

la::Vector ConstraintJacobian::makeCompliance(const MechanicalSystem& mechanics) const {
  const std::vector<double> diagonal = compliances(mechanics);
  if (!mechanics.comm().any(!diagonal.empty())) return {};
  la::Vector vector = makeVector();
  la::setEntries(vector.get(), diagonal);
  return vector;
}

}  // namespace tenon::system

#include "tenon/system/ConstraintJacobian.hpp"

#include <algorithm>

#include "tenon/la/arrays.hpp"
#include "tenon/la/freeEntries.hpp"

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

/// Of one constraint, whose first row on this rank that is. Collective.
std::vector<la::ConstraintEntry> entriesOf(const MechanicalSystem& mechanics, const la::CombinedLayout& layout,
                                           const constraint::Constraint& constraint, LocalIndex first_row) {
  std::vector<la::ConstraintEntry> entries;
  constraint::JacobianRows rows;
  if (constraint.active) constraint.addJacobian(rows);
  entries.reserve(rows.entries().size());
  for (const auto& entry : rows.entries()) {
    if (mechanics.dropped()[static_cast<std::size_t>(first_row + entry.row)] != 0) continue;
    const GlobalIndex node = layout.global(layout.indexOf(*entry.state), entry.node);
    entries.push_back({first_row + entry.row, GlobalIndex(node.value() * layout.block() + entry.component),
                       constraint.scale * entry.value});
  }
  return entries;
}

std::vector<la::ConstraintEntry> entriesOf(const MechanicalSystem& mechanics, const la::CombinedLayout& layout) {
  std::vector<la::ConstraintEntry> all;
  LocalIndex first_row = 0;
  for (const auto& constraint : mechanics.constraints()) {
    const auto entries = entriesOf(mechanics, layout, *constraint, first_row);
    all.insert(all.end(), entries.begin(), entries.end());
    first_row += constraint->numRows();
  }
  return all;
}

bool samePlaces(const std::vector<la::ConstraintEntry>& a, const std::vector<la::ConstraintEntry>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& one, const auto& other) {
    return one.row == other.row && one.column == other.column;
  });
}

}  // namespace

ConstraintJacobian::ConstraintJacobian(const MechanicalSystem& mechanics, const la::CombinedLayout& layout,
                                       const std::vector<char>& held)
    : ConstraintJacobian(mechanics, layout, entriesOf(mechanics, layout), held) {}

ConstraintJacobian::ConstraintJacobian(const MechanicalSystem& mechanics, const la::CombinedLayout& layout,
                                       const std::vector<la::ConstraintEntry>& entries, const std::vector<char>& held)
    : full_(layout, rowsOf(mechanics), entries),
      free_(makeFree(mechanics, layout, entries, held)),
      projected_(mechanics.projection().projectJacobian(free_ ? free_->get() : full_.get())),
      compliance_(makeCompliance(mechanics)) {
  for (const auto& constraint : mechanics.constraints()) {
    const auto rows = static_cast<std::size_t>(constraint->numRows());
    scales_.insert(scales_.end(), rows, constraint->scale);
    relaxations_.insert(relaxations_.end(), rows, constraint->relaxation);
  }
  follow(mechanics, entries);
}

// From now on.
void ConstraintJacobian::follow(const MechanicalSystem& mechanics, const std::vector<la::ConstraintEntry>& entries) {
  auto begin = entries.begin();
  LocalIndex first_row = 0;
  for (std::size_t c = 0; c < mechanics.constraints().size(); ++c) {
    const auto& constraint = *mechanics.constraints()[c];
    const LocalIndex next_row = first_row + constraint.numRows();
    const auto end = std::find_if(begin, entries.end(), [&](const auto& entry) { return entry.row >= next_row; });
    active_.push_back(constraint.active ? 1 : 0);
    if (constraint.active && !constraint.isLinear()) {
      Nonlinear one{c, first_row, {begin, end}, {}, {}};
      one.in_full = full_.placesOf(one.entries);
      if (free_) one.in_free = free_->placesOf(one.entries);
      nonlinear_.push_back(std::move(one));
    }
    begin = end;
    first_row = next_row;
  }
}

void ConstraintJacobian::update(const MechanicalSystem& mechanics, const la::CombinedLayout& layout,
                                const std::vector<char>& held) {
  bool same = true;
  for (std::size_t c = 0; c < active_.size(); ++c)
    same = same && mechanics.constraints()[c]->active == (active_[c] != 0);
  std::vector<std::vector<la::ConstraintEntry>> now;
  for (const Nonlinear& one : nonlinear_) {
    now.push_back(entriesOf(mechanics, layout, *mechanics.constraints()[one.constraint], one.first_row));
    same = same && samePlaces(one.entries, now.back());
  }
  if (layout.comm().any(!same)) {
    *this = ConstraintJacobian(mechanics, layout, held);
    return;
  }
  if (nonlinear_.empty()) return;
  for (std::size_t i = 0; i < now.size(); ++i) {
    full_.renew(nonlinear_[i].in_full, now[i]);
    if (free_) free_->renew(nonlinear_[i].in_free, now[i]);
  }
  mechanics.projection().renewJacobian(free_ ? free_->get() : full_.get(), projected_);
  if (compliance_) la::setEntries(compliance_.get(), compliances(mechanics));
}

// nullptr where that is the full one.
std::unique_ptr<la::ConstraintMatrix> ConstraintJacobian::makeFree(const MechanicalSystem& mechanics,
                                                                   const la::CombinedLayout& layout,
                                                                   const std::vector<la::ConstraintEntry>& entries,
                                                                   const std::vector<char>& held) {
  const std::vector<la::ConstraintEntry> kept = la::freeEntries(layout, entries, held);
  if (!layout.comm().any(kept.size() != entries.size())) return nullptr;
  return std::make_unique<la::ConstraintMatrix>(layout, rowsOf(mechanics), kept);
}

// Of this rank's rows; empty where no constraint has any, on any rank.
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

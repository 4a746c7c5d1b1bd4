#include "tenon/system/ConstraintJacobian.hpp"

#include <algorithm>

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

std::vector<la::ConstraintEntry> entriesOf(const MechanicalSystem& mechanics, const la::CombinedLayout& layout) {
  std::vector<la::ConstraintEntry> entries;
  LocalIndex start = 0;
  for (const auto& constraint : mechanics.constraints()) {
    constraint::JacobianRows rows;
    if (constraint->active) constraint->addJacobian(rows);
    entries.reserve(entries.size() + rows.entries().size());
    for (const auto& entry : rows.entries()) {
      if (mechanics.dropped()[static_cast<std::size_t>(start + entry.row)] != 0) continue;
      const GlobalIndex node = layout.global(layout.indexOf(*entry.state), entry.node);
      entries.push_back({start + entry.row, GlobalIndex(node.value() * layout.block() + entry.component),
                         constraint->scale * entry.value});
    }
    start += constraint->numRows();
  }
  return entries;
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

la::Vector ConstraintJacobian::makeCompliance(const MechanicalSystem& mechanics) const {
  std::vector<double> diagonal;
  bool any = false;
  for (const auto& constraint : mechanics.constraints()) {
    auto compliance = constraint->active ? constraint->compliances() : std::vector<double>{};
    any = any || !compliance.empty();
    compliance.resize(static_cast<std::size_t>(constraint->numRows()), 0.0);
    for (double& c : compliance) c *= constraint->scale * constraint->scale;
    diagonal.insert(diagonal.end(), compliance.begin(), compliance.end());
  }
  if (!mechanics.comm().any(any)) return {};
  for (std::size_t row = 0; row < diagonal.size(); ++row)
    if (mechanics.dropped()[row] != 0) diagonal[row] = 0.0;
  la::Vector vector = makeVector();
  double* entries = nullptr;
  TENON_PETSC(VecGetArrayWrite(vector.get(), &entries));
  std::copy(diagonal.begin(), diagonal.end(), entries);
  TENON_PETSC(VecRestoreArrayWrite(vector.get(), &entries));
  return vector;
}

}  // namespace tenon::system

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "rowNumbers.hpp"

#include <fmt/format.h>

#include <optional>

#include "selections.hpp"
#include "simulation/results/constraintRows.hpp"
#include "tenon/base/suggest.hpp"

namespace tenon::python {
namespace {

using system::MechanicalSystem;

/// Returns the index of an object in MechanicalSystem::bodies().
std::optional<std::size_t> indexOfBody(const MechanicalSystem& mechanics, const std::string& name) {
  for (std::size_t b = 0; b < mechanics.bodies().size(); ++b)
    if (mechanics.bodies()[b]->name() == name) return b;
  return {};
}

const constraint::Constraint* findConstraint(const MechanicalSystem& mechanics, const std::string& name) {
  for (const auto& constraint : mechanics.constraints())
    if (constraint->name() == name) return constraint.get();
  return nullptr;
}

[[noreturn]] void failFor(const MechanicalSystem& mechanics, const std::string& name) {
  std::vector<std::string> names;
  for (const auto* body : mechanics.mappedBodies())
    if (body->name() == name) failOnAllRanks(fmt::format("'{}' is a mapped object and has no rows of its own.", name));
  for (const auto& body : mechanics.bodies()) names.push_back(body->name());
  for (const auto& constraint : mechanics.constraints()) names.push_back(constraint->name());
  failOnAllRanks(fmt::format("There is no object or constraint '{}'{}", name, base::suggestionFor(name, names)));
}

/// Appends the positions of the rows of one object.
/// @param width  number of rows of a node that are included
/// @param first  position of the first row of the object
void appendOrder(const system::Body& body, int width, std::int64_t first, std::vector<std::int64_t>& order) {
  const auto owned = static_cast<std::size_t>(body.mesh().layout().numOwned());
  for (const std::int64_t node : body.mesh().nodePositions().first(owned))
    for (int i = 0; i < width; ++i) order.push_back(first + node * width + i);
}

}  // namespace

la::IndexSet rowsOfConstraint(const MechanicalSystem& mechanics, const system::Selection& of) {
  const PetscInt first = mechanics.comm().exclusiveSum(static_cast<long>(mechanics.numMultipliers()));
  std::vector<PetscInt> rows;
  for (const base::LocalIndex row : system::selectedRows(mechanics, of)) rows.push_back(first + row);
  la::IndexSet set;
  TENON_PETSC(ISCreateGeneral(mechanics.comm().mpi(), static_cast<PetscInt>(rows.size()), rows.data(),
                              PETSC_COPY_VALUES, set.out()));
  return set;
}

la::IndexSet rowsOf(const MechanicalSystem& mechanics, const std::string& name) {
  if (const auto body = indexOfBody(mechanics, name)) return mechanics.layout().dofIndexSet(*body);
  if (findConstraint(mechanics, name) == nullptr) failFor(mechanics, name);
  return rowsOfConstraint(mechanics, {name, false, system::RowKind::all});
}

std::vector<std::int64_t> orderOfRows(const MechanicalSystem& mechanics, const std::string& name) {
  std::vector<std::int64_t> order;
  if (name.empty()) {
    std::int64_t first = 0;
    for (std::size_t b = 0; b < mechanics.bodies().size(); ++b) {
      const int width = mechanics.layout().scalarRowsPerNode(b);
      appendOrder(*mechanics.bodies()[b], width, first, order);
      first += std::int64_t{mechanics.bodies()[b]->mesh().layout().numGlobal()} * width;
    }
    return order;
  }
  if (const auto body = indexOfBody(mechanics, name)) {
    appendOrder(*mechanics.bodies()[*body], mechanics.bodies()[*body]->state().block(), 0, order);
    return order;
  }
  const constraint::Constraint* const constraint = findConstraint(mechanics, name);
  if (constraint == nullptr) failFor(mechanics, name);
  return simulation::numbersOfRows(mechanics, *constraint);
}

}  // namespace tenon::python

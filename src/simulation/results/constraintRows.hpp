// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <tuple>
#include <vector>

#include "io/RowOrder.hpp"
#include "tenon/system/MechanicalSystem.hpp"

// Names of constraint rows in results, reports and exports, independent of the partition.
namespace tenon::simulation {

/// Location of a row, in terms of mesh files.
struct RowLabel {
  std::int32_t object = -1;     ///< index of the object among the bodies; -1: none
  std::int64_t node = -1;       ///< number of the node in its mesh file; -1: none
  std::int32_t component = -1;  ///< index among the rows of the node; -1: the only one
  /// Index of an equation, from 0, or number of a cell in its mesh file; -1: none.
  std::int64_t number = -1;

  bool operator<(const RowLabel& other) const {
    return std::tie(number, object, node, component) <
           std::tie(other.number, other.object, other.node, other.component);
  }
  /// Returns the label as text, such as "upper, node 17, row 2".
  std::string text(const system::MechanicalSystem& mechanics) const;
};

/// Returns the labels of the owned rows of a constraint, in their local order.
/// @note Not
/// collective.
std::vector<RowLabel> labelsOf(const system::MechanicalSystem& mechanics, const constraint::Constraint& constraint);

/// Returns the index of each owned row among all rows of the constraint in the order of their
/// labels, from 0.
/// @note Collective.
std::vector<std::int64_t> numbersOfRows(const system::MechanicalSystem& mechanics,
                                        const constraint::Constraint& constraint);

/// Returns the order of the rows of a constraint by their labels. @note Collective.
io::RowOrder orderOfRows(const system::MechanicalSystem& mechanics, const constraint::Constraint& constraint);

}  // namespace tenon::simulation

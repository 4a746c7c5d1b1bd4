#pragma once
#include <string>
#include <tuple>
#include <vector>

#include "tenon/io/RowOrder.hpp"
#include "tenon/system/MechanicalSystem.hpp"

// What rows of constraints are called in results, reports and exports, the same for any partition.
namespace tenon::simulation {

/// What a row belongs to, in the words of mesh files.
struct RowLabel {
  std::int32_t object = -1;     ///< number among the bodies; -1: none
  std::int64_t node = -1;       ///< number of the node in its mesh file; -1: none
  std::int32_t component = -1;  ///< which of the rows of that node; -1: there is one only
  std::int64_t number = -1;     ///< of an equation, from 0; of a cell in its mesh file; -1: none

  bool operator<(const RowLabel& other) const {
    return std::tie(number, object, node, component) <
           std::tie(other.number, other.object, other.node, other.component);
  }
  /// "upper, node 17, row 2".
  std::string text(const system::MechanicalSystem& mechanics) const;
};

/// Of each row of a constraint that this rank owns, in its order there. Not collective.
std::vector<RowLabel> labelsOf(const system::MechanicalSystem& mechanics, const constraint::Constraint& constraint);

/// Collective. Place of each of them among all rows of the constraint in the order of their labels, from 0.
std::vector<std::int64_t> numbersOfRows(const system::MechanicalSystem& mechanics,
                                        const constraint::Constraint& constraint);

/// Collective. Brings the rows of a constraint into the order of their labels.
io::RowOrder orderOfRows(const system::MechanicalSystem& mechanics, const constraint::Constraint& constraint);

}  // namespace tenon::simulation

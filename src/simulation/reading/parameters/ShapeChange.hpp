// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "ShapeMode.hpp"
#include "caseEntries.hpp"
#include "system/parameters/MovedReference.hpp"
#include "tenon/simulation/reading/Additions.hpp"
#include "tenon/simulation/reading/CaseFile.hpp"
#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::simulation {

/// Change of the meshes of a model with a parameter of the case: the sum of all shape modes whose
/// amplitudes depend on the parameter. Copies share their data.
class ShapeChange {
 public:
  /// Creates the change; `mechanics` must outlive it.
  /// @param file   case with the present values of the parameters
  /// @param name   name of the parameter
  /// @param modes  shape modes of the model
  ShapeChange(const CaseFile& file, const std::string& name, const std::vector<ShapeMode>& modes,
              const system::MechanicalSystem& mechanics);

  /// Returns true if the parameter moves nodes of an object.
  bool isMoved(const std::string& object) const;
  /// Reports an entry that does not support moved nodes.
  /// @throws InputError with the place of the entry
  [[noreturn]] void refuse(const base::CaseNode& node, const std::string& reason) const;
  /// Returns true if the parameter moves no nodes.
  bool isEmpty() const { return modes_->empty(); }
  /// Checks that the equations can be differentiated with respect to the positions.
  /// @param additions  contributors of a host program
  /// @throws InputError with the place of an entry that does not support moved nodes
  /// @note Not collective, but the result is the same on all ranks.
  void requireSupported(const Additions& additions) const;
  /// Returns the entries whose contributors depend on the positions: those of the moved objects and
  /// those that name them.
  std::vector<CaseEntry> entries() const;
  /// Returns true if an object with moved nodes has initial velocities in the case.
  bool hasInitialVelocities() const;

  /// Returns the changes of the positions for other values of the parameters.
  /// @param other  the same case with other values
  std::vector<system::NodeMoves> movesTo(const CaseFile& other) const;
  /// Returns the unit of the steps of differences, for which the largest strain of the cells is 3.
  /// @param other  case with a slightly different value of the parameter
  /// @throws InputError if the parameter moves no nodes
  /// @note Collective.
  double unit(const CaseFile& other) const;

  /// Number of local nodes of all bodies, of all ranks. It increases if contributors that are
  /// created again act on other nodes.
  /// @note Collective.
  std::int64_t numLocalNodes() const;

 private:
  bool namesMovedObject(const base::CaseNode& node) const;
  void requireNoFollowers() const;
  void requireNoHost(const Additions& additions) const;
  void requireDataWithoutPosition() const;

  CaseFile file_;
  std::string name_;
  const system::MechanicalSystem& mechanics_;
  std::shared_ptr<const std::vector<ShapeMode>> modes_;
};

}  // namespace tenon::simulation

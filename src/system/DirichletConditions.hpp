// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <vector>

#include "constraint/dirichlet/orthonormalise.hpp"
#include "la/matrices/Projection.hpp"

namespace tenon::system {

/// Dirichlet boundary conditions of a mechanical system at a given time: the constrained degrees of
/// freedom and oblique directions of all states, and the projection that eliminates them.
class DirichletConditions {
 public:
  /// Collects the conditions.
  /// @param states      all states, in the order of the system
  /// @param conditions  conditions on these states
  /// @param tag         function that returns the number of a local node in the mesh file, for
  ///   messages
  /// @throws InputError if two conditions contradict each other, or if a condition acts on a state
  ///   without independent degrees of freedom
  /// @note Collective.
  DirichletConditions(std::vector<la::State*> states, std::vector<constraint::DirichletCondition*> conditions,
                      constraint::NodeTag tag);

  /// Sets the time of the conditions and updates their prescribed values.
  /// @throws InputError if two conditions contradict each other at this time
  /// @throws InternalError if the set of constrained degrees of freedom or directions has changed
  /// @note Collective.
  void setTime(double time);

  /// Returns the constrained degrees of freedom of each state, including those that are determined
  /// completely by oblique directions.
  const std::vector<constraint::ConstrainedDofs>& constrainedDofs() const { return constrained_dofs_; }
  /// Returns the combined layout of the degrees of freedom of all states.
  const la::CombinedLayout& layout() const { return layout_; }
  /// Returns the projection P onto the admissible directions.
  const la::Projection& projection() const { return *projection_; }

  /// Assigns the prescribed values to the displacements, including ghosts: u <- P u + E h + N g,
  /// where h are the values of the degrees of freedom that E selects, and g are the values in the
  /// oblique directions N; see la::Projection.
  /// @note Collective.
  void impose() const;

 private:
  constraint::ConstrainedDirections collect();
  std::vector<la::ConstraintEntry> entriesOf(const constraint::ConstrainedDirections& directions) const;
  std::vector<char> constrainedFlags() const;

  std::vector<la::State*> states_;
  std::vector<constraint::DirichletCondition*> conditions_;
  constraint::NodeTag tag_;
  la::CombinedLayout layout_;
  std::vector<constraint::ConstrainedDofs> constrained_dofs_;
  std::vector<la::ConstraintEntry> directions_;  // N^T, rows of this rank
  std::vector<double> values_;                   // g
  std::unique_ptr<la::Projection> projection_;
};

}  // namespace tenon::system

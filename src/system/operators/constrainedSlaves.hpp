// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <vector>

#include "tenon/constraint/Constraint.hpp"
#include "tenon/constraint/DirichletCondition.hpp"
#include "tenon/system/Body.hpp"

namespace tenon::system {

/// Bodies and their degrees of freedom with Dirichlet conditions.
struct ConstrainedBodies {
  const std::vector<std::unique_ptr<Body>>& bodies;         ///< bodies
  const std::vector<constraint::ConstrainedDofs>& of_body;  ///< constrained degrees of freedom of each body

  /// Returns the communicator of the bodies.
  const base::Communicator& comm() const { return bodies.front()->mesh().comm(); }
  /// Returns the index of the body to which a state belongs.
  /// @throws InternalError if the state does not belong to a body
  std::size_t indexOf(const la::State& state) const;
};

/// Treats constraint rows whose slave degree of freedom has a Dirichlet condition, as
/// `on_prescribed` specifies: joins them with other rows, or leaves them empty. Logs the treatment
/// of rows of constraints that are switched on.
/// @return a flag for each row of all constraints on this rank: true if the row is left empty
/// @throws InputError if a constraint that is switched on rejects such rows, or cannot join them
/// @note Collective. To be called once.
std::vector<char> resolveConstrainedSlaves(const ConstrainedBodies& bodies,
                                           const std::vector<std::unique_ptr<constraint::Constraint>>& constraints);

/// Joins rows whose slave degree of freedom has a Dirichlet condition with other rows, if
/// `on_prescribed` specifies this treatment, without messages. For constraints that are created
/// again.
/// @note Collective.
void joinConstrainedRows(const ConstrainedBodies& bodies, constraint::Constraint& constraint);

/// Checks that a constraint which rejects constrained slaves has none.
/// @throws InputError if it has such rows
/// @note Collective.
void refuseConstrainedSlaves(const ConstrainedBodies& bodies, const constraint::Constraint& constraint);

}  // namespace tenon::system

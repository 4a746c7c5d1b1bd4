// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <set>

#include "simulation/results/Report.hpp"

namespace tenon::simulation {

/// Sums forces at nodes and their moments about one point.
class Resultants {
 public:
  /// @param about  point about which moments are taken. Forces act at the reference positions of
  ///   nodes in linear problems and on bodies with a small-strain solid, whose internal forces have
  ///   no moment there; other forces act at the current positions.
  Resultants(const system::MechanicalSystem& system, const base::Vec3& about);

  /// Returns the sum over the owned nodes among `nodes` (nullptr: all).
  /// @param local  local array of nodal forces
  /// @note Collective.
  Report::Resultant of(const system::Body& body, const std::vector<double>& local,
                       const std::vector<base::LocalIndex>* nodes = nullptr) const;
  /// Returns the sum over the nodes of a condition, with the moment about the centre of their
  /// bounding box.
  /// @note Collective.
  Report::Total of(const system::Body& body, const std::vector<double>& local,
                   const constraint::DirichletCondition& condition) const;

 private:
  base::Vec3 centreOf(const system::Body& body, const std::vector<base::LocalIndex>& nodes) const;
  base::Vec3 armOf(const system::Body& body, base::LocalIndex node) const;

  base::Vec3 about_;
  std::set<const system::Body*> moved_{};  // bodies whose forces act at the current positions
};

}  // namespace tenon::simulation

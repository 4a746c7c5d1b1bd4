// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <map>
#include <vector>

#include "tenon/force/ForceField.hpp"

namespace tenon::system {

/// Contact forces between rigid bodies in the last step, computed as the contact impulses divided
/// by the step size. Time integrators that compute impulses set these forces, which are initially
/// zero.
class ContactForces : public force::Load {
 public:
  std::string name() const override { return "contact of rigid bodies"; }
  void addForce(la::ForceVector& f) const override;

  /// Sets the forces on the owned nodes of a state, [numOwned x block].
  void set(const la::State& state, std::vector<double> forces) { forces_[&state] = std::move(forces); }
  /// Sets all forces to zero.
  void clear() { forces_.clear(); }

  std::vector<const la::State*> states() const override;

 private:
  std::map<const la::State*, std::vector<double>> forces_;
};

}  // namespace tenon::system

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "TimedLoad.hpp"
#include "tenon/base/Parameters.hpp"
#include "tenon/fem/Domain.hpp"

namespace tenon::force {

/// Concentrated force on each node of a group, f_a = F, or a total force distributed equally over
/// the n nodes of the group, f_a = F / n. On rigid bodies a moment can be added.
class NodalForce : public TimedLoad {
 public:
  /// Indicates that the type is accepted on rigid bodies and beams, whose nodes have rotational
  /// degrees of freedom.
  static constexpr bool acts_on_frames = true;
  /// Indicates that the type is accepted on axisymmetric meshes, whose nodes represent rings.
  static constexpr bool acts_on_axisymmetric = true;
  /// Parameters of a case.
  struct Data {
    std::string group;                       ///< group of nodes
    base::Vec3 force = base::Vec3::Zero();   ///< F along x, y, z
    bool total = false;                      ///< true if `force` is the total force on the group
    base::History history{};                 ///< factor of the load as a function of time
    base::Vec3 moment = base::Vec3::Zero();  ///< moment on rigid bodies
  };
  /// Declares the parameters of a case.
  static void declare(base::Parameters<Data>& p);

  /// Creates the load.
  /// @note Collective.
  NodalForce(Data data, const fem::Domain& domain);
  std::string name() const override { return name_; }
  void addForce(la::ForceVector& f) const override;

 private:
  std::string name_;
  const la::State& state_;
  base::Vec6 load_;  // force and moment on each node
  std::vector<base::LocalIndex> nodes_;
};

}  // namespace tenon::force

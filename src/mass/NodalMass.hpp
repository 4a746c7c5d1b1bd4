// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "tenon/base/Parameters.hpp"
#include "tenon/fem/Domain.hpp"
#include "tenon/mass/Mass.hpp"

namespace tenon::mass {

/// Equal point masses at the nodes of a group, M = m I. Nodes with rotational degrees of freedom
/// also have a moment of inertia, which is equal about all axes.
class NodalMass : public Mass {
 public:
  /// Indicates that the mass supports nodes with rotational degrees of freedom.
  static constexpr bool acts_on_frames = true;
  /// Indicates that the mass supports axisymmetric objects.
  static constexpr bool acts_on_axisymmetric = true;
  /// Parameters of this type.
  struct Data {
    double mass = 0;     ///< mass of each node, positive [mass]
    double inertia = 0;  ///< moment of inertia of each node, at least 0 [mass length²]
    std::string group;   ///< name of the group of nodes, of any dimension; empty for all nodes
  };
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<Data>& p);

  /// Constructs the masses of the nodes of a group.
  /// @throws InputError if a moment of inertia is given for nodes without rotational degrees of
  /// freedom
  /// @note Collective.
  NodalMass(const Data& data, const fem::Domain& domain);
  std::string name() const override { return name_; }
  void addMass(la::MassMatrix& M) const override;
  double total() const override;

 private:
  std::string name_;
  const la::State& state_;
  Eigen::VectorXd diagonal_;  // [degrees of freedom of a node]
  std::vector<base::LocalIndex> nodes_;
};

}  // namespace tenon::mass

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/base/Parameters.hpp"
#include "tenon/fem/Domain.hpp"
#include "tenon/force/ForceField.hpp"

namespace tenon::force {

/// Force against the velocity of each node of a group, f_i = -c_i v_i, B = -diag(c). Base class of
/// NodalDamper, UniformDamping and DiagonalDamping, which differ in their parameters for c.
class VelocityDamping : public ForceField {
 public:
  /// Indicates that the type is accepted on axisymmetric meshes, whose nodes represent rings.
  static constexpr bool acts_on_axisymmetric = true;

  std::string name() const override { return name_; }
  void addForce(la::ForceVector& f) const override;
  void addStiffness(la::StiffnessMatrix&) const override {}
  void addStiffnessTimes(const la::IncrementVector&, la::ForceVector&) const override {}
  bool dependsOnVelocity() const override { return true; }
  void addDamping(la::DampingMatrix& B) const override;
  bool isLinear() const override { return true; }
  bool isSupport() const override { return true; }

 protected:
  /// Creates the dampers.
  /// @param group  group of nodes; empty for all nodes of the object
  /// @param coefficients  c along x, y, z
  /// @note Collective.
  VelocityDamping(const std::string& type, const std::string& group, const base::Vec3& coefficients,
                  const fem::Domain& domain);

 private:
  std::string name_;
  const la::State& state_;
  base::Vec3 coefficients_;
  std::vector<base::LocalIndex> nodes_;
};

/// Dampers between each node of a group and the ground: f = -c v.
class NodalDamper : public VelocityDamping {
 public:
  /// Parameters of a case.
  struct Data {
    std::string group;   ///< group of nodes
    double damping = 0;  ///< damping coefficient c
  };
  /// Declares the parameters of a case.
  static void declare(base::Parameters<Data>& p);

  /// Creates the dampers.
  /// @note Collective.
  NodalDamper(const Data& data, const fem::Domain& domain)
      : VelocityDamping("nodal-damper", data.group, base::Vec3::Constant(data.damping), domain) {}
};

/// Damping of all nodes of an object, or of a group, with one coefficient: f = -c v.
class UniformDamping : public VelocityDamping {
 public:
  /// Parameters of a case.
  using Data = NodalDamper::Data;
  /// Declares the parameters of a case.
  static void declare(base::Parameters<Data>& p);

  /// Creates the dampers.
  /// @note Collective.
  UniformDamping(const Data& data, const fem::Domain& domain)
      : VelocityDamping("uniform-damping", data.group, base::Vec3::Constant(data.damping), domain) {}
};

/// Damping of all nodes of an object, or of a group, with one coefficient for each component: f_i =
/// -c_i v_i.
class DiagonalDamping : public VelocityDamping {
 public:
  /// Parameters of a case.
  struct Data {
    std::string group;                        ///< group of nodes; empty for the whole object
    base::Vec3 damping = base::Vec3::Zero();  ///< c along x, y, z
  };
  /// Declares the parameters of a case.
  static void declare(base::Parameters<Data>& p);

  /// Creates the dampers.
  /// @throws InputError for a negative coefficient
  /// @note Collective.
  DiagonalDamping(const Data& data, const fem::Domain& domain);
};

}  // namespace tenon::force

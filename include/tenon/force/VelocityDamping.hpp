#pragma once
#include "tenon/base/Parameters.hpp"
#include "tenon/fem/Domain.hpp"
#include "tenon/force/ForceField.hpp"

namespace tenon::force {

/// A force against the velocity of each node of a group, f_i = -c_i v_i, B = -diag(c). Behind NodalDamper,
/// UniformDamping and DiagonalDamping, which are the ways a case says c.
class VelocityDamping : public ForceField {
 public:
  static constexpr bool acts_on_rings = true;

  std::string name() const override { return name_; }
  void addForce(la::ForceVector& f) const override;
  void addStiffness(la::StiffnessMatrix&) const override {}
  void addStiffnessTimes(const la::Motion&, la::ForceVector&) const override {}
  bool dependsOnVelocity() const override { return true; }
  void addDamping(la::DampingMatrix& B) const override;
  bool isLinear() const override { return true; }
  bool isSupport() const override { return true; }

 protected:
  /// Collective. `coefficients`: of x, y, z. No group: all nodes of the object.
  VelocityDamping(const std::string& type, const std::string& group, const base::Vec3& coefficients,
                  const fem::Domain& domain);

 private:
  std::string name_;
  const la::State& state_;
  base::Vec3 coefficients_;
  std::vector<base::LocalIndex> nodes_;
};

/// A damper between each node of a group and the ground: f = -c v.
class NodalDamper : public VelocityDamping {
 public:
  struct Data {
    std::string group;
    double damping = 0;
  };
  static void declare(base::Parameters<Data>& p);

  /// Collective.
  NodalDamper(const Data& data, const fem::Domain& domain)
      : VelocityDamping("nodal-damper", data.group, base::Vec3::Constant(data.damping), domain) {}
};

/// Damping of all nodes of an object, or of a group, by one coefficient: f = -c v.
class UniformDamping : public VelocityDamping {
 public:
  using Data = NodalDamper::Data;
  static void declare(base::Parameters<Data>& p);

  /// Collective.
  UniformDamping(const Data& data, const fem::Domain& domain)
      : VelocityDamping("uniform-damping", data.group, base::Vec3::Constant(data.damping), domain) {}
};

/// Damping of all nodes of an object, or of a group, by one coefficient for each component: f_i = -c_i v_i.
class DiagonalDamping : public VelocityDamping {
 public:
  struct Data {
    std::string group;
    base::Vec3 damping = base::Vec3::Zero();
  };
  static void declare(base::Parameters<Data>& p);

  /// Collective. InputError for a negative coefficient.
  DiagonalDamping(const Data& data, const fem::Domain& domain);
};

}  // namespace tenon::force

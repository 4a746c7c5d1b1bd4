// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <tenon/base/Parameters.hpp>
#include <tenon/fem/Domain.hpp>
#include <tenon/fem/Tensor.hpp>
#include <tenon/force/ForceField.hpp>
#include <tenon/force/SolidForce.hpp>
#include <tenon/python/module.hpp>
#include <vector>

namespace {

/// Springs between the nodes of a group and the ground: f = -k u on each node.
class GroundSprings : public tenon::force::ForceField {
 public:
  struct Data {
    double stiffness = 0;
    std::string group;
  };
  static void declare(tenon::base::Parameters<Data>& p) {
    p.required("stiffness", &Data::stiffness, "force/length", "stiffness k of the spring at each node").positive();
    p.required("group", &Data::group, "", "group of nodes");
  }

  GroundSprings(const Data& data, const tenon::fem::Domain& domain)
      : k_(data.stiffness),
        name_(domain.nameOf("ground-springs", data.group)),
        state_(domain.state),
        nodes_(domain.mesh.nodesOf(domain.mesh.group(data.group))) {}

  std::string name() const override { return name_; }

  void addForce(tenon::la::ForceVector& f) const override {
    const auto force = f.on(state_);
    for (const auto node : nodes_)
      for (int i = 3 * node; i < 3 * node + 3; ++i) force[i] -= k_ * state_.displacement()[i];
  }

  void addStiffness(tenon::la::StiffnessMatrix& K) const override {
    auto dfdx = K.forceOn(state_).byPositionOf(state_);
    for (const auto node : nodes_) dfdx(node, node) -= k_ * tenon::base::Mat3::Identity();
  }

  bool isLinear() const override { return true; }

 private:
  double k_;
  std::string name_;
  const tenon::la::State& state_;
  std::vector<tenon::base::LocalIndex> nodes_;
};

/// Nearly incompressible gel at small strain, given by its shear modulus.
struct LinearGel {
  double shear = 0;

  static constexpr bool is_linear = true;
  static void declare(tenon::base::Parameters<LinearGel>& p) {
    p.required("shear", &LinearGel::shear, "force/length^2", "shear modulus G; the bulk modulus is 100 G").positive();
  }

  template <class T>
  tenon::fem::Tensor<T> stress(const tenon::fem::Tensor<T>& H) const {
    const auto eps = tenon::fem::strain(H);
    return tenon::fem::spherical<T>((100 - 2.0 / 3.0) * shear * tenon::fem::trace(eps)) + 2.0 * shear * eps;
  }
};

}  // namespace

TENON_PYTHON_MODULE(custom_types, [](tenon::simulation::Registries& all) {
  all.forces.add<GroundSprings>("ground-springs", "springs between nodes and the ground");
  all.materials.add<tenon::force::SolidForce<LinearGel>>("linear-gel", "nearly incompressible gel at small strain");
})

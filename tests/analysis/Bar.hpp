// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>

#include "constraint/dirichlet/Fixed.hpp"
#include "force/RestShapeSprings.hpp"
#include "force/solid/Elastic.hpp"
#include "tenon/mesh/generation/generate.hpp"
#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::testing {

using base::LocalIndex;

/// Springs of stiffness k between all nodes of each cell: f = k (l - l0) n with large
/// displacements. A force field of the test.
class SpringNetwork : public force::ForceField {
 public:
  SpringNetwork(double stiffness, const fem::Domain& domain) : stiffness_(stiffness), domain_(domain) {}
  std::string name() const override { return "network on bar"; }
  void addForce(la::ForceVector& f) const override {
    const auto forces = f.on(domain_.state);
    forEachSpring([&](LocalIndex a, LocalIndex b, const base::Vec3& d, double rest) {
      const base::Vec3 pull = stiffness_ * (1.0 - rest / d.norm()) * d;
      for (int i = 0; i < 3; ++i) forces[static_cast<std::size_t>(3 * a + i)] += pull[i];
      for (int i = 0; i < 3; ++i) forces[static_cast<std::size_t>(3 * b + i)] -= pull[i];
    });
  }
  void addStiffness(la::StiffnessMatrix& K) const override {
    auto dfdx = K.forceOn(domain_.state).byPositionOf(domain_.state);
    forEachSpring([&](LocalIndex a, LocalIndex b, const base::Vec3& d, double rest) {
      const base::Vec3 n = d.normalized();
      const double slack = 1.0 - rest / d.norm();
      const base::Mat3 k = stiffness_ * (slack * base::Mat3::Identity() + (1.0 - slack) * n * n.transpose());
      dfdx(a, a) -= k;
      dfdx(b, b) -= k;
      dfdx(a, b) += k;
      dfdx(b, a) += k;
    });
  }

 private:
  base::Vec3 rest(LocalIndex node) const {
    return Eigen::Map<const base::Vec3>(domain_.state.reference().data() + 3 * static_cast<std::ptrdiff_t>(node));
  }
  base::Vec3 moved(LocalIndex node) const {
    return rest(node) +
           Eigen::Map<const base::Vec3>(domain_.state.displacement().data() + 3 * static_cast<std::ptrdiff_t>(node));
  }
  template <class Work>
  void forEachSpring(Work&& work) const {
    for (const auto& block : domain_.mesh.blocks()) {
      if (mesh::info(block.type).dimension != 3) continue;
      for (LocalIndex cell = 0; cell < block.numCells(); ++cell)
        for (int a = 0; a < 8; ++a)
          for (int b = a + 1; b < 8; ++b) {
            const LocalIndex i = block.nodesOf(cell)[a], j = block.nodesOf(cell)[b];
            work(i, j, moved(j) - moved(i), (rest(j) - rest(i)).norm());
          }
    }
  }
  double stiffness_;
  const fem::Domain& domain_;
};

/// Force on every node of x = length that grows with time: t F.
class EndLoad : public force::Load {
 public:
  EndLoad(const base::Vec3& force, const fem::Domain& domain)
      : force_(force), domain_(domain), nodes_(domain.mesh.nodesOf(domain.mesh.group("xmax"))) {}
  std::string name() const override { return "load on bar"; }
  void setTime(double time) override { time_ = time; }
  void addForce(la::ForceVector& f) const override {
    for (const LocalIndex node : nodes_)
      for (int i = 0; i < 3; ++i) f.on(domain_.state)[static_cast<std::size_t>(3 * node + i)] += time_ * force_[i];
  }

 private:
  base::Vec3 force_;
  const fem::Domain& domain_;
  std::vector<LocalIndex> nodes_;
  double time_ = 0.0;
};

/// Returns a bar, 4 x 1 x 1, clamped at x = 0: an elastic solid or, with hex8, springs. A load acts
/// on its end, which springs to the ground may support.
inline std::unique_ptr<system::MechanicalSystem> makeBar(bool elastic, const base::Vec3& end_load, int cells = 2,
                                                         mesh::CellType type = mesh::CellType::hex8,
                                                         double springs = 0.0) {
  auto body = std::make_unique<system::Body>(
      "bar", mesh::box(base::Communicator::world(), type, {4 * cells, cells, cells}, {0, 0, 0}, {4, 1, 1}));
  if (elastic)
    body->forces.push_back(force::Elastic::make(
        force::Elastic::Data{base::CaseNode::parse("{type: linear-elastic, young: 1000, poisson: 0.3}", "bar"), ""},
        body->domain()));
  else
    body->forces.push_back(std::make_unique<SpringNetwork>(100.0, body->domain()));
  if (springs > 0.0)
    body->forces.push_back(
        std::make_unique<force::RestShapeSprings>(force::RestShapeSprings::Data{springs, "xmax"}, body->domain()));
  body->forces.push_back(std::make_unique<EndLoad>(end_load, body->domain()));
  body->conditions.push_back(std::make_unique<constraint::Fixed>(constraint::Fixed::Data{"xmin", {}}, body->domain()));
  std::vector<std::unique_ptr<system::Body>> bodies;
  bodies.push_back(std::move(body));
  return std::make_unique<system::MechanicalSystem>(std::move(bodies),
                                                    std::vector<std::unique_ptr<constraint::Constraint>>{});
}

}  // namespace tenon::testing

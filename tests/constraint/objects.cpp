// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "objects.hpp"

#include <Eigen/Geometry>

#include <gmock/gmock.h>

#include <algorithm>
#include <map>

namespace tenon::constraint::testing {

std::vector<Coefficient> allRows(const Constraint& constraint, const std::vector<const Object*>& objects,
                                 const Communicator& comm) {
  JacobianRows G;
  constraint.addJacobian(G);
  const std::vector<LocalIndex> carriers = constraint.carrierNodes();
  std::vector<Coefficient> rows;
  for (std::size_t o = 0; o < objects.size(); ++o) {
    const Object& object = *objects[o];
    std::vector<GlobalIndex> nodes;
    for (const auto& entry : G.entries())
      if (entry.state == &object.state) nodes.push_back(entry.node);
    std::vector<long> owned, positions(nodes.size());
    for (LocalIndex n = 0; n < object.mesh.layout().numOwned(); ++n)
      owned.push_back(object.mesh.nodePositions()[static_cast<std::size_t>(n)]);
    la::Halo(object.mesh.layout(), nodes).forward<long>(owned, positions, 1);
    std::size_t next = 0;
    for (const auto& entry : G.entries()) {
      if (entry.state != &object.state) continue;
      const auto carrier = static_cast<std::size_t>(carriers[static_cast<std::size_t>(entry.row / constraint.block())]);
      const auto& from = *std::find_if(objects.begin(), objects.end(),
                                       [&](const Object* one) { return &one->state == constraint.carrier(); });
      rows.push_back({static_cast<long>(from->mesh.nodePositions()[carrier]), entry.row % constraint.block(),
                      static_cast<int>(o), positions[next++], entry.component, entry.value});
    }
  }
  std::vector<Coefficient> all = comm.gatherAll(rows);
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.key() < b.key(); });
  return all;
}

void expectJacobianIsDerivative(const Constraint& constraint, const std::vector<Object*>& objects,
                                const Communicator& comm) {
  constexpr double step = 1e-6;
  JacobianRows G;
  constraint.addJacobian(G);
  std::map<std::tuple<LocalIndex, const la::State*, PetscInt, int>, double> coefficient;
  for (const auto& e : G.entries()) coefficient[{e.row, e.state, e.node.value(), e.component}] += e.value;
  double worst = 0.0;
  for (Object* object : objects)
    for (PetscInt node = 0; node < object->mesh.layout().numGlobal(); ++node)
      for (int c = 0; c < object->state.block(); ++c) {
        const GlobalIndex global(node);
        double* u = nullptr;
        if (object->mesh.layout().isOwned(global))
          u = &object->state.displacement()[static_cast<std::size_t>(object->mesh.layout().local(global)) *
                                                static_cast<std::size_t>(object->state.block()) +
                                            static_cast<std::size_t>(c)];
        const double before = u != nullptr ? *u : 0.0;
        if (u != nullptr) *u = before + step;
        const std::vector<double> up = residual(constraint);
        if (u != nullptr) *u = before - step;
        const std::vector<double> down = residual(constraint);
        if (u != nullptr) *u = before;
        for (LocalIndex row = 0; row < constraint.numRows(); ++row) {
          const auto found = coefficient.find({row, &object->state, node, c});
          const double exact = found != coefficient.end() ? found->second : 0.0;
          const auto r = static_cast<std::size_t>(row);
          worst = std::max(worst, std::abs((up[r] - down[r]) / (2 * step) - exact));
        }
      }
  EXPECT_LT(comm.max(worst), 1e-8);
}

void expectInputError(const std::function<void()>& work, const std::vector<std::string>& parts) {
  try {
    work();
    ADD_FAILURE() << "no InputError";
  } catch (const base::InputError& error) {
    for (const auto& part : parts) EXPECT_THAT(error.what(), ::testing::HasSubstr(part));
  }
}

std::vector<double> forces(const Constraint& constraint, const std::vector<double>& lambda, const Object& object) {
  JacobianRows G;
  constraint.addJacobian(G);
  const int block = object.state.block();
  std::vector<GlobalIndex> nodes;
  std::vector<double> terms;
  for (const auto& e : G.entries()) {
    if (e.state != &object.state) continue;
    nodes.push_back(e.node);
    terms.resize(nodes.size() * static_cast<std::size_t>(block), 0.0);
    terms[(nodes.size() - 1) * static_cast<std::size_t>(block) + static_cast<std::size_t>(e.component)] =
        e.value * lambda[static_cast<std::size_t>(e.row)];
  }
  std::vector<double> result(
      static_cast<std::size_t>(object.mesh.layout().numOwned()) * static_cast<std::size_t>(block), 0.0);
  la::Halo(object.mesh.layout(), nodes).reverseAdd<double>(terms, result, block);
  return result;
}

base::Vec6 resultant(const std::vector<double>& forces, const Object& object) {
  base::Vec6 sum = base::Vec6::Zero();
  for (LocalIndex n = 0; n < object.mesh.layout().numOwned(); ++n) {
    const Vec3 force = Eigen::Map<const Vec3>(forces.data() + 3 * static_cast<std::size_t>(n));
    sum.head<3>() += force;
    sum.tail<3>() += object.place(n).cross(force);
  }
  object.mesh.comm().sumInPlace<double>({sum.data(), 6});
  return sum;
}

}  // namespace tenon::constraint::testing

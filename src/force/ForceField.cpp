// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/force/ForceField.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "la/assembly/MatrixFreeProduct.hpp"
#include "tenon/base/Error.hpp"

namespace tenon::force {

void ForceDamping::declare(base::Parameters<ForceDamping>& p) {
  p.optional("rayleigh_stiffness", &ForceDamping::rayleigh_stiffness, "time",
             "stiffness-proportional damping of this force, in addition to that of the case")
      .nonNegative();
}

std::vector<const la::State*> ForceField::states() const {
  std::vector<const la::State*> all;
  if (const auto sets = couplings())
    for (const auto& set : *sets)
      for (const CoupledNode& node : set) all.push_back(node.state);
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

void ForceField::addStressStiffness(const la::IncrementVector&, la::StiffnessMatrix& K) const {
  if (isLoad()) addStiffness(K);
  if (isLoad() ? K.needsFiniteDifferences() : !isLinear())
    throw base::InputError(
        fmt::format("{} is nonlinear and does not provide its initial-stress stiffness, which a buckling analysis "
                    "needs: use `analysis: {{type: arc-length}}`, or remove this force.",
                    name()));
}

void ForceField::addStiffnessTimes(const la::IncrementVector& dx, la::ForceVector& df) const {
  la::MatrixFreeProduct product(dx, df);
  la::StiffnessMatrix K = product.stiffness();
  addStiffness(K);
  if (K.needsFiniteDifferences()) df.useFiniteDifferences();
}

void ForceField::addDampingTimes(const la::IncrementVector& dv, la::ForceVector& df) const {
  la::MatrixFreeProduct product(dv, df);
  la::DampingMatrix B = product.damping();
  addDamping(B);
  if (B.needsFiniteDifferences()) df.useFiniteDifferences();
}

}  // namespace tenon::force

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/mass/Mass.hpp"

#include "la/assembly/MatrixFreeProduct.hpp"

namespace tenon::mass {

void MassDamping::declare(base::Parameters<MassDamping>& p) {
  p.optional("rayleigh_mass", &MassDamping::rayleigh_mass, "1/time",
             "mass-proportional damping of this mass, in addition to that of the case")
      .nonNegative();
}

void Mass::addMassTimes(const la::IncrementVector& dv, la::ForceVector& df) const {
  la::MatrixFreeProduct product(dv, df);
  la::MassMatrix M = product.mass();
  addMass(M);
}

}  // namespace tenon::mass

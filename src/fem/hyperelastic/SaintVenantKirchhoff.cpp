// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "SaintVenantKirchhoff.hpp"

#include "tenon/fem/laws/DifferentiatedLaw.hpp"

namespace tenon::fem {

void SaintVenantKirchhoff::declare(base::Parameters<SaintVenantKirchhoff>& p) {
  using M = SaintVenantKirchhoff;
  const std::string modulus = "force/length^2";
  p.required("young", &M::young, modulus, "Young's modulus at small strain").positive();
  p.required("poisson", &M::poisson, "", "Poisson's ratio at small strain").between(-1, 0.5);
}

template class DifferentiatedLaw<SaintVenantKirchhoff>;

}  // namespace tenon::fem

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "VerondaWestmann.hpp"

#include "tenon/fem/laws/DifferentiatedLaw.hpp"

namespace tenon::fem {

void VerondaWestmann::declare(base::Parameters<VerondaWestmann>& p) {
  using M = VerondaWestmann;
  const std::string modulus = "force/length^2";
  p.required("c1", &M::c1, modulus, "coefficient c1 of the exponential").positive();
  p.required("c2", &M::c2, "", "exponent c2; the initial shear modulus is c1 c2").positive();
  p.required("bulk", &M::bulk, modulus,
             "bulk modulus kappa: about 1000 times the shear modulus for rubber and soft tissue")
      .positive();
}

template class DifferentiatedLaw<VerondaWestmann>;

}  // namespace tenon::fem

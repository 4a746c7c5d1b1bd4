// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "ArrudaBoyce.hpp"

#include "tenon/fem/laws/DifferentiatedLaw.hpp"

namespace tenon::fem {

void ArrudaBoyce::declare(base::Parameters<ArrudaBoyce>& p) {
  using M = ArrudaBoyce;
  const std::string modulus = "force/length^2";
  p.required("mu", &M::mu, modulus, "modulus mu, close to the initial shear modulus").positive();
  p.required("locking", &M::locking, "", "locking stretch, at which the chains are fully extended").between(1, 1e6);
  p.required("bulk", &M::bulk, modulus,
             "bulk modulus kappa: about 1000 times the shear modulus for rubber and soft tissue")
      .positive();
}

template class DifferentiatedLaw<ArrudaBoyce>;

}  // namespace tenon::fem

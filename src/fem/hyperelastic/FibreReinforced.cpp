// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "FibreReinforced.hpp"

#include "tenon/fem/laws/DifferentiatedLaw.hpp"

namespace tenon::fem {

void FibreReinforced::declare(base::Parameters<FibreReinforced>& p) {
  using M = FibreReinforced;
  const std::string modulus = "force/length^2";
  p.required("mu", &M::mu, modulus, "shear modulus of the matrix between the fibres").positive();
  p.required("k1", &M::k1, modulus, "stiffness of the fibres").nonNegative();
  p.required("k2", &M::k2, "", "exponent of the fibre stiffening").positive();
  p.required("bulk", &M::bulk, modulus,
             "bulk modulus kappa: about 1000 times the shear modulus for rubber and soft tissue")
      .positive();
  p.optional("fibre", &M::fibre, "", "fibre direction in the reference configuration, not necessarily normalised");
}

template class DifferentiatedLaw<FibreReinforced>;

}  // namespace tenon::fem

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Guccione.hpp"

#include "tenon/fem/laws/DifferentiatedLaw.hpp"

namespace tenon::fem {

void Guccione::declare(base::Parameters<Guccione>& p) {
  using M = Guccione;
  const std::string modulus = "force/length^2";
  p.required("c", &M::c, modulus, "coefficient c of the exponential").positive();
  p.required("bf", &M::bf, "", "exponent of the strain along the fibres").positive();
  p.required("bt", &M::bt, "", "exponent of the strain across the fibres").positive();
  p.required("bfs", &M::bfs, "", "exponent of the shear strain along the fibres").positive();
  p.required("bulk", &M::bulk, modulus,
             "bulk modulus kappa: about 1000 times the shear modulus for rubber and soft tissue")
      .positive();
  p.optional("fibre", &M::fibre, "", "fibre direction in the reference configuration, not necessarily normalised");
}

template class DifferentiatedLaw<Guccione>;

}  // namespace tenon::fem

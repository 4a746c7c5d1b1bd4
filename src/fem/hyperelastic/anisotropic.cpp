// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "anisotropic.hpp"

#include "tenon/fem/laws/DifferentiatedLaw.hpp"

namespace tenon::fem {

void Costa::declare(base::Parameters<Costa>& p) {
  using M = Costa;
  const std::string modulus = "force/length^2";
  p.required("a", &M::a, modulus, "coefficient a of the exponential").positive();
  p.required("bff", &M::bff, "", "exponent of the strain along the fibres").positive();
  p.required("bss", &M::bss, "", "exponent of the strain across the fibres, in the sheet").positive();
  p.required("bnn", &M::bnn, "", "exponent of the strain normal to the sheet").positive();
  p.required("bfs", &M::bfs, "", "exponent of the shear strain in the sheet").positive();
  p.required("bfn", &M::bfn, "", "exponent of the shear strain between the fibre and the sheet normal").positive();
  p.required("bsn", &M::bsn, "", "exponent of the shear strain between the sheet direction and the sheet normal")
      .positive();
  p.required("bulk", &M::bulk, modulus,
             "bulk modulus kappa: about 1000 times the shear modulus for rubber and soft tissue")
      .positive();
  p.optional("fibre", &M::fibre, "", "fibre direction in the reference configuration, not necessarily normalised");
  p.optional("sheet", &M::sheet, "",
             "a direction in the sheet in the reference configuration; its component along the fibres is ignored");
}

template class DifferentiatedLaw<Costa>;

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

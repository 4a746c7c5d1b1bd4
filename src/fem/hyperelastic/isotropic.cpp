// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "isotropic.hpp"

#include "tenon/base/Error.hpp"
#include "tenon/fem/laws/DifferentiatedLaw.hpp"

namespace tenon::fem {

void NeoHookean::declare(base::Parameters<NeoHookean>& p) {
  using M = NeoHookean;
  const std::string modulus = "force/length^2";
  p.required("young", &M::young, modulus, "Young's modulus at small strain").positive();
  p.required("poisson", &M::poisson, "", "Poisson's ratio at small strain").between(-1, 0.5);
}

template class DifferentiatedLaw<NeoHookean>;

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

void IsochoricNeoHookean::declare(base::Parameters<IsochoricNeoHookean>& p) {
  using M = IsochoricNeoHookean;
  const std::string modulus = "force/length^2";
  p.required("young", &M::young, modulus, "Young's modulus at small strain").positive();
  p.required("poisson", &M::poisson, "", "Poisson's ratio at small strain").between(-1, 0.5);
}

template class DifferentiatedLaw<IsochoricNeoHookean>;

void SaintVenantKirchhoff::declare(base::Parameters<SaintVenantKirchhoff>& p) {
  using M = SaintVenantKirchhoff;
  const std::string modulus = "force/length^2";
  p.required("young", &M::young, modulus, "Young's modulus at small strain").positive();
  p.required("poisson", &M::poisson, "", "Poisson's ratio at small strain").between(-1, 0.5);
}

template class DifferentiatedLaw<SaintVenantKirchhoff>;

void StableNeoHookean::declare(base::Parameters<StableNeoHookean>& p) {
  using M = StableNeoHookean;
  const std::string modulus = "force/length^2";
  p.required("young", &M::young, modulus, "Young's modulus at small strain").positive();
  p.required("poisson", &M::poisson, "", "Poisson's ratio at small strain").between(-1, 0.5);
}

template class DifferentiatedLaw<StableNeoHookean>;

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

void MooneyRivlin::declare(base::Parameters<MooneyRivlin>& p) {
  using M = MooneyRivlin;
  const std::string modulus = "force/length^2";
  p.required("c10", &M::c10, modulus, "coefficient of I1 - 3").nonNegative();
  p.required("c01", &M::c01, modulus, "coefficient of I2 - 3").nonNegative();
  p.required("bulk", &M::bulk, modulus,
             "bulk modulus kappa: about 1000 times the shear modulus for rubber and soft tissue")
      .positive();
}

void MooneyRivlin::check() const {
  if (!(c10 + c01 > 0))
    throw base::InputError(
        "The constants 'c10' and 'c01' of the Mooney-Rivlin material are both 0: at least one must be positive.");
}

template class DifferentiatedLaw<MooneyRivlin>;

}  // namespace tenon::fem

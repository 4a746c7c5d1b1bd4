// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "MooneyRivlin.hpp"

#include "tenon/base/Error.hpp"
#include "tenon/fem/laws/DifferentiatedLaw.hpp"

namespace tenon::fem {

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

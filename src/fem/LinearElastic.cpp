// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "LinearElastic.hpp"

namespace tenon::fem {

void LinearElastic::declare(base::Parameters<LinearElastic>& parameters) {
  parameters.required("young", &LinearElastic::young, "force/length^2", "Young's modulus").positive();
  parameters.required("poisson", &LinearElastic::poisson, "", "Poisson's ratio").between(-1, 0.5);
  parameters.optional("expansion", &LinearElastic::expansion, "1/temperature", "coefficient of thermal expansion");
}

}  // namespace tenon::fem

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "ShearElastic.hpp"

#include <fmt/format.h>

#include "tenon/base/Error.hpp"

namespace tenon::fem {

void ShearElastic::declare(base::Parameters<ShearElastic>& parameters) {
  parameters.required("young", &ShearElastic::young, "force/length^2", "Young's modulus").positive();
  parameters.required("poisson", &ShearElastic::poisson, "", "Poisson's ratio, up to 0.5").atMost(0.5);
}

void ShearElastic::check() const {
  if (!(poisson > -1)) throw base::InputError(fmt::format("'poisson' must be greater than -1, but is {}.", poisson));
}

}  // namespace tenon::fem

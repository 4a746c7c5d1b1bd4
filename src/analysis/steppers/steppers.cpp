// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Bdf2.hpp"
#include "CentralDifference.hpp"
#include "GeneralisedAlpha.hpp"
#include "ImplicitEuler.hpp"
#include "LinearlyImplicitEuler.hpp"
#include "MoreauJean.hpp"
#include "Variational.hpp"

namespace tenon::analysis {

std::map<std::string, StepperMaker>& steppers() {
  static std::map<std::string, StepperMaker> all{
      {"bdf2", Bdf2::make},
      {"central-difference", CentralDifference::make},
      {"generalised-alpha", GeneralisedAlpha::bySpectralRadius},
      {"hht", GeneralisedAlpha::hht},
      {"implicit-euler", ImplicitEuler::make},
      {"linearly-implicit-euler", LinearlyImplicitEuler::make},
      {"moreau-jean", MoreauJean::make},
      {"newmark", GeneralisedAlpha::newmark},
      {"trapezoid", GeneralisedAlpha::trapezoid},
      {"variational", Variational::make},
  };
  return all;
}

}  // namespace tenon::analysis

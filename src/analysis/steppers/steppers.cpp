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
namespace {

StepperRegistry makeSteppers() {
  StepperRegistry all("time integrator");
  all.add<Bdf2>("bdf2",
                "second-order backward differentiation formula: damps high frequencies but hardly affects low ones");
  all.add<CentralDifference>("central-difference", "explicit central differences with a diagonal mass matrix");
  all.add<GeneralisedAlphaParameters>("generalised-alpha",
                                      "generalised-alpha method, with a spectral radius at infinite frequency");
  all.add<HhtParameters>("hht", "HHT method: numerical damping that increases with `alpha`");
  all.add<ImplicitEuler>("implicit-euler", "implicit Euler method: first order, strongest numerical damping");
  all.add<LinearlyImplicitEuler>("linearly-implicit-euler",
                                 "implicit Euler method with one linearisation at the beginning of each step");
  all.add<MoreauJean>("moreau-jean", "Moreau-Jean time stepping by impulses, for contact of rigid bodies and meshes");
  all.add<NewmarkParameters>("newmark", "Newmark's method with any stable coefficients");
  all.add<TrapezoidalRule>("trapezoid", "trapezoidal rule: conserves the energy of linear systems");
  all.add<Variational>("variational", "variational integrator (RATTLE): symplectic, with bounded energy error");
  return all;
}

}  // namespace

StepperRegistry& steppers() {
  static StepperRegistry all = makeSteppers();
  return all;
}

}  // namespace tenon::analysis

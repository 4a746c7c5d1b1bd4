// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "ConeSolver.hpp"
#include "GaussSeidel.hpp"
#include "contact/solvers/AcceleratedGradient.hpp"
#include "contact/solvers/SemismoothNewton.hpp"
#include "contact/solvers/splitMethods.hpp"
#include "gradientMethods.hpp"

namespace tenon::contact {

std::map<std::string, ConeSolverKind>& coneSolvers() {
  static std::map<std::string, ConeSolverKind> all{
      {"accelerated-gradient",
       {AcceleratedGradient::make,
        "accelerated projected gradients (Nesterov), for stacks and piles with small tolerances; newton is tried for "
        "small, persistent contact sets",
        true}},
      {"alternating-directions",
       {AlternatingDirections::make,
        "ADMM: few iterations, each of which solves a linear system by conjugate gradients", true}},
      {"barzilai-borwein",
       {BarzilaiBorwein::make, "projected gradients with spectral steps; sometimes faster than accelerated-gradient",
        true}},
      {"conjugate-gradient",
       {ConjugateGradient::make,
        "conjugate gradients on the faces of the cones, alternating with projected gradients, similar to MPRGP", true}},
      {"gauss-seidel",
       {GaussSeidel::make,
        "projected Gauss-Seidel (PSOR), contact by contact, for loose piles with large tolerances; the error depends "
        "on the order of contacts"}},
      {"jacobi",
       {Jacobi::make,
        "projected Jacobi, all contacts at once: slower than gauss-seidel, but independent of order and partition"}},
      {"newton",
       {SemismoothNewton::make,
        "semismooth Newton, for large mass ratios and tolerances near round-off; projected gradients are used if "
        "Newton stalls",
        true}},
  };
  return all;
}

}  // namespace tenon::contact

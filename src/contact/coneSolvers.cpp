// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <memory>

#include "GaussSeidel.hpp"
#include "contact/solvers/AcceleratedGradient.hpp"
#include "contact/solvers/SemismoothNewton.hpp"
#include "contact/solvers/splitMethods.hpp"
#include "gradientMethods.hpp"
#include "tenon/contact/ConeSolver.hpp"

namespace tenon::contact {
namespace {

/// Registered type of a solver that has no parameters besides ConeSolver::Limits.
template <class Solver>
struct WithoutParameters {
  struct Data {};
  static void declare(base::Parameters<Data>&) {}
  static std::unique_ptr<ConeSolver> make(const Data&) { return std::make_unique<Solver>(); }
};

ConeSolverRegistry makeSolvers() {
  ConeSolverRegistry all("contact solver");
  all.add<WithoutParameters<AcceleratedGradient>>(
      "accelerated-gradient",
      "accelerated projected gradients (Nesterov), for stacks and piles with small tolerances; newton is tried for "
      "small, persistent contact sets");
  all.add<WithoutParameters<AlternatingDirections>>(
      "alternating-directions", "ADMM: few iterations, each of which solves a linear system by conjugate gradients");
  all.add<WithoutParameters<BarzilaiBorwein>>(
      "barzilai-borwein", "projected gradients with spectral steps; sometimes faster than accelerated-gradient");
  all.add<WithoutParameters<ConjugateGradient>>(
      "conjugate-gradient",
      "conjugate gradients on the faces of the cones, alternating with projected gradients, similar to MPRGP");
  all.add<WithoutParameters<GaussSeidel>>(
      "gauss-seidel",
      "projected Gauss-Seidel (PSOR), contact by contact, for loose piles with large tolerances; the error depends "
      "on the order of contacts");
  all.add<WithoutParameters<Jacobi>>(
      "jacobi",
      "projected Jacobi, all contacts at once: slower than gauss-seidel, but independent of order and partition");
  all.add<WithoutParameters<SemismoothNewton>>(
      "newton",
      "semismooth Newton, for large mass ratios and tolerances near round-off; projected gradients are used if "
      "Newton stalls");
  return all;
}

}  // namespace

ConeSolverRegistry& coneSolvers() {
  static ConeSolverRegistry all = makeSolvers();
  return all;
}

}  // namespace tenon::contact

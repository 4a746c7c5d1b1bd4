// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "VelocityProjection.hpp"

#include "analysis/steps/constraintRates.hpp"
#include "la/vectors.hpp"
#include "tenon/la/matrices/SaddleMatrix.hpp"

namespace tenon::analysis {

namespace {

constexpr system::Factors mass_alone{1.0, 0.0, 0.0};
// Factor of the compliance over the squared step size, so that rows with compliance do not resist
// velocities.
constexpr double hardly_resists = 1e10;

solver::PreconditionerParameters parametersForDoubledIterations() {
  solver::PreconditionerParameters parameters;
  parameters.update = "iterations-double";
  return parameters;
}

}  // namespace

VelocityProjection::VelocityProjection(Equations& equations, TangentSolver& solver, double h)
    : equations_(equations), tangent_(solver), h_(h), preconditioner_update_(parametersForDoubledIterations()) {}

solver::SaddleSystem VelocityProjection::saddleSystem() const {
  solver::SaddleSystem saddle;
  saddle.A = mass_->get();
  saddle.G = tangent_.independentRows();
  saddle.compliance = soft_.get();
  saddle.rigid_modes = equations_.tangent().rigidModes();
  saddle.objects = la::namedStates(mass_->layout());
  saddle.groups = equations_.constraints()->groups();
  return saddle;
}

void VelocityProjection::prepare(base::Phases& phases) {
  if (solver_ && equations_.tangent().isLinear() && revision_ == equations_.tangent().revision()) return;
  revision_ = equations_.tangent().revision();
  {
    const auto phase = phases.begin("assemble");
    if (!mass_) mass_ = std::make_unique<system::AssembledSystem>(equations_.mechanics());
    mass_->assemble(mass_alone);
  }
  const auto phase = phases.begin("solve");
  tangent_.findRedundancy();
  if (const Vec compliance = equations_.constraints()->compliance()) {
    soft_ = la::copyOf(compliance);
    TENON_PETSC(VecScale(soft_.get(), hardly_resists / (h_ * h_)));
  }
  const bool updates_preconditioner = preconditioner_update_.isDue() || solver_->hasFactorsOfA();
  if (updates_preconditioner) preconditioner_update_.recordUpdate();
  if (solver_ && solver_->update(saddleSystem(), updates_preconditioner)) return;
  solver::SolverParameters parameters = tangent_.parameters();
  parameters.preconditioner_block = {};
  parameters.preconditioner = {};
  solver_.reset();
  solver_ = std::make_unique<solver::SaddleSolver>(saddleSystem(), parameters, tangent_.options());
}

// Projects twice, because one pass leaves an error of the tolerance of an iterative solver.
solver::SolveStatistics VelocityProjection::project(base::Phases& phases) {
  constexpr int passes = 2;
  solver::SolveStatistics statistics;
  if (equations_.constraints() == nullptr) return statistics;
  preconditioner_update_.beginStep();
  prepare(phases);
  const auto phase = phases.begin("solve");
  for (int pass = 0; pass < passes; ++pass) {
    la::Vector v = equations_.unknowns().states().v;
    const la::Vector g = computeMissingRates(equations_, v.get()), impulses = la::makeZeroLike(g.get());
    tangent_.removeDependentRows(g.get());
    if (la::norm(g.get()) == 0.0) break;
    const la::Vector none = la::makeZeroLike(v.get()), change = la::makeZeroLike(v.get());
    const auto one = solver_->solve(none.get(), g.get(), change.get(), impulses.get());
    preconditioner_update_.recordSolve(one.iterations);
    statistics = solver::combine(statistics, one);
    TENON_PETSC(VecAXPY(v.get(), 1.0, change.get()));
    equations_.unknowns().setVelocities(v.get());
  }
  return statistics;
}

}  // namespace tenon::analysis

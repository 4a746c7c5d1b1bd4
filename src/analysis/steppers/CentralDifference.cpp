// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "CentralDifference.hpp"

#include <fmt/format.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "analysis/StepContext.hpp"
#include "analysis/splitByBody.hpp"
#include "base/dense.hpp"
#include "la/arrays.hpp"
#include "la/matrices/Projection.hpp"
#include "la/vectors.hpp"
#include "products.hpp"
#include "system/evaluation.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/base/runCollectively.hpp"
#include "tenon/system/forms/MatrixFreeSystem.hpp"

namespace tenon::analysis {
namespace {

constexpr double off_diagonal = 1e-12;  // admissible relative deviation of a product from the product with the diagonal
constexpr int most_vectors = 60;        // maximum number of Lanczos vectors
constexpr double converged = 1e-4;      // relative change of the largest eigenvalue from one vector to the next
constexpr double a_hair = 1e-9;         // admissible relative excess over the longest stable step
constexpr int looks_every = 20;         // number of steps between checks for values that are not finite

/// Returns the largest eigenvalue of W A W, W = diag(weights), A symmetric, by the Lanczos method
/// without reorthogonalisation, which finds the ends of the spectrum first (Golub and Van Loan,
/// Matrix Computations, 4th ed., section 10.1).
/// @note Collective.
double largestEigenvalue(Mat A, Vec weights) {
  la::Vector v = la::makeZeroLike(weights), before = la::makeZeroLike(weights), w = la::makeZeroLike(weights),
             product = la::makeZeroLike(weights);
  fillPseudoRandom(v.get());
  TENON_PETSC(VecPointwiseMult(v.get(), v.get(), weights));
  const double size = la::norm(v.get());
  if (size == 0.0) return 0.0;
  TENON_PETSC(VecScale(v.get(), 1.0 / size));
  std::vector<double> diagonals, beside;
  double largest = 0.0;
  for (int k = 0; k < most_vectors; ++k) {
    TENON_PETSC(VecPointwiseMult(w.get(), weights, v.get()));
    TENON_PETSC(MatMult(A, w.get(), product.get()));
    TENON_PETSC(VecPointwiseMult(w.get(), weights, product.get()));
    diagonals.push_back(dot(v.get(), w.get()));
    TENON_PETSC(VecAXPY(w.get(), -diagonals.back(), v.get()));
    if (k > 0) TENON_PETSC(VecAXPY(w.get(), -beside.back(), before.get()));
    const auto rows = static_cast<Eigen::Index>(diagonals.size());
    const Eigen::VectorXd values =
        base::computeTridiagonalEigenvalues(Eigen::Map<const Eigen::VectorXd>(diagonals.data(), rows),
                                            Eigen::Map<const Eigen::VectorXd>(beside.data(), rows - 1));
    const double last = std::exchange(largest, values[rows - 1]);
    beside.push_back(la::norm(w.get()));
    if (beside.back() <= 1e-12 * largest || (k > 10 && largest - last <= converged * converged * largest)) break;
    std::swap(before, v);
    std::swap(v, w);
    TENON_PETSC(VecScale(v.get(), 1.0 / beside.back()));
  }
  return largest;
}

void requireNoConstraints(const system::MechanicalSystem& mechanics) {
  for (const auto& constraint : mechanics.constraints())
    if (constraint->active)
      throw base::InputError(fmt::format(
          "The time integrator 'central-difference' does not support constraints with Lagrange multipliers, but the "
          "case contains the constraint '{}': choose another `stepper`, or replace the constraint by `conditions`.",
          constraint->name()));
}

// Checks that the mass matrix is diagonal, by a product, regardless of its representation.
void requireDiagonal(const Equations& equations, Vec masses) {
  const la::Vector x = la::makeZeroLike(masses), y = la::makeZeroLike(masses), z = la::makeZeroLike(masses);
  fillPseudoRandom(x.get());
  TENON_PETSC(MatMult(equations.linearSystem().get(), x.get(), y.get()));
  TENON_PETSC(VecPointwiseMult(z.get(), masses, x.get()));
  TENON_PETSC(VecAXPY(z.get(), -1.0, y.get()));
  const bool is_diagonal = la::norm(z.get()) <= off_diagonal * la::norm(y.get());
  const bool is_oblique = equations.mechanics().projection().hasObliqueDirections();
  base::runCollectively(equations.comm(), [&] {
    for (const auto& body : equations.mechanics().bodies())
      if (!body->state().isAdditive())
        throw base::InputError(
            fmt::format("The time integrator 'central-difference' does not support three-dimensional rigid bodies, but "
                        "object '{}' consists of such bodies: choose another `stepper`.",
                        body->name()));
    if (is_oblique)
      throw base::InputError(
          "The time integrator 'central-difference' supports only conditions on components of single nodes, but the "
          "case contains conditions in oblique directions or on several nodes: choose another `stepper`.");
    if (!is_diagonal)
      throw base::InputError(
          "The time integrator 'central-difference' needs a diagonal mass matrix: use `masses` of type lumped, and "
          "only "
          "mass-proportional damping (`rayleigh_mass`).");
  });
}

/// Returns 2 / omega; infinite without stiffness. `inverse`: inverse of the masses, by object.
double longestStep(const Equations& equations, const std::vector<std::vector<double>>& inverse) {
  const system::LinearSystem& system = equations.linearSystem();
  system::MatrixFreeSystem stiffness(equations.mechanics());
  stiffness.assemble(system::statics);
  const la::Vector weights = system.layout().makeVector();
  system.layout().gather({inverse.begin(), inverse.end()}, weights.get());
  TENON_PETSC(VecSqrtAbs(weights.get()));
  const double square = largestEigenvalue(stiffness.get(), weights.get());
  return square > 0.0 ? 2.0 / std::sqrt(square) : std::numeric_limits<double>::infinity();
}

}  // namespace

void CentralDifference::begin(StepContext& context, double h, bool is_start) {
  Equations& equations = context.equations;
  requireNoConstraints(equations.mechanics());
  invertMasses(context, h);
  longest_step_ = longestStep(equations, inverse_);
  base::runCollectively(equations.comm(), [&] {
    if (is_start && h > (1 + a_hair) * longest_step_)
      throw base::InputError(fmt::format(
          "The step size {:.6g} is too large for the time integrator 'central-difference': the highest frequency "
          "limits the step size to {:.6g}, or to a smaller value if the structure stiffens. Reduce `step`.",
          h, longest_step_));
  });
  base::log().info("central-difference: step size {:.6g}, current stability limit {:.6g}", h, longest_step_);
}

void CentralDifference::invertMasses(StepContext& context, double h) {
  Equations& equations = context.equations;
  equations.unknowns().setKinematics(kinematics(h));
  equations.tangent().assemble(context.phases);
  const system::LinearSystem& system = equations.linearSystem();
  const la::Vector masses = system.layout().makeVector();
  TENON_PETSC(MatGetDiagonal(system.get(), masses.get()));
  requireDiagonal(equations, masses.get());
  inverse_ = splitByBody(equations.mechanics(), system.layout(), masses.get());
  held_.assign(inverse_.size(), {});
  for (std::size_t b = 0; b < inverse_.size(); ++b) {
    const la::State& state = std::as_const(*equations.mechanics().bodies()[b]).state();
    const constraint::ConstrainedDofs& dofs = equations.mechanics().constrainedDofs()[b];
    inverse_[b].resize(static_cast<std::size_t>(state.layout().numOwned() * state.block()));
    for (std::size_t i = 0; i < inverse_[b].size(); ++i) {
      const auto node = static_cast<la::LocalIndex>(i) / state.block();
      const bool held = dofs.isConstrained(node, static_cast<int>(i) % state.block());
      inverse_[b][i] = held ? 0.0 : 1.0 / inverse_[b][i];
      if (held) held_[b].push_back(i);
    }
  }
}

solver::SolveStatistics CentralDifference::advance(StepContext& context, double h, double time) {
  const auto phase = context.phases.begin("steps");
  system::MechanicalSystem& mechanics = context.equations.mechanics();
  const Arrays before = prescribedDisplacements(mechanics);
  for (std::size_t b = 0; b < inverse_.size(); ++b) {
    la::State& state = mechanics.bodies()[b]->state();
    const auto q = state.displacement(), v = state.velocity();
    const auto a = std::as_const(state).acceleration();
    for (std::size_t i = 0; i < inverse_[b].size(); ++i) {
      v[i] += 0.5 * h * a[i];
      q[i] += h * v[i];
    }
  }
  mechanics.setTime(time);
  mechanics.imposeDirichletValues();
  const auto forces = system::forcesOf(mechanics);
  for (std::size_t b = 0; b < inverse_.size(); ++b) {
    la::State& state = mechanics.bodies()[b]->state();
    const auto v = state.velocity(), a = state.acceleration();
    for (std::size_t i = 0; i < inverse_[b].size(); ++i) {
      a[i] = inverse_[b][i] * forces[b][i];
      v[i] += 0.5 * h * a[i];
    }
  }
  movePrescribed(mechanics, h, time, before);
  if (++steps_ % looks_every == 0) requireNumbers(mechanics, time);
  return {};
}

CentralDifference::Arrays CentralDifference::prescribedDisplacements(const system::MechanicalSystem& mechanics) const {
  Arrays values(held_.size());
  for (std::size_t b = 0; b < held_.size(); ++b) {
    const auto q = std::as_const(*mechanics.bodies()[b]).state().displacement();
    for (const std::size_t i : held_[b]) values[b].push_back(q[i]);
  }
  return values;
}

// Computes velocities and accelerations of prescribed degrees of freedom from their values one step
// before and after.
void CentralDifference::movePrescribed(system::MechanicalSystem& mechanics, double h, double time,
                                       const Arrays& before) const {
  const Arrays now = prescribedDisplacements(mechanics);
  const auto isAnywhere = [](const std::vector<double>& values) {
    return std::any_of(values.begin(), values.end(), [](double value) { return value != 0.0; });
  };
  const bool moves =
      std::any_of(before.begin(), before.end(), isAnywhere) || std::any_of(now.begin(), now.end(), isAnywhere);
  if (!mechanics.comm().any(moves)) return;
  mechanics.setTime(time + h);
  for (std::size_t b = 0; b < held_.size(); ++b) {
    la::State& state = mechanics.bodies()[b]->state();
    const constraint::ConstrainedDofs& dofs = mechanics.constrainedDofs()[b];
    const auto v = state.velocity(), a = state.acceleration();
    for (std::size_t k = 0; k < held_[b].size(); ++k) {
      const std::size_t i = held_[b][k];
      const auto node = static_cast<la::LocalIndex>(i) / state.block();
      const double after = dofs.value(node, static_cast<int>(i) % state.block());
      v[i] = (after - before[b][k]) / (2 * h);
      a[i] = (after - 2 * now[b][k] + before[b][k]) / (h * h);
    }
  }
  mechanics.setTime(time);
}

void CentralDifference::requireNumbers(const system::MechanicalSystem& mechanics, double time) const {
  bool finite = true;
  for (const auto& body : mechanics.bodies()) {
    const auto a = std::as_const(*body).state().acceleration();
    finite = finite && std::all_of(a.begin(), a.end(), [](double value) { return std::isfinite(value); });
  }
  finite = mechanics.comm().all(finite);
  base::runCollectively(mechanics.comm(), [&] {
    if (!finite)
      throw base::NotConvergedError(
          fmt::format("The accelerations are no longer finite at t = {:.6g}: reduce `step` well below {:.6g}, the "
                      "stability limit at the start.",
                      time, longest_step_));
  });
}

}  // namespace tenon::analysis

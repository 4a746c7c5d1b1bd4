// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <Eigen/Core>
#include <algorithm>

#include "ModeShapes.hpp"
#include "base/dense.hpp"
#include "la/vectors.hpp"
#include "lobpcg.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::analysis {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

// Computes pairs by repeated searches. The Krylov space of one starting vector contains one vector
// of a multiple theta, so that the remaining space is searched until no pair with a theta as large
// as the last one is found. Copies of the last theta are kept, so that all of them can be oriented
// together.
std::vector<EigenPair> findPairs(ModalOperators& operators, std::size_t count, double least_theta) {
  constexpr std::size_t at_once = 2;
  constexpr double as_large = 1 - 1e-6, nothing = 1e-14;
  std::vector<EigenPair> found;
  const auto least = [&](const std::vector<EigenPair>& more) {
    if (found.size() >= count) return as_large * found[count - 1].theta;
    double largest = found.empty() ? 0.0 : found.front().theta;
    for (const EigenPair& pair : more) largest = std::max(largest, pair.theta);
    return std::max(least_theta, nothing * largest);
  };
  const auto dropSmall = [&](std::vector<EigenPair>& pairs) {
    const auto isSmall = [bar = least(pairs)](const EigenPair& pair) { return !(pair.theta > bar); };
    pairs.erase(std::remove_if(pairs.begin(), pairs.end(), isSmall), pairs.end());
  };
  for (int attempt = 0;; ++attempt) {
    const std::size_t missing = count - std::min(count, found.size());
    const std::size_t wanted = std::max(missing, std::min(at_once, count));
    std::vector<EigenPair> more = krylovSchur(operators, static_cast<PetscInt>(wanted), found, attempt);
    dropSmall(more);
    if (more.empty()) return found;
    std::move(more.begin(), more.end(), std::back_inserter(found));
    std::stable_sort(found.begin(), found.end(),
                     [](const EigenPair& a, const EigenPair& b) { return a.theta > b.theta; });
    dropSmall(found);
  }
}

std::vector<EigenPair> pairsOf(ModalOperators& operators, const EigenproblemOptions& query) {
  if (query.by_lobpcg && suitsLobpcg(operators, query.count)) return lobpcg(operators, query.count, query.tolerance);
  return findPairs(operators, static_cast<std::size_t>(query.count), query.least_theta);
}

/// Returns the linear combinations with the columns of `c` as coefficients; the argument is
/// consumed.
std::vector<la::Vector> combined(std::vector<la::Vector> vectors, const MatrixXd& c) {
  std::vector<Vec> handles;
  for (const la::Vector& vector : vectors) handles.push_back(vector.get());
  std::vector<la::Vector> sums;
  for (Index k = 0; k < c.cols(); ++k) {
    sums.push_back(la::makeZeroLike(handles.front()));
    TENON_PETSC(VecMAXPY(sums.back().get(), static_cast<PetscInt>(handles.size()), c.col(k).data(), handles.data()));
  }
  return sums;
}

/// Returns the matrix x_i . B x_j for a product B.
template <class Multiply>
MatrixXd gram(const std::vector<la::Vector>& x, Multiply&& multiply) {
  const auto size = static_cast<Index>(x.size());
  std::vector<Vec> handles;
  for (const la::Vector& vector : x) handles.push_back(vector.get());
  MatrixXd products(size, size);
  const la::Vector y = la::makeZeroLike(handles.front());
  for (Index j = 0; j < size; ++j) {
    multiply(handles[static_cast<std::size_t>(j)], y.get());
    TENON_PETSC(VecMDot(y.get(), static_cast<PetscInt>(size), handles.data(), products.col(j).data()));
  }
  return 0.5 * (products + products.transpose());
}

/// Returns true if a residual is round-off and leaves the eigenvalue accurate.
bool isRoundOff(const ModalOperators& operators, Vec phi, Vec lambda, double residual) {
  constexpr double largest_uncertainty = 1e-4;  // relative to the eigenvalue
  const ModalOperators::RoundOff round_off = operators.roundOff(phi, lambda);
  return residual <= round_off.force && round_off.energy <= largest_uncertainty;
}

/// Makes one inverse iteration of all vectors together, followed by a Rayleigh-Ritz projection.
/// This removes the errors of round-off and of the tolerance of linear solves, and provides the
/// multipliers.
std::vector<ModeShape> refined(ModalOperators& operators, const std::vector<la::Vector>& x, double tolerance) {
  std::vector<la::Vector> y, lambda;
  const la::Vector f = operators.makeVector();
  for (const la::Vector& one : x) {
    y.push_back(operators.makeVector()), lambda.push_back(operators.equations().rows().makeVector());
    operators.multiplyMass(one.get(), f.get());
    operators.solve(f.get(), y.back().get(), lambda.back().get());
    const double size = la::norm(y.back().get());
    TENON_PETSC(VecScale(y.back().get(), 1.0 / size));
    if (lambda.back()) TENON_PETSC(VecScale(lambda.back().get(), 1.0 / size));
  }
  const MatrixXd mass = gram(y, [&](Vec v, Vec w) { operators.multiplyMass(v, w); });
  const MatrixXd shifted = gram(y, [&](Vec v, Vec w) { operators.multiplyShifted(v, w); });
  const base::Eigenpairs ritz = base::computeEigenpairs(shifted, mass);
  y = combined(std::move(y), ritz.vectors);
  if (lambda.front()) lambda = combined(std::move(lambda), ritz.vectors);
  std::vector<ModeShape> shapes;
  for (std::size_t k = 0; k < y.size(); ++k) {
    const double mu = ritz.values[static_cast<Index>(k)];
    operators.multiplyMass(y[k].get(), f.get());
    const double size = mu * la::norm(f.get());
    const la::Vector left = operators.residual(y[k].get(), lambda[k].get(), mu);
    // Multipliers of nearly redundant rows are less accurate than the mode shape.
    if (la::norm(left.get()) > tolerance * size) operators.project(left.get());
    const double residual = la::norm(left.get()) / size;
    const bool is_converged =
        residual <= tolerance || isRoundOff(operators, y[k].get(), lambda[k].get(), residual * size);
    shapes.push_back({mu, residual, is_converged, std::move(y[k]), std::move(lambda[k])});
  }
  return shapes;
}

bool areConverged(const std::vector<ModeShape>& shapes) {
  return std::all_of(shapes.begin(), shapes.end(), [](const ModeShape& shape) { return shape.is_converged; });
}

double worstOf(const std::vector<ModeShape>& shapes) {
  double worst = 0.0;
  for (const ModeShape& shape : shapes) worst = std::max(worst, shape.residual);
  return worst;
}

}  // namespace

std::vector<ModeShape> findModeShapes(ModalOperators& operators, const EigenproblemOptions& query) {
  constexpr int most_rounds = 4;
  const auto phase = operators.phases().begin("solve");
  std::vector<la::Vector> x;
  for (EigenPair& pair : pairsOf(operators, query)) x.push_back(std::move(pair.x));
  if (x.empty()) return {};
  std::vector<ModeShape> shapes = refined(operators, x, query.tolerance);
  for (int round = 1; round < most_rounds && !areConverged(shapes); ++round) {
    x.clear();
    for (ModeShape& shape : shapes) x.push_back(std::move(shape.phi));
    shapes = refined(operators, x, query.tolerance);
  }
  base::runCollectively(operators.equations().comm(), [&] {
    if (!areConverged(shapes))
      throw base::NotConvergedError(
          fmt::format("The relative residual of the modes is {:.1e}, but `tolerance` is {:.0e}: solve the linear "
                      "systems more accurately, with a smaller -ksp_rtol or the preset 'direct'. If 'direct' is "
                      "already used, round-off limits the accuracy because stiffnesses differ by too many orders of "
                      "magnitude: reduce the area of inextensible beams, or replace very stiff parts by constraints.",
                      worstOf(shapes), query.tolerance));
  });
  return shapes;
}

}  // namespace tenon::analysis

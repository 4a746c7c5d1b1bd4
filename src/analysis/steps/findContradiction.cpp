// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "findContradiction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "analysis/computeExtent.hpp"
#include "la/arrays.hpp"
#include "la/vectors.hpp"
#include "system/evaluation.hpp"

namespace tenon::analysis {
namespace {

using constraint::Constraint;

/// Row that an increment may violate.
struct RequiredRate {
  double weight = 0.0;  // 1 / |G_r|; 0: the row is ignored
  int sign = 0;         // 1 and -1: lower and upper bound; 0: equality
  /// Returns the weighted violation for `value` = Phi + G v.
  double missing(double value) const { return sign == 0 || sign * value < 0.0 ? weight * value : 0.0; }
};

/// Returns the rows of this rank. Slips and rows with compliance are ignored.
std::vector<RequiredRate> findRequiredRates(const Equations& equations) {
  const system::MechanicalSystem& mechanics = equations.mechanics();
  const std::vector<double> lengths = equations.constraints()->lengths(equations.norms().weights());
  std::vector<RequiredRate> rows(lengths.size());
  std::size_t first = 0;
  for (const auto& constraint : mechanics.constraints()) {
    const auto count = static_cast<std::size_t>(constraint->numRows());
    const std::vector<double> soft = constraint->compliances();
    const auto width = static_cast<std::size_t>(constraint->friction().isEnabled() ? constraint->block() : 1);
    for (std::size_t r = 0; r < count; ++r) {
      const bool is_free = !constraint->active || constraint->level() == Constraint::Level::velocity ||
                           mechanics.dropped()[first + r] != 0 || r % width != 0 || (!soft.empty() && soft[r] > 0.0);
      if (is_free || lengths[first + r] == 0.0) continue;
      rows[first + r].weight = 1.0 / lengths[first + r];
      rows[first + r].sign = !constraint->isUnilateral() ? 0 : constraint->bound == "lower" ? 1 : -1;
    }
    first += count;
  }
  return rows;
}

/// Returns the rows of G multiplied by their weights; 0 for rows that are not `taken`.
la::Matrix weighted(Mat G, const std::vector<RequiredRate>& rows, const std::vector<char>& taken) {
  la::Matrix matrix;
  la::Vector weights;
  TENON_PETSC(MatDuplicate(G, MAT_COPY_VALUES, matrix.out()));
  TENON_PETSC(MatCreateVecs(G, nullptr, weights.out()));
  std::vector<double> entries(rows.size());
  for (std::size_t r = 0; r < rows.size(); ++r) entries[r] = taken[r] != 0 ? rows[r].weight : 0.0;
  la::setEntries(weights.get(), entries);
  TENON_PETSC(MatDiagonalScale(matrix.get(), weights.get(), nullptr));
  return matrix;
}

/// Computes the v with minimal |A v - b| that is closest to the given v, in place.
void leastSquares(Mat A, Vec b, Vec v) {
  la::LinearSolver solver;
  PC none = nullptr;
  TENON_PETSC(KSPCreate(PetscObjectComm(reinterpret_cast<PetscObject>(A)), solver.out()));
  TENON_PETSC(KSPSetType(solver.get(), KSPLSQR));
  TENON_PETSC(KSPGetPC(solver.get(), &none));
  TENON_PETSC(PCSetType(none, PCNONE));
  TENON_PETSC(KSPSetOperators(solver.get(), A, A));
  TENON_PETSC(KSPSetTolerances(solver.get(), 1e-14, 0.0, PETSC_DEFAULT, 5000));
  TENON_PETSC(KSPSetInitialGuessNonzero(solver.get(), PETSC_TRUE));
  TENON_PETSC(KSPSolve(solver.get(), b, v));
}

bool isTaken(const RequiredRate& row, double value, double slack) {
  return row.weight > 0.0 && (row.missing(value) != 0.0 || row.weight * std::abs(value) < slack);
}

/// Returns the violation of each row at the minimum of the sum of squares.
std::vector<double> leastMissing(const Equations& equations, const std::vector<RequiredRate>& rows,
                                 const std::vector<double>& phi) {
  constexpr int most_sets = 30;
  constexpr double just_kept = 1e-9;  // relative to the initial violation: rows kept by the sum remain in it
  const Mat G = equations.constraints()->free();
  la::Vector v, change, b;
  TENON_PETSC(MatCreateVecs(G, v.out(), change.out()));
  TENON_PETSC(VecDuplicate(change.get(), b.out()));
  TENON_PETSC(VecSet(v.get(), 0.0));
  std::vector<double> values = phi, wanted(rows.size());
  std::vector<char> taken(rows.size(), 0), before;
  double most = 0.0;
  for (std::size_t r = 0; r < rows.size(); ++r) most = std::max(most, std::abs(rows[r].missing(phi[r])));
  most = equations.comm().max(most);
  for (int sets = 0; sets < most_sets; ++sets) {
    for (std::size_t r = 0; r < rows.size(); ++r)
      taken[r] = isTaken(rows[r], values[r], taken[r] != 0 ? just_kept * most : 0.0) ? 1 : 0;
    if (!equations.comm().any(taken != before)) break;
    before = taken;
    for (std::size_t r = 0; r < rows.size(); ++r) wanted[r] = taken[r] != 0 ? -rows[r].weight * phi[r] : 0.0;
    la::setEntries(b.get(), wanted);
    leastSquares(weighted(G, rows, taken).get(), b.get(), v.get());
    TENON_PETSC(MatMult(G, v.get(), change.get()));
    const std::vector<double> moved = la::entriesOf(change.get());
    for (std::size_t r = 0; r < rows.size(); ++r) values[r] = phi[r] + moved[r];
  }
  for (std::size_t r = 0; r < rows.size(); ++r) values[r] = rows[r].missing(values[r]);
  return values;
}

/// Returns the norm |y^T W G|.
double forceOf(Mat G, const std::vector<RequiredRate>& rows, const std::vector<double>& y) {
  la::Vector force, entries;
  TENON_PETSC(MatCreateVecs(G, force.out(), entries.out()));
  la::setEntries(entries.get(), y);
  const la::Matrix all = weighted(G, rows, std::vector<char>(rows.size(), 1));
  TENON_PETSC(MatMultTranspose(all.get(), entries.get(), force.get()));
  return la::norm(force.get());
}

/// Returns a string that describes the participating rows of one constraint, the first one by its
/// node; empty if none participates.
std::string named(const system::MechanicalSystem& mechanics, const Constraint& constraint, const double* y,
                  double least) {
  constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();
  std::int64_t count = 0, first = none;
  const std::vector<Constraint::RowKey> places = constraint.rowKeys();
  std::int32_t body = -1;
  for (std::size_t r = 0; r < places.size(); ++r) {
    if (std::abs(y[r]) < least) continue;
    ++count;
    if (places[r].state == nullptr || places[r].node < 0) continue;
    body = static_cast<std::int32_t>(mechanics.bodyOf(*places[r].state));
    first = std::min(first, mechanics.allBodies()[static_cast<std::size_t>(body)]
                                ->mesh()
                                .nodeTags()[static_cast<std::size_t>(places[r].node)]);
  }
  const base::Communicator& comm = mechanics.comm();
  count = comm.sum(count), first = comm.min(first), body = comm.max(body);
  if (count == 0) return "";
  std::string text = fmt::format("'{}'", constraint.name());
  if (first != none)
    text += fmt::format(" at node {} of '{}'", first, mechanics.allBodies()[static_cast<std::size_t>(body)]->name());
  if (count > 1) text += fmt::format(" and {} more row{}", count - 1, count == 2 ? "" : "s");
  return text;
}

}  // namespace

std::string findContradiction(Equations& equations) {
  constexpr double least_gap = 1e-9, round_off = 1e-13;  // relative to the extent of the bodies, and to coordinates
  constexpr double farthest = 1e4;                       // in extents: longer increments are not considered
  constexpr double takes_part = 1e-2, is_held = 1e-6;    // relative to the largest entry
  if (equations.constraints() == nullptr) return "";
  const system::MechanicalSystem& mechanics = equations.mechanics();
  const base::Communicator& comm = equations.comm();
  equations.rows().update(equations.rows().multipliers());
  const std::vector<RequiredRate> rows = findRequiredRates(equations);
  std::vector<double> phi = system::constraintResidualOf(mechanics);
  for (std::size_t r = 0; r < phi.size(); ++r) phi[r] *= equations.constraints()->scales()[r];
  if (comm.any(std::any_of(phi.begin(), phi.end(), [](double one) { return !std::isfinite(one); }))) return "";
  const std::vector<double> y = leastMissing(equations, rows, phi);
  double proof = 0.0, largest = 0.0;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    proof += y[r] * rows[r].weight * phi[r];
    largest = std::max(largest, std::abs(y[r]));
  }
  proof = comm.sum(proof), largest = comm.max(largest);
  const double extent = computeExtent(mechanics);
  if (largest <= std::max(least_gap * extent, round_off * equations.unknowns().size())) return "";
  const system::ConstraintJacobian& G = *equations.constraints();
  if (!(forceOf(G.free(), rows, y) * farthest * std::max(extent, largest) < proof)) return "";
  std::string names;
  std::size_t first = 0;
  for (const auto& constraint : mechanics.constraints()) {
    const std::string one = named(mechanics, *constraint, y.data() + first, takes_part * largest);
    if (!one.empty()) names += (names.empty() ? "" : ", ") + one;
    first += static_cast<std::size_t>(constraint->numRows());
  }
  if (forceOf(G.full(), rows, y) > is_held * largest) names += ", prescribed values";
  return fmt::format(
      " The constraints are infeasible because no displacement satisfies all of them: {} contradict each other by at "
      "least {:.3g}.",
      names, largest);
}

}  // namespace tenon::analysis

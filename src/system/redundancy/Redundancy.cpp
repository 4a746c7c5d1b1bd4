// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Redundancy.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <petsc/private/petscimpl.h>  // declares PetscObjectStateGet, which is documented as public

#include <algorithm>
#include <cmath>
#include <map>

#include "OwnDofRows.hpp"
#include "WeightedRows.hpp"
#include "findDoubtfulRows.hpp"
#include "la/arrays.hpp"
#include "la/vectors.hpp"
#include "nullCombinations.hpp"
#include "proportionalRows.hpp"
#include "rowGroups.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::system {
namespace {

std::int32_t bodyOf(const MechanicalSystem& mechanics, const la::State* state) {
  for (std::size_t b = 0; b < mechanics.bodies().size(); ++b)
    if (&mechanics.bodies()[b]->state() == state) return static_cast<std::int32_t>(b);
  return -1;
}

void measureRows(Mat G, std::vector<ConstraintRow>& rows) {
  for (auto& row : rows) {
    PetscInt count = 0;
    const PetscScalar* values = nullptr;
    TENON_PETSC(MatGetRow(G, row.row, &count, nullptr, &values));
    for (PetscInt k = 0; k < count; ++k) row.size += std::abs(values[k]) / row.scale;
    TENON_PETSC(MatRestoreRow(G, row.row, &count, nullptr, &values));
  }
}

/// Returns the rows of active constraints on this rank, except rows with bounds and rows that the
/// constraint itself leaves empty.
/// @param G  constraint Jacobian with all columns
/// @note Collective.
std::vector<ConstraintRow> activeRows(const MechanicalSystem& mechanics, Mat G) {
  PetscInt first = 0;
  TENON_PETSC(MatGetOwnershipRange(G, &first, nullptr));
  const PetscInt first_owned = first;
  std::vector<ConstraintRow> rows;
  for (std::size_t c = 0; c < mechanics.constraints().size(); ++c) {
    const auto& constraint = *mechanics.constraints()[c];
    const LocalIndex count = constraint.numRows(), block = constraint.block();
    const std::int64_t before = mechanics.comm().exclusiveSum(static_cast<long>(count));
    const std::int32_t body = bodyOf(mechanics, constraint.carrier());
    const std::vector<LocalIndex> nodes = constraint.carrierNodes();
    for (LocalIndex r = 0; r < count && constraint.active && !constraint.isUnilateral(); ++r) {
      if (mechanics.dropped()[static_cast<std::size_t>(first - first_owned + r)] != 0) continue;
      ConstraintRow row;
      row.row = first + r;
      row.constraint = static_cast<std::int32_t>(c);
      row.number = before + r;
      row.scale = constraint.scale;
      const auto at = static_cast<std::size_t>(r / block);
      if (body >= 0 && at < nodes.size()) {
        row.body = body;
        row.component = block > 1 ? r % block : -1;
        row.number =
            mechanics.bodies()[static_cast<std::size_t>(body)]->mesh().nodeTags()[static_cast<std::size_t>(nodes[at])];
      }
      rows.push_back(row);
    }
    first += count;
  }
  measureRows(G, rows);
  rows.erase(std::remove_if(rows.begin(), rows.end(), [](const ConstraintRow& row) { return row.size == 0.0; }),
             rows.end());
  return rows;
}

constexpr std::size_t most_names = 10;
constexpr double inconsistent = 1e-8, round_off_of_data = 1e-10, of_combination = 1e-12;
constexpr double negligible = 1e-6;  // part of a row in a contradiction
constexpr double nearest = 1e-14;    // tolerance of the multipliers of minimum norm
// their combinations are well-conditioned: each has a row of its own
constexpr PetscInt most_iterations = 500;

/// Returns the rows that are not dependent in `found`.
WeightedRows without(const WeightedRows& rows, const std::vector<DependentRows>& found) {
  std::vector<PetscInt> dependent;
  for (const auto& group : found)
    for (const std::size_t r : group.dependent) dependent.push_back(group.rows[r].row);
  std::sort(dependent.begin(), dependent.end());
  std::vector<char> flags;
  for (const auto& row : rows.rows)
    flags.push_back(std::binary_search(dependent.begin(), dependent.end(), row.row) ? 0 : 1);
  return rows.kept(flags);
}

/// Returns the number of rows of nonlinear constraints on this rank.
std::size_t numChanging(const MechanicalSystem& mechanics) {
  std::size_t count = 0;
  auto dropped = mechanics.dropped().begin();
  for (const auto& constraint : mechanics.constraints()) {
    const auto end = dropped + constraint->numRows();
    if (constraint->active && !constraint->isLinear()) count += static_cast<std::size_t>(std::count(dropped, end, 0));
    dropped = end;
  }
  return count;
}

}  // namespace

Redundancy::Redundancy(const MechanicalSystem& mechanics, const ConstraintJacobian& G, Vec diagonal,
                       std::int64_t largest)
    : mechanics_(mechanics), largest_(largest), G_(la::Matrix::share(G.free())), scales_(G.makeVector()) {
  la::setEntries(scales_.get(), G.scales());
  search(G, diagonal);
}

Redundancy::~Redundancy() = default;

void Redundancy::search(const ConstraintJacobian& G, Vec diagonal) {
  const base::Communicator& comm = mechanics_.comm();
  const auto changes = [&](const ConstraintRow& row) {
    return !mechanics_.constraints()[static_cast<std::size_t>(row.constraint)]->isLinear();
  };
  const WeightedRows rows = weightedRows(G.free(), diagonal, activeRows(mechanics_, G.full()),
                                         la::entriesOf(G.compliance()), changes, weights_);
  num_rows_ = base::toPetscInt(comm.sum(static_cast<long>(rows.size())), "constraint rows");
  groups_ = proportionalRows(rows.withoutZeros(changes));
  const WeightedRows others = without(rows, groups_);
  const DoubtfulRows doubt = findDoubtfulRows(G.free(), others);
  const GroupedRows grouped = gatherGroups(G.free(), doubt.rows.withoutZeros(changes), largest_);
  num_untested_ = grouped.num_large;
  for (const auto& group : grouped.small) {
    auto found = nullCombinations(group);
    if (!found) num_untested_ += static_cast<std::int64_t>(group.size());
    if (found && !found->dependent.empty()) groups_.push_back(std::move(*found));
  }
  num_untested_ = comm.sum(num_untested_);
  own_dof_rows_ = std::make_unique<OwnDofRows>(weights_.get(), others, doubt.rows, doubt.is_own, changes);
  is_settled_ = comm.all(own_dof_rows_->size() == numChanging(mechanics_));
  if (comm.all(numChanging(mechanics_) == 0)) weights_ = la::Matrix();
  TENON_PETSC(PetscObjectStateGet(reinterpret_cast<PetscObject>(G_.get()), &values_));
  dropDependent();
  nameDependent();
}

bool Redundancy::update(const ConstraintJacobian& G, Vec diagonal) {
  PetscObjectState values = 0;
  TENON_PETSC(PetscObjectStateGet(reinterpret_cast<PetscObject>(G_.get()), &values));
  if (values == values_) return false;
  values_ = values;
  if (is_settled_ && mechanics_.comm().all(own_dof_rows_->areUnchanged(G_.get()))) {
    formIndependent();
    return false;
  }
  search(G, diagonal);
  return true;
}

void Redundancy::dropDependent() {
  const la::Vector kept = la::makeZeroLike(scales_.get());
  std::vector<PetscInt> rows;
  long count = 0;
  TENON_PETSC(VecSet(kept.get(), 1.0));
  for (const auto& group : groups_) {
    for (const auto& row : group.rows) rows.push_back(row.row);
    for (const auto r : group.dependent) TENON_PETSC(VecSetValue(kept.get(), group.rows[r].row, 0.0, INSERT_VALUES));
    count += static_cast<long>(group.dependent.size());
  }
  TENON_PETSC(VecAssemblyBegin(kept.get()));
  TENON_PETSC(VecAssemblyEnd(kept.get()));
  kept_.own = la::entriesOf(kept.get());
  TENON_PETSC(ISCreateGeneral(PETSC_COMM_SELF, static_cast<PetscInt>(rows.size()), rows.data(), PETSC_COPY_VALUES,
                              rows_.out()));
  num_dependent_ = base::toPetscInt(mechanics_.comm().sum(count), "dependent rows");
  formIndependent();
  if (num_dependent_ > 0) gatherCombinations();
}

void Redundancy::formIndependent() {
  if (num_dependent_ == 0) return independent_.reset();
  if (!independent_) independent_.emplace(G_.get());
  independent_->update(kept_);
}

void Redundancy::gatherCombinations() {
  least_squares_ = la::LinearSolver();
  std::vector<PetscInt> starts{0}, columns;
  std::vector<double> values;
  PetscInt num_rows = 0, total = 0;
  for (const auto& group : groups_)
    for (auto z : group.null) {
      std::sort(z.begin(), z.end(), [&](const RowCoefficient& a, const RowCoefficient& b) {
        return group.rows[a.row].row < group.rows[b.row].row;
      });
      for (const RowCoefficient& share : z) {
        columns.push_back(group.rows[share.row].row);
        values.push_back(group.rows[share.row].scale * share.value);
      }
      starts.push_back(base::toPetscInt(static_cast<long>(columns.size()), "entries of combinations"));
    }
  la::Matrix transposed;
  TENON_PETSC(MatGetLocalSize(G_.get(), &num_rows, nullptr));
  TENON_PETSC(MatGetSize(G_.get(), &total, nullptr));
  TENON_PETSC(MatCreate(mechanics_.comm().mpi(), transposed.out()));
  TENON_PETSC(MatSetSizes(transposed.get(), static_cast<PetscInt>(starts.size() - 1), num_rows, num_dependent_, total));
  TENON_PETSC(MatSetType(transposed.get(), MATAIJ));
  TENON_PETSC(MatSeqAIJSetPreallocationCSR(transposed.get(), starts.data(), columns.data(), values.data()));
  TENON_PETSC(MatMPIAIJSetPreallocationCSR(transposed.get(), starts.data(), columns.data(), values.data()));
  TENON_PETSC(MatTranspose(transposed.get(), MAT_INITIAL_MATRIX, combinations_.out()));
}

void Redundancy::removeDependent(Vec g) const {
  if (num_dependent_ > 0) kept_.apply(g);
}

void Redundancy::nameDependent() {
  const auto shorten = [&](std::vector<ConstraintRow>& rows) {
    std::sort(rows.begin(), rows.end(), comesBefore);
    rows.resize(std::min(rows.size(), most_names));
  };
  names_.clear();
  std::vector<ConstraintRow> dependent;
  for (const auto& group : groups_)
    for (const auto r : group.dependent) dependent.push_back(group.rows[r]);
  shorten(dependent);
  dependent = mechanics_.comm().gatherAll(dependent);
  shorten(dependent);
  for (const auto& row : dependent) names_.push_back(nameOf(row));
}

std::string Redundancy::nameOf(const ConstraintRow& row) const {
  static constexpr const char* components[] = {" (x)", " (y)", " (z)"};
  const std::string& constraint = mechanics_.constraints()[static_cast<std::size_t>(row.constraint)]->name();
  if (row.body < 0) return fmt::format("'{}' in row {}", constraint, row.number);
  return fmt::format("'{}' at node {} of '{}'{}", constraint, row.number,
                     mechanics_.bodies()[static_cast<std::size_t>(row.body)]->name(),
                     row.component < 0   ? ""
                     : row.component < 3 ? components[row.component]
                                         : fmt::format(" (row {})", row.component));
}

std::string Redundancy::message() const {
  if (num_dependent_ == 0) return "";
  const bool all = static_cast<std::size_t>(num_dependent_) == names_.size();
  return fmt::format(
      "{} of {} constraint rows follow{} from other rows or from conditions: {}{}. Their multipliers are not unique: "
      "those of minimum norm are reported.",
      num_dependent_, num_rows_, num_dependent_ == 1 ? "s" : "", fmt::join(names_, ", "), all ? "" : " and others");
}

std::string Redundancy::untestedMessage() const {
  if (num_untested_ == 0) return "";
  return fmt::format(
      "{} of {} constraint rows are coupled in groups of more than {} rows, or have too many degrees of freedom each: "
      "only rows that are multiples of each other were detected among these. The preset 'direct' reports other "
      "redundant rows as null pivots; contradictory rows prevent convergence with all presets.",
      num_untested_, num_rows_, largest_);
}

std::vector<double> Redundancy::fetch(Vec vector) const {
  PetscInt count = 0;
  la::Vector mine;
  VecScatter scatter = nullptr;
  TENON_PETSC(ISGetLocalSize(rows_.get(), &count));
  TENON_PETSC(VecCreateSeq(PETSC_COMM_SELF, count, mine.out()));
  TENON_PETSC(VecScatterCreate(vector, rows_.get(), mine.get(), nullptr, &scatter));
  TENON_PETSC(VecScatterBegin(scatter, vector, mine.get(), INSERT_VALUES, SCATTER_FORWARD));
  TENON_PETSC(VecScatterEnd(scatter, vector, mine.get(), INSERT_VALUES, SCATTER_FORWARD));
  TENON_PETSC(VecScatterDestroy(&scatter));
  return la::entriesOf(mine.get());
}

void Redundancy::requireConsistent(const std::vector<double>& violation) const {
  if (num_dependent_ == 0) return;
  la::Vector phi = la::makeZeroLike(scales_.get());
  double motion = 0.0;
  la::setEntries(phi.get(), violation);
  for (const auto& body : mechanics_.bodies())
    for (const double u : body->state().displacement()) motion = std::max(motion, std::abs(u));
  motion = mechanics_.comm().max(motion);
  const std::vector<double> mine = fetch(phi.get());
  std::vector<Contradiction> found;
  const double* next = mine.data();
  for (const auto& group : groups_) {
    for (auto& one : findContradictions(group, next, motion)) found.push_back(std::move(one));
    next += group.rows.size();
  }
  refuse(found);
}

bool Redundancy::isLinear(const DependentRows& group, const std::vector<RowCoefficient>& z) const {
  return std::all_of(z.begin(), z.end(), [&](const RowCoefficient& share) {
    return mechanics_.constraints()[static_cast<std::size_t>(group.rows[share.row].constraint)]->isLinear();
  });
}

std::vector<Redundancy::Contradiction> Redundancy::findContradictions(const DependentRows& group,
                                                                      const double* violation, double motion) const {
  std::vector<Contradiction> found;
  for (std::size_t k = 0; k < group.null.size(); ++k) {
    const std::vector<RowCoefficient>& z = group.null[k];
    double residual = 0.0, bar = 0.0, largest = 0.0, heaviest = 0.0, farthest = 0.0;
    for (const auto& [r, value] : z) {
      // term of z^T (s Phi)
      const double of_row = value * group.rows[r].scale, size = group.rows[r].size;
      residual += of_row * violation[r];
      bar += std::abs(of_row) * (inconsistent * std::abs(violation[r]) + round_off_of_data * size * motion);
      largest = std::max(largest, std::abs(of_row));
      heaviest = std::max(heaviest, std::abs(of_row) * size);
      farthest = std::max(farthest, std::abs(violation[r]) / size);
    }
    bar += of_combination * heaviest * farthest;  // rows that are in z because of round-off only
    if (std::abs(residual) > bar && isLinear(group, z)) found.push_back({&group, k, std::abs(residual) / largest});
  }
  return found;
}

std::string Redundancy::messageOf(const Contradiction& contradiction) const {
  const DependentRows& group = *contradiction.group;
  const std::vector<RowCoefficient>& z = group.null[contradiction.number];
  const auto weightOf = [&](const RowCoefficient& share) {  // independent of the units of the row
    return std::abs(share.value * group.rows[share.row].scale) * group.rows[share.row].size;
  };
  double largest = 0.0;
  for (const RowCoefficient& share : z) largest = std::max(largest, weightOf(share));
  std::map<std::int32_t, std::vector<ConstraintRow>> by_constraint;
  std::size_t count = 0;
  bool is_constrained = false;
  for (const RowCoefficient& share : z) {
    if (weightOf(share) < negligible * largest) continue;
    const ConstraintRow& row = group.rows[share.row];
    by_constraint[row.constraint].push_back(row);
    is_constrained = is_constrained || row.is_constrained;
    ++count;
  }
  std::vector<std::string> names;
  for (const auto& [constraint, rows] : by_constraint) {
    names.push_back(nameOf(*std::min_element(rows.begin(), rows.end(), comesBefore)));
    if (rows.size() > 1)
      names.back() += fmt::format(" and {} more row{}", rows.size() - 1, rows.size() == 2 ? "" : "s");
  }
  std::string others = count == 1 ? "" : "each other";
  if (is_constrained)
    others +=
        count == 1 ? "the conditions on its degrees of freedom" : " and the conditions on their degrees of freedom";
  return fmt::format(
      "The constraints are infeasible because no displacement satisfies all of them: {} contradict{} {}, with a "
      "residual of {:.3g}",
      fmt::join(names, ", "), count == 1 ? "s" : "", others, contradiction.residual);
}

// Throws the error of the first contradiction, which does not depend on the partition.
void Redundancy::refuse(const std::vector<Contradiction>& mine) const {
  const base::Communicator& comm = mechanics_.comm();
  const auto rowOf = [](const Contradiction& one) { return one.group->rows[one.group->dependent[one.number]]; };
  const auto found = std::min_element(mine.begin(), mine.end(),
                                      [&](const auto& a, const auto& b) { return comesBefore(rowOf(a), rowOf(b)); });
  const long count = comm.sum(static_cast<long>(mine.size()));
  if (count == 0) return;
  std::vector<ConstraintRow> all = comm.gather(found != mine.end() ? rowOf(*found) : ConstraintRow{});
  all.erase(std::remove_if(all.begin(), all.end(), [](const auto& row) { return row.row < 0; }), all.end());
  const PetscInt first = std::min_element(all.begin(), all.end(), comesBefore)->row;
  base::runCollectively(comm, [&] {
    if (found == mine.end() || rowOf(*found).row != first) return;
    const std::string more = count == 2 ? "; so does 1 more row" : fmt::format("; so do {} more rows", count - 1);
    throw base::InputError(messageOf(*found) + (count == 1 ? "" : more) + ".");
  });
}

// Returns the least-squares solver for the current combinations.
KSP Redundancy::leastSquares() const {
  if (least_squares_) return least_squares_.get();
  PC pc = nullptr;
  TENON_PETSC(KSPCreate(mechanics_.comm().mpi(), least_squares_.out()));
  TENON_PETSC(KSPSetType(least_squares_.get(), KSPLSQR));
  TENON_PETSC(KSPSetOperators(least_squares_.get(), combinations_.get(), combinations_.get()));
  TENON_PETSC(KSPSetTolerances(least_squares_.get(), nearest, 0.0, PETSC_DEFAULT, most_iterations));
  TENON_PETSC(KSPGetPC(least_squares_.get(), &pc));
  TENON_PETSC(PCSetType(pc, PCNONE));
  return least_squares_.get();
}

void Redundancy::minimiseNorm(Vec mu) const {
  if (num_dependent_ == 0) return;
  la::Vector share = la::makeColumnVector(combinations_.get()), lambda = la::makeZeroLike(mu);
  TENON_PETSC(VecPointwiseMult(lambda.get(), mu, scales_.get()));
  TENON_PETSC(KSPSolve(leastSquares(), lambda.get(), share.get()));
  TENON_PETSC(VecScale(share.get(), -1.0));
  TENON_PETSC(MatMultAdd(combinations_.get(), share.get(), lambda.get(), lambda.get()));
  TENON_PETSC(VecPointwiseDivide(mu, lambda.get(), scales_.get()));
}

}  // namespace tenon::system

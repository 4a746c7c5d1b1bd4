#include "tenon/system/Redundancy.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <tuple>

#include "activeRows.hpp"
#include "nullCombinations.hpp"
#include "proportionalRows.hpp"
#include "rowGroups.hpp"
#include "tenon/base/collectively.hpp"
#include "tenon/la/arrays.hpp"

namespace tenon::system {
namespace {

constexpr std::size_t most_names = 10;
constexpr double inconsistent = 1e-8, round_off = 1e-10;

/// G diag(A)^-1/2.
la::Matrix weighted(Mat G, Vec diagonal) {
  la::Vector weight;
  la::Matrix matrix;
  PetscInt count = 0;
  double* values = nullptr;
  TENON_PETSC(VecDuplicate(diagonal, weight.put()));
  TENON_PETSC(VecCopy(diagonal, weight.get()));
  TENON_PETSC(VecGetLocalSize(weight.get(), &count));
  TENON_PETSC(VecGetArray(weight.get(), &values));
  for (PetscInt i = 0; i < count; ++i) values[i] = values[i] > 0.0 ? 1.0 / std::sqrt(values[i]) : 1.0;
  TENON_PETSC(VecRestoreArray(weight.get(), &values));
  TENON_PETSC(MatDuplicate(G, MAT_COPY_VALUES, matrix.put()));
  TENON_PETSC(MatDiagonalScale(matrix.get(), nullptr, weight.get()));
  return matrix;
}

auto keyOf(const ConstraintRow& row) {
  return std::make_tuple(row.constraint, row.body, row.number, row.component);
}

}  // namespace

Redundancy::Redundancy(const MechanicalSystem& mechanics, const ConstraintJacobian& G, Vec diagonal)
    : mechanics_(mechanics), G_(la::Matrix::share(G.free())) {
  const std::vector<ConstraintRow> rows = activeRows(mechanics, G.full());
  num_rows_ = base::toPetscInt(mechanics.comm().sum(static_cast<long>(rows.size())), "constraint rows");
  const la::Matrix matrix = weighted(G.free(), diagonal);
  const std::vector<double> compliance = la::entriesOf(G.compliance());
  const GroupedRows grouped = gatherGroups(matrix.get(), rows, compliance, most_rows);
  groups_ = proportionalRows(matrix.get(), grouped.large, compliance);
  for (const auto& group : grouped.small) {
    DependentRows found = nullCombinations(group);
    if (!found.dependent.empty()) groups_.push_back(std::move(found));
  }
  dropDependent(G);
  nameDependent();
}

void Redundancy::dropDependent(const ConstraintJacobian& G) {
  la::Vector kept = G.makeVector();
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
  TENON_PETSC(ISCreateGeneral(PETSC_COMM_SELF, static_cast<PetscInt>(rows.size()), rows.data(), PETSC_COPY_VALUES,
                              rows_.put()));
  num_dependent_ = base::toPetscInt(mechanics_.comm().sum(count), "dependent rows");
  if (num_dependent_ == 0) {
    independent_ = la::Matrix::share(G.free());
    return;
  }
  TENON_PETSC(MatDuplicate(G.free(), MAT_COPY_VALUES, independent_.put()));
  TENON_PETSC(MatDiagonalScale(independent_.get(), kept.get(), nullptr));
  kept_ = std::move(kept);
}

void Redundancy::drop(Vec g) const {
  if (kept_) TENON_PETSC(VecPointwiseMult(g, g, kept_.get()));
}

void Redundancy::nameDependent() {
  const auto before = [](const ConstraintRow& a, const ConstraintRow& b) { return keyOf(a) < keyOf(b); };
  const auto shorten = [&](std::vector<ConstraintRow>& rows) {
    std::sort(rows.begin(), rows.end(), before);
    rows.resize(std::min(rows.size(), most_names));
  };
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
  if (row.body < 0) return fmt::format("'{}' in its row {}", constraint, row.number);
  return fmt::format("'{}' at node {} of '{}'{}", constraint, row.number,
                     mechanics_.bodies()[static_cast<std::size_t>(row.body)]->name(),
                     row.component < 0   ? ""
                     : row.component < 3 ? components[row.component]
                                         : fmt::format(" (row {})", row.component));
}

std::string Redundancy::sentence() const {
  if (num_dependent_ == 0) return "";
  const bool all = static_cast<std::size_t>(num_dependent_) == names_.size();
  return fmt::format(
      "{} of {} constraint rows follow{} from other rows or from conditions: {}{}. Their multipliers are not unique: "
      "the least ones are given.",
      num_dependent_, num_rows_, num_dependent_ == 1 ? "s" : "", fmt::join(names_, ", "), all ? "" : ", ..");
}

std::vector<double> Redundancy::fetch(Vec vector) const {
  PetscInt count = 0;
  la::Vector mine;
  VecScatter scatter = nullptr;
  TENON_PETSC(ISGetLocalSize(rows_.get(), &count));
  TENON_PETSC(VecCreateSeq(PETSC_COMM_SELF, count, mine.put()));
  TENON_PETSC(VecScatterCreate(vector, rows_.get(), mine.get(), nullptr, &scatter));
  TENON_PETSC(VecScatterBegin(scatter, vector, mine.get(), INSERT_VALUES, SCATTER_FORWARD));
  TENON_PETSC(VecScatterEnd(scatter, vector, mine.get(), INSERT_VALUES, SCATTER_FORWARD));
  TENON_PETSC(VecScatterDestroy(&scatter));
  return la::entriesOf(mine.get());
}

void Redundancy::requireConsistent(const std::vector<double>& violation) const {
  if (num_dependent_ == 0) return;
  la::Vector phi;
  double motion = 0.0;
  TENON_PETSC(MatCreateVecs(independent_.get(), nullptr, phi.put()));
  la::setEntries(phi.get(), violation);
  for (const auto& body : mechanics_.bodies())
    for (const double u : body->state().displacement()) motion = std::max(motion, std::abs(u));
  motion = mechanics_.comm().max(motion);
  const std::vector<double> mine = fetch(phi.get());
  std::optional<Contradiction> first;
  const double* next = mine.data();
  for (const auto& group : groups_) {
    const auto found = judge(group, next, motion);
    if (found && (!first || keyOf(found->row) < keyOf(first->row))) first = found;
    next += group.rows.size();
  }
  refuse(first);
}

std::optional<Redundancy::Contradiction> Redundancy::judge(const DependentRows& group, const double* violation,
                                                           double motion) const {
  for (const auto& row : group.rows)
    if (!mechanics_.constraints()[static_cast<std::size_t>(row.constraint)]->isLinear()) return {};
  std::optional<Contradiction> first;
  for (std::size_t k = 0; k < group.null.size(); ++k) {
    const std::vector<double>& z = group.null[k];
    double residual = 0.0, bar = 0.0, largest = 0.0;
    for (std::size_t r = 0; r < z.size(); ++r) {
      const double of_row = z[r] * group.rows[r].scale;  // z^T (s Phi)
      residual += of_row * violation[r];
      bar += std::abs(of_row) * (inconsistent * std::abs(violation[r]) + round_off * group.rows[r].size * motion);
      largest = std::max(largest, std::abs(of_row));
    }
    const ConstraintRow& row = group.rows[group.dependent[k]];
    if (std::abs(residual) > bar && (!first || keyOf(row) < keyOf(first->row)))
      first = Contradiction{row, sentenceOf(group, z, std::abs(residual) / largest)};
  }
  return first;
}

std::string Redundancy::sentenceOf(const DependentRows& group, const std::vector<double>& z, double residual) const {
  std::vector<std::string> names;
  std::size_t count = 0;
  double largest = 0.0;
  for (std::size_t r = 0; r < z.size(); ++r) largest = std::max(largest, std::abs(z[r]));
  for (std::size_t r = 0; r < z.size(); ++r)
    if (std::abs(z[r]) > 1e-6 * largest && ++count <= 4) names.push_back(nameOf(group.rows[r]));
  return fmt::format(
      "The constraints are infeasible, no motion obeys all of them: {}{} contradict{} {}, with a residual of {:.3g}.",
      fmt::join(names, ", "), count > names.size() ? fmt::format(" and {} more rows", count - names.size()) : "",
      count == 1 ? "s" : "", count == 1 ? "the conditions that hold its unknowns" : "each other", residual);
}

// The same one whatever the partition.
void Redundancy::refuse(const std::optional<Contradiction>& mine) const {
  const base::Communicator& comm = mechanics_.comm();
  const auto all = comm.gather(mine ? mine->row : ConstraintRow{});
  const ConstraintRow* first = nullptr;
  for (const auto& row : all)
    if (row.row >= 0 && (first == nullptr || keyOf(row) < keyOf(*first))) first = &row;
  base::collectively(comm, [&] {
    if (mine && mine->row.row == first->row) throw base::NotConvergedError(mine->sentence);
  });
}

void Redundancy::makeLeastNorm(Vec mu) const {
  if (num_dependent_ == 0) return;
  const std::vector<double> mine = fetch(mu);
  std::vector<PetscInt> rows;
  std::vector<double> values;
  std::size_t start = 0;
  for (const auto& group : groups_) {
    const auto size = static_cast<Eigen::Index>(group.rows.size());
    Eigen::VectorXd lambda(size);
    Eigen::MatrixXd null(size, static_cast<Eigen::Index>(group.null.size()));
    for (Eigen::Index r = 0; r < size; ++r) {
      const auto row = static_cast<std::size_t>(r);
      lambda[r] = group.rows[row].scale * mine[start + row];
      for (Eigen::Index k = 0; k < null.cols(); ++k)
        null(r, k) = group.rows[row].scale * group.null[static_cast<std::size_t>(k)][row];
    }
    lambda -= null * null.colPivHouseholderQr().solve(lambda);
    for (std::size_t r = 0; r < group.rows.size(); ++r) {
      rows.push_back(group.rows[r].row);
      values.push_back(lambda[static_cast<Eigen::Index>(r)] / group.rows[r].scale);
    }
    start += group.rows.size();
  }
  TENON_PETSC(VecSetValues(mu, static_cast<PetscInt>(rows.size()), rows.data(), values.data(), INSERT_VALUES));
  TENON_PETSC(VecAssemblyBegin(mu));
  TENON_PETSC(VecAssemblyEnd(mu));
}

}  // namespace tenon::system

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "StoredMatrix.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <tuple>

#include "DofTable.hpp"
#include "base/caseCommunicator.hpp"
#include "la/files/readEntries.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::force {
namespace {

using base::GlobalIndex;
using base::InputError;
using base::LocalIndex;

/// Entry of K for two degrees of freedom.
struct Term {
  DofReference row, column;
  double value;
};

/// Returns the sort key of an entry, which groups the entries of each pair of nodes.
auto sortKey(const Term& term) {
  return std::make_tuple(term.row.object, term.row.node.value(), term.column.object, term.column.node.value(),
                         term.row.component, term.column.component);
}

bool isBefore(const Term& a, const Term& b) {
  return sortKey(a) < sortKey(b);
}

Term transposed(const Term& term) {
  return {term.column, term.row, term.value};
}

/// @throws InputError if rows and degrees of freedom do not match
/// @note Collective.
void requireFit(const base::Communicator& comm, const la::SparseEntries& file, const DofTable& unknowns,
                const StoredMatrix::Data& data) {
  std::int64_t mine = 0, last = -1;
  for (const auto& pair : unknowns.rows) ++mine, last = std::max(last, pair.key);
  const std::int64_t count = comm.sum(mine);
  const bool twice = base::Directory<DofReference>(comm, unknowns.rows).hasEqualKeys();
  last = comm.max(last);
  const std::string of = data.rows.path.empty() ? fmt::format("object '{}'", data.object) : "'" + data.rows.path + "'";
  base::runCollectively(comm, [&] {
    if (file.rows != count || file.columns != count)
      throw InputError(
          fmt::format("The size of the matrix in '{}' is {} x {}, but the number of degrees of freedom of {} is {}.",
                      data.file.path, file.rows, file.columns, of, count));
    if (last != count - 1 || twice)
      throw InputError(fmt::format(
          "{}: the rows must be numbered from 0 to {}, and each number must occur exactly once.", of, count - 1));
  });
}

/// Returns the entries of the rows of this rank's nodes, sorted, with duplicates added.
/// @note Collective.
std::vector<Term> distributed(const base::Communicator& comm, const DofTable& unknowns,
                              const std::vector<Term>& terms) {
  std::vector<std::vector<Term>> outgoing(static_cast<std::size_t>(comm.size()));
  for (const Term& term : terms) {
    const la::Layout& layout = unknowns.objects[static_cast<std::size_t>(term.row.object)]->mesh.layout();
    outgoing[static_cast<std::size_t>(layout.ownerOf(term.row.node))].push_back(term);
  }
  std::vector<Term> mine;
  for (const auto& from_rank : comm.exchange(outgoing)) mine.insert(mine.end(), from_rank.begin(), from_rank.end());
  std::stable_sort(mine.begin(), mine.end(), isBefore);
  std::size_t kept = 0;
  for (std::size_t k = 0; k < mine.size(); ++k)
    if (kept > 0 && !isBefore(mine[kept - 1], mine[k]))
      mine[kept - 1].value += mine[k].value;
    else
      mine[kept++] = mine[k];
  mine.resize(kept);
  return mine;
}

/// Returns the entries with the degrees of freedom of their rows and columns. @note Collective.
std::vector<Term> named(const base::Communicator& comm, const la::SparseEntries& file, const DofTable& unknowns,
                        double factor) {
  std::vector<std::int64_t> numbers;
  for (const auto& entry : file.entries) numbers.insert(numbers.end(), {entry.row, entry.column});
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  const base::Directory<DofReference> directory(comm, unknowns.rows);
  const auto found = directory.find(numbers);
  const auto unknownOf = [&](std::int64_t number) {
    return found[static_cast<std::size_t>(std::lower_bound(numbers.begin(), numbers.end(), number) - numbers.begin())];
  };
  std::vector<Term> terms;
  for (const auto& entry : file.entries)
    terms.push_back({unknownOf(entry.row).value(), unknownOf(entry.column).value(), factor * entry.value});
  return terms;
}

/// Returns true if K is symmetric to round-off. `terms`: entries of this rank's rows.
/// @note Collective.
bool isSymmetric(const base::Communicator& comm, const DofTable& unknowns, const std::vector<Term>& terms) {
  constexpr double round_off = 1e-10;
  std::vector<Term> difference = terms;
  double size = 0.0, largest = 0.0;
  for (const Term& term : terms) {
    size = std::max(size, std::abs(term.value));
    difference.push_back(transposed(term));
    difference.back().value *= -1.0;
  }
  for (const Term& term : distributed(comm, unknowns, difference)) largest = std::max(largest, std::abs(term.value));
  return comm.max(largest) <= round_off * comm.max(size);
}

}  // namespace

void StoredMatrix::declare(base::Parameters<Data>& p) {
  p.required("file", &Data::file, "", "matrix file: PETSc binary (.petsc) or MatrixMarket (.mtx)");
  p.optional("rows", &Data::rows, "",
             "CSV file that defines the degree of freedom of each row in the columns row, object, node and component, "
             "as written by `tenon export`");
  p.optional(
      "object", &Data::object, "",
      "instead of `rows`: object whose degrees of freedom are the rows, with the nodes in the order of the mesh file");
  p.optional("factor", &Data::factor, "",
             "factor by which the matrix is multiplied; an exported matrix is K = df/dx; specify -1 for a stiffness "
             "matrix with a positive diagonal");
}

StoredMatrix::StoredMatrix(const Data& data, const fem::FindDomain& find)
    : name_("matrix " + std::filesystem::path(data.file.path).filename().string()) {
  if (data.rows.path.empty() == data.object.empty())
    throw InputError(
        fmt::format("{}: specify either `rows` or `object` to define the degrees of freedom of the matrix.", name_));
  const DofTable unknowns = data.rows.path.empty() ? dofTable(find(data.object)) : dofTable(data.rows.path, find);
  for (const fem::Domain* object : unknowns.objects) states_.push_back(&object->state);
  const base::Communicator comm =
      unknowns.objects.empty() ? base::caseCommunicator() : unknowns.objects.front()->mesh.comm();
  const la::SparseEntries file = la::readEntries(comm, data.file.path);
  requireFit(comm, file, unknowns, data);
  const std::vector<Term> terms = distributed(comm, unknowns, named(comm, file, unknowns, data.factor));
  symmetric_ = force::isSymmetric(comm, unknowns, terms);

  for (std::size_t o = 0; o < unknowns.objects.size(); ++o) {
    std::vector<GlobalIndex> columns;
    for (const Term& term : terms)
      if (term.column.object == static_cast<std::int32_t>(o)) columns.push_back(term.column.node);
    unknowns.objects[o]->state.addGhosts(columns);
  }
  std::map<std::pair<std::int32_t, std::int32_t>, std::size_t> number;  // index of each pair of objects
  for (const Term& term : terms) {
    const la::State& row = unknowns.objects[static_cast<std::size_t>(term.row.object)]->state;
    const la::State& column = unknowns.objects[static_cast<std::size_t>(term.column.object)]->state;
    const auto [at, is_new] = number.try_emplace({term.row.object, term.column.object}, blocks_.size());
    if (is_new) blocks_.push_back({&row, &column, {}, {}, {}});
    Blocks& blocks = blocks_[at->second];
    const LocalIndex i = row.layout().local(term.row.node), j = column.layout().local(term.column.node);
    const auto size = static_cast<std::size_t>(row.block() * column.block());
    if (blocks.rows.empty() || blocks.rows.back() != i || blocks.columns.back() != j) {
      blocks.rows.push_back(i);
      blocks.columns.push_back(j);
      blocks.values.resize(blocks.values.size() + size, 0.0);
    }
    blocks.values[blocks.values.size() - size +
                  static_cast<std::size_t>(term.row.component * column.block() + term.column.component)] = term.value;
  }
}

void StoredMatrix::addForce(la::ForceVector& f) const {
  for (const Blocks& blocks : blocks_) {
    const int m = blocks.row->block(), n = blocks.column->block();
    double* const force = f.on(*blocks.row).data();
    const double* const u = blocks.column->displacement().data();
    const double* value = blocks.values.data();
    for (std::size_t k = 0; k < blocks.rows.size(); ++k)
      for (int i = 0; i < m; ++i)
        for (int j = 0; j < n; ++j)
          force[std::ptrdiff_t(blocks.rows[k]) * m + i] += *value++ * u[std::ptrdiff_t(blocks.columns[k]) * n + j];
  }
}

void StoredMatrix::addStiffness(la::StiffnessMatrix& K) const {
  using Block = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  for (const Blocks& blocks : blocks_) {
    la::Derivative dfdx = K.forceOn(*blocks.row).byPositionOf(*blocks.column);
    const int m = blocks.row->block(), n = blocks.column->block();
    for (std::size_t k = 0; k < blocks.rows.size(); ++k)
      dfdx(blocks.rows[k], blocks.columns[k]) +=
          Eigen::Map<const Block>(blocks.values.data() + k * static_cast<std::size_t>(m * n), m, n);
  }
}

double StoredMatrix::energy() const {
  double sum = 0.0;
  for (const Blocks& blocks : blocks_) {
    const int m = blocks.row->block(), n = blocks.column->block();
    const double *const left = blocks.row->displacement().data(), *const u = blocks.column->displacement().data();
    const double* value = blocks.values.data();
    for (std::size_t k = 0; k < blocks.rows.size(); ++k)
      for (int i = 0; i < m; ++i)
        for (int j = 0; j < n; ++j)
          sum -= 0.5 * left[std::ptrdiff_t(blocks.rows[k]) * m + i] * *value++ *
                 u[std::ptrdiff_t(blocks.columns[k]) * n + j];
  }
  return sum;
}

}  // namespace tenon::force

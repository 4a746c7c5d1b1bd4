// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "RigidBodies.hpp"

#include <petscmat.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/dense.hpp"
#include "describeRigidModes.hpp"
#include "la/MatrixRow.hpp"
#include "la/arrays.hpp"
#include "la/matrices/rigidModes.hpp"
#include "la/vectors.hpp"
#include "labelBodies.hpp"
#include "tenon/base/check.hpp"
#include "tenon/la/layout/NodeFrame.hpp"

namespace tenon::solver {
namespace {

using base::Mat6;
using base::Vec3;
using base::Vec6;

// Adds the bodies of one state in the order of their labels. The lowest node of a body is the one
// whose label is its own number.
void addBodies(const ConstrainedState& held, std::size_t s, RigidBodies& found) {
  const la::Layout& layout = held.state->layout();
  const std::vector<long long> labels = labelBodies(*held.state, held.elements);
  std::vector<long long> mine, numbers;
  for (LocalIndex node = 0; node < layout.numOwned(); ++node)
    if (labels[static_cast<std::size_t>(node)] == layout.global(node).value()) {
      mine.push_back(labels[static_cast<std::size_t>(node)]);
      numbers.push_back(held.numbers.empty() ? 0 : held.numbers[static_cast<std::size_t>(node)]);
    }
  // Ascending, because ranks own ascending ranges.
  const std::vector<long long> all = layout.comm().gatherAll(mine);
  numbers = layout.comm().gatherAll(numbers);
  const int first = static_cast<int>(found.bodies.size());
  for (std::size_t i = 0; i < all.size(); ++i)
    found.bodies.push_back({s, all[i], static_cast<int>(i) + 1, static_cast<int>(all.size()), numbers[i]});
  auto& of_node = found.of_node.emplace_back();
  for (LocalIndex node = 0; node < layout.numOwned(); ++node)
    of_node.push_back(
        first + static_cast<int>(std::lower_bound(all.begin(), all.end(), labels[static_cast<std::size_t>(node)]) -
                                 all.begin()));
}

// Calls visit(body number, state, node, reference position) for every owned node.
template <class Visit>
void forNodes(const std::vector<ConstrainedState>& states, const RigidBodies& found, Visit&& visit) {
  for (std::size_t s = 0; s < states.size(); ++s)
    for (LocalIndex node = 0; node < states[s].state->layout().numOwned(); ++node)
      visit(found.of_node[s][static_cast<std::size_t>(node)], states[s], node,
            la::NodeFrame::of(*states[s].state, node).reference);
}

// Returns the radius of gyration of the nodes of all bodies together; 1 if they are one point.
double gyrationOfAll(const RigidBodies& found) {
  double nodes = 0.0, squares = 0.0;
  Vec3 centre = Vec3::Zero();
  for (const RigidBody& body : found.bodies) nodes += body.num_nodes, centre += body.num_nodes * body.centre;
  centre /= nodes;
  for (const RigidBody& body : found.bodies)
    squares += body.num_nodes * ((body.centre - centre).squaredNorm() + body.gyration * body.gyration);
  const double gyration = std::sqrt(squares / nodes);
  return gyration > 1e-12 * centre.norm() ? gyration : 1.0;
}

void measure(const std::vector<ConstrainedState>& states, const base::Communicator& comm, RigidBodies& found) {
  std::vector<double> sums(found.bodies.size() * 4, 0.0);
  forNodes(states, found, [&](int b, const ConstrainedState&, LocalIndex, const Vec3& x) {
    double* sum = &sums[static_cast<std::size_t>(b) * 4];
    sum[0] += 1.0;
    for (int i = 0; i < 3; ++i) sum[1 + i] += x[i];
  });
  comm.sumInPlace<double>(sums);
  for (std::size_t b = 0; b < found.bodies.size(); ++b) {
    found.bodies[b].num_nodes = sums[b * 4];
    found.bodies[b].centre = Vec3(sums[b * 4 + 1], sums[b * 4 + 2], sums[b * 4 + 3]) / sums[b * 4];
  }
  std::vector<double> squares(found.bodies.size(), 0.0);
  forNodes(states, found, [&](int b, const ConstrainedState&, LocalIndex, const Vec3& x) {
    squares[static_cast<std::size_t>(b)] += (x - found.bodies[static_cast<std::size_t>(b)].centre).squaredNorm();
  });
  comm.sumInPlace<double>(squares);
  for (std::size_t b = 0; b < found.bodies.size(); ++b)
    found.bodies[b].gyration = std::sqrt(squares[b] / found.bodies[b].num_nodes);
  const double of_all = gyrationOfAll(found);
  for (RigidBody& body : found.bodies)
    if (!(body.gyration > 1e-12 * body.centre.norm())) body.gyration = of_all;
}

// Adds to `held` the modes that move no degree of freedom, because the body does not have them
// (rotation of a point, displacement out of the plane).
void excludeZeroModes(const Mat6& gram, RigidBody& body) {
  const base::Eigenpairs modes = base::computeEigenpairs(gram);
  for (int i = 0; i < 6; ++i) {
    if (modes.values[i] >= 1e-12 * modes.values[5]) continue;
    body.constraint_gram += modes.vectors.col(i) * modes.vectors.col(i).transpose();
    --body.num_modes;
  }
}

void addConstraints(const std::vector<ConstrainedState>& states, const base::Communicator& comm, RigidBodies& found) {
  // Gram matrices of constrained and of all degrees of freedom.
  std::vector<double> sums(found.bodies.size() * 72, 0.0);
  forNodes(states, found, [&](int b, const ConstrainedState& held, LocalIndex node, const Vec3& x) {
    Eigen::Map<Mat6> held_gram(&sums[static_cast<std::size_t>(b) * 72]), all_gram(held_gram.data() + 36);
    for (int i = 0; i < held.state->block(); ++i) {
      const Vec6 row = found.modes(b, *held.state, x, i);
      all_gram += row * row.transpose();
      if (held.isConstrained(node, i)) held_gram += row * row.transpose();
    }
  });
  comm.sumInPlace<double>(sums);
  for (std::size_t b = 0; b < found.bodies.size(); ++b) {
    found.bodies[b].constraint_gram = Eigen::Map<Mat6>(&sums[b * 72]);
    excludeZeroModes(Eigen::Map<Mat6>(&sums[b * 72 + 36]), found.bodies[b]);
  }
}

// Returns the length of every degree of freedom; nothing if all lengths are 1.
la::Vector lengthsOfUnknowns(const std::vector<ConstrainedState>& states, const RigidBodies& found, Mat G) {
  la::Vector lengths;
  if (std::none_of(states.begin(), states.end(),
                   [](const ConstrainedState& held) { return held.state->kind() == la::NodeKind::frames; }))
    return lengths;
  lengths = la::makeColumnVector(G);
  la::WriteArray values(lengths.get());
  PetscInt row = 0;
  std::fill(values.begin(), values.end(), 1.0);
  forNodes(states, found, [&](int b, const ConstrainedState& held, LocalIndex, const Vec3&) {
    for (int i = 0; i < held.state->block(); ++i) values[row + i] = found.lengthOf(b, *held.state, i);
    row += found.widthOf(b);
  });
  return lengths;
}

// Returns G with respect to degrees of freedom that are all lengths.
la::Matrix rowsByLengths(const std::vector<ConstrainedState>& states, const RigidBodies& found, Mat G) {
  const la::Vector lengths = lengthsOfUnknowns(states, found, G);
  if (!lengths) return la::Matrix::share(G);
  la::Matrix rows;
  TENON_PETSC(VecReciprocal(lengths.get()));
  TENON_PETSC(MatDuplicate(G, MAT_COPY_VALUES, rows.out()));
  TENON_PETSC(MatDiagonalScale(rows.get(), nullptr, lengths.get()));
  return rows;
}

// Returns R, with a row for each degree of freedom, measured as a length, and six columns for each
// body.
la::Matrix modeMatrix(const std::vector<ConstrainedState>& states, const RigidBodies& found, Mat G) {
  PetscInt num_rows = 0, row = 0;
  TENON_PETSC(MatGetLocalSize(G, nullptr, &num_rows));
  TENON_PETSC(MatGetOwnershipRangeColumn(G, &row, nullptr));
  la::Matrix R;
  const auto num_columns = static_cast<PetscInt>(6 * found.bodies.size());
  TENON_PETSC(MatCreateAIJ(PetscObjectComm(reinterpret_cast<PetscObject>(G)), num_rows, PETSC_DECIDE, PETSC_DETERMINE,
                           num_columns, 4, nullptr, 4, nullptr, R.out()));
  forNodes(states, found, [&](int b, const ConstrainedState& held, LocalIndex, const Vec3& x) {
    for (int i = 0; i < held.state->block(); ++i) {
      const Vec6 values = found.modes(b, *held.state, x, i);
      for (PetscInt mode = 0; mode < 6; ++mode)
        if (values[mode] != 0.0) TENON_PETSC(MatSetValue(R.get(), row + i, 6 * b + mode, values[mode], INSERT_VALUES));
    }
    row += found.widthOf(b);
  });
  TENON_PETSC(MatAssemblyBegin(R.get(), MAT_FINAL_ASSEMBLY));
  TENON_PETSC(MatAssemblyEnd(R.get(), MAT_FINAL_ASSEMBLY));
  return R;
}

double rowNorm(Mat G, PetscInt row) {
  PetscInt count = 0;
  const PetscScalar* values = nullptr;
  TENON_PETSC(MatGetRow(G, row, &count, nullptr, &values));
  const double norm = count == 0 ? 0.0 : Eigen::Map<const Eigen::VectorXd>(values, count).norm();
  TENON_PETSC(MatRestoreRow(G, row, &count, nullptr, &values));
  return norm;
}

/// Returns the matrix of absolute values.
la::Matrix absoluteOf(Mat matrix) {
  la::Matrix absolute;
  PetscInt first = 0, last = 0;
  TENON_PETSC(MatDuplicate(matrix, MAT_COPY_VALUES, absolute.out()));
  TENON_PETSC(MatGetOwnershipRange(matrix, &first, &last));
  for (PetscInt row = first; row < last; ++row) {
    const la::MatrixRow entries(matrix, row);
    std::vector<PetscScalar> values(entries.values, entries.values + entries.size);
    for (PetscScalar& value : values) value = std::abs(value);
    TENON_PETSC(MatSetValues(absolute.get(), 1, &row, entries.size, entries.columns, values.data(), INSERT_VALUES));
  }
  TENON_PETSC(MatAssemblyBegin(absolute.get(), MAT_FINAL_ASSEMBLY));
  TENON_PETSC(MatAssemblyEnd(absolute.get(), MAT_FINAL_ASSEMBLY));
  return absolute;
}

/// Returns the entries of a row of G R with round-off set to zero.
/// @param sizes  sums of the absolute terms of the entries
std::vector<double> withoutRoundOff(const la::MatrixRow& row, Mat sizes) {
  // Also for a body whose distance from the origin is 10^4 times its size.
  constexpr double round_off = 1e-11;
  const la::MatrixRow largest(sizes, row.row());
  std::vector<double> values(row.values, row.values + row.size);
  for (PetscInt i = 0, k = 0; i < row.size; ++i) {
    while (k < largest.size && largest.columns[k] < row.columns[i]) ++k;
    const bool is_there = k < largest.size && largest.columns[k] == row.columns[i];
    if (is_there && std::abs(values[static_cast<std::size_t>(i)]) <= round_off * largest.values[k])
      values[static_cast<std::size_t>(i)] = 0.0;
  }
  return values;
}

using Couplings = std::map<std::vector<int>, Eigen::MatrixXd>;

void addRow(Mat product, Mat sizes, PetscInt number, double norm, Couplings& couplings) {
  const la::MatrixRow row(product, number);
  const std::vector<double> values = withoutRoundOff(row, sizes);
  std::vector<int> bodies;  // Ascending, like the columns.
  for (PetscInt i = 0; i < row.size; ++i)
    if (bodies.empty() || bodies.back() != row.columns[i] / 6) bodies.push_back(static_cast<int>(row.columns[i] / 6));
  Eigen::VectorXd dense = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(6 * bodies.size()));
  for (PetscInt i = 0; i < row.size; ++i) {
    const auto at = std::lower_bound(bodies.begin(), bodies.end(), row.columns[i] / 6) - bodies.begin();
    dense[6 * at + row.columns[i] % 6] = values[static_cast<std::size_t>(i)] / norm;
  }
  auto& gram = couplings.try_emplace(bodies, Eigen::MatrixXd::Zero(dense.size(), dense.size())).first->second;
  gram += dense * dense.transpose();
}

// Returns the sum of the couplings of all ranks in the order of the ranks. Each coupling is
// transmitted as: number of bodies, bodies, Gram matrix.
Couplings summed(const base::Communicator& comm, const Couplings& mine) {
  std::vector<double> packed;
  for (const auto& [bodies, gram] : mine) {
    packed.push_back(static_cast<double>(bodies.size()));
    packed.insert(packed.end(), bodies.begin(), bodies.end());
    packed.insert(packed.end(), gram.data(), gram.data() + gram.size());
  }
  const std::vector<double> all = comm.gatherAll(packed);
  Couplings sums;
  for (std::size_t at = 0; at < all.size();) {
    const auto num_bodies = static_cast<std::size_t>(all[at++]);
    std::vector<int> bodies(num_bodies);
    for (auto& body : bodies) body = static_cast<int>(all[at++]);
    const auto n = static_cast<Eigen::Index>(6 * num_bodies);
    auto& gram = sums.try_emplace(bodies, Eigen::MatrixXd::Zero(n, n)).first->second;
    gram += Eigen::Map<const Eigen::MatrixXd>(&all[at], n, n);
    at += static_cast<std::size_t>(n * n);
  }
  return sums;
}

}  // namespace

Vec6 RigidBodies::modes(int body, const la::State& state, const Vec3& x, int i) const {
  const RigidBody& b = bodies[static_cast<std::size_t>(body)];
  return la::rigidModeComponents(la::frameComponentsOf(state)[static_cast<std::size_t>(i)],
                                 (x - b.centre) / b.gyration);
}

double RigidBodies::lengthOf(int body, const la::State& state, int i) const {
  const bool is_rotation = la::frameComponentsOf(state)[static_cast<std::size_t>(i)] >= 3;
  return is_rotation ? bodies[static_cast<std::size_t>(body)].gyration : 1.0;
}

RigidBodies RigidBodies::find(const std::vector<ConstrainedState>& states) {
  RigidBodies found;
  if (states.empty()) return found;
  const base::Communicator& comm = states.front().state->layout().comm();
  std::vector<const la::State*> all;
  for (const ConstrainedState& held : states) all.push_back(held.state);
  const la::CombinedLayout layout(all);
  for (std::size_t s = 0; s < states.size(); ++s) {
    addBodies(states[s], s, found);
    found.widths.push_back(layout.scalarRowsPerNode(s));
  }
  measure(states, comm, found);
  addConstraints(states, comm, found);
  return found;
}

std::vector<ModeCoupling> modeCouplings(const std::vector<ConstrainedState>& states, const RigidBodies& bodies, Mat G) {
  std::vector<ModeCoupling> list;
  if (G == nullptr || bodies.bodies.empty()) return list;
  const la::Matrix rows = rowsByLengths(states, bodies, G), R = modeMatrix(states, bodies, G);
  la::Matrix product, sizes;
  TENON_PETSC(MatMatMult(rows.get(), R.get(), MAT_INITIAL_MATRIX, PETSC_DEFAULT, product.out()));
  TENON_PETSC(MatMatMult(absoluteOf(rows.get()).get(), absoluteOf(R.get()).get(), MAT_INITIAL_MATRIX, PETSC_DEFAULT,
                         sizes.out()));
  PetscInt first = 0, last = 0;
  TENON_PETSC(MatGetOwnershipRange(G, &first, &last));
  Couplings mine;
  for (PetscInt row = first; row < last; ++row) {
    const double norm = rowNorm(rows.get(), row);
    if (norm > 0.0) addRow(product.get(), sizes.get(), row, norm, mine);
  }
  for (auto& [touched, gram] : summed(states.front().state->layout().comm(), mine)) list.push_back({touched, gram});
  return list;
}

Eigen::MatrixXd nullSpace(const Eigen::MatrixXd& gram) {
  // Round-off of the sums, compared with constrained points 1e-6 of the body's size apart.
  constexpr double zero = 1e-12;
  const Eigen::Index n = gram.rows();
  const double largest = gram.diagonal().maxCoeff();
  Eigen::VectorXd scale = Eigen::VectorXd::Ones(n);
  for (Eigen::Index i = 0; i < n; ++i)
    if (gram(i, i) > 1e-20 * largest) scale[i] = 1.0 / std::sqrt(gram(i, i));
  const base::Eigenpairs modes = base::computeEigenpairs(scale.asDiagonal() * gram * scale.asDiagonal());
  Eigen::Index num_null = 0;
  while (num_null < n && modes.values[num_null] < zero * std::max(1.0, modes.values[n - 1])) ++num_null;
  const Eigen::MatrixXd vectors = scale.asDiagonal() * modes.vectors.leftCols(num_null);
  return num_null == 0 ? vectors : base::orthonormalBasis(vectors);
}

}  // namespace tenon::solver

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "TwoBlocks.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <set>

#include "tenon/base/check.hpp"

namespace tenon::solver::testing {
namespace {

using ElementMatrix = Eigen::Matrix<double, 24, 24>;

// Corners in binary order, with x varying fastest.
constexpr int corner(int a, int axis) {
  return (a >> axis) & 1;
}

// Returns the stiffness of isotropic elasticity on a cube of side h, with two Gauss points along
// each axis.
ElementMatrix elementStiffness(double young, double poisson, double h) {
  const double lambda = young * poisson / ((1 + poisson) * (1 - 2 * poisson)), mu = young / (2 * (1 + poisson));
  Eigen::Matrix<double, 6, 6> D = Eigen::Matrix<double, 6, 6>::Zero();
  D.topLeftCorner<3, 3>().setConstant(lambda);
  D.diagonal() << lambda + 2 * mu, lambda + 2 * mu, lambda + 2 * mu, mu, mu, mu;
  ElementMatrix K = ElementMatrix::Zero();
  const double points[2] = {0.5 - 0.5 / std::sqrt(3.0), 0.5 + 0.5 / std::sqrt(3.0)};
  for (int q = 0; q < 8; ++q) {
    Eigen::Matrix<double, 6, 24> B = Eigen::Matrix<double, 6, 24>::Zero();
    for (int a = 0; a < 8; ++a) {
      double dN[3];
      for (int i = 0; i < 3; ++i) {
        dN[i] = (corner(a, i) ? 1.0 : -1.0) / h;
        for (int j = 0; j < 3; ++j)
          if (j != i) dN[i] *= corner(a, j) ? points[corner(q, j)] : 1.0 - points[corner(q, j)];
      }
      B.block<6, 3>(0, 3 * a) << dN[0], 0, 0, 0, dN[1], 0, 0, 0, dN[2], dN[1], dN[0], 0, 0, dN[2], dN[1], dN[2], 0,
          dN[0];
    }
    K += B.transpose() * D * B * h * h * h / 8.0;
  }
  return K;
}

std::array<int, 3> gridOf(PetscInt node, int cells) {
  const int n = cells + 1;
  return {static_cast<int>(node % n), static_cast<int>(node / n % n), static_cast<int>(node / n / n)};
}

}  // namespace

TwoBlocks::TwoBlocks(const TwoBlocksData& data, base::Communicator comm) : data_(data), comm_(comm) {
  addBlock(data.cells_lower, 0.0, "lower");
  addBlock(data.cells_upper, 1.0, "upper");
  PetscInt rows = 0;
  for (const auto& block : blocks_) rows += 3 * block.state->layout().numOwned();
  first_row_ = {0};
  for (const PetscInt of_rank : comm_.gather(rows)) first_row_.push_back(first_row_.back() + of_rank);
  rigid_modes_ = la::rigidModes(la::CombinedLayout({blocks_[0].state.get(), blocks_[1].state.get()}));
  assembleLoad();
  assembleStiffness();
  if (data.tie || data.hold_base_by_multipliers || data.hold_by_means) assembleConstraints();
}

TwoBlocks::~TwoBlocks() {
  for (Mat* matrix : {&A_, &G_}) MatDestroy(matrix);
  VecDestroy(&compliance_);
  for (Vec* vector : {&f_, &g_}) VecDestroy(vector);
}

// Distributes the nodes in equal shares of their numbers; a rank stores the cells at its nodes.
void TwoBlocks::addBlock(int cells, double base, const char* name) {
  const PetscInt n = cells + 1, total = n * n * n, size = comm_.size(), rank = comm_.rank();
  const PetscInt first = total * rank / size, last = total * (rank + 1) / size;
  std::vector<std::array<PetscInt, 8>> touching;
  std::set<PetscInt> ghosts;
  for (PetscInt cell = 0; cell < cells * cells * cells; ++cell) {
    std::array<PetscInt, 8> nodes{};
    bool mine = false;
    for (int a = 0; a < 8; ++a) {
      const PetscInt x = cell % cells + corner(a, 0), y = cell / cells % cells + corner(a, 1);
      const PetscInt z = cell / cells / cells + corner(a, 2);
      nodes[static_cast<std::size_t>(a)] = x + n * (y + n * z);
      mine = mine || (first <= nodes[static_cast<std::size_t>(a)] && nodes[static_cast<std::size_t>(a)] < last);
    }
    if (!mine) continue;
    touching.push_back(nodes);
    for (const PetscInt node : nodes)
      if (node < first || node >= last) ghosts.insert(node);
  }
  std::vector<base::GlobalIndex> ghost_numbers;
  for (const PetscInt ghost : ghosts) ghost_numbers.emplace_back(ghost);
  auto layout = std::make_shared<la::Layout>(comm_, static_cast<LocalIndex>(last - first), ghost_numbers);
  HexBlock block{cells, base, nullptr, {}};
  for (const auto& nodes : touching)
    for (const PetscInt node : nodes) block.elements.push_back(layout->local(base::GlobalIndex(node)));
  std::vector<double> rest;
  for (LocalIndex node = 0; node < layout->numLocal(); ++node) {
    const auto grid = gridOf(layout->global(node).value(), cells);
    for (const int i : grid) rest.push_back(static_cast<double>(i) / cells);
    rest.back() += base;
  }
  block.state = std::make_unique<la::State>(name, layout, 3, rest);
  blocks_.push_back(std::move(block));
}

PetscInt TwoBlocks::column(int block, PetscInt node, int component) const {
  const la::Layout& layout = blocks_[static_cast<std::size_t>(block)].state->layout();
  const auto rank = static_cast<std::size_t>(layout.ownerOf(base::GlobalIndex(node)));
  const auto starts = blocks_[0].state->layout().starts();
  const PetscInt before = block == 0 ? 0 : 3 * (starts[rank + 1] - starts[rank]);
  return first_row_[rank] + before + 3 * (node - layout.starts()[rank]) + component;
}

bool TwoBlocks::isHeld(int block, PetscInt node) const {
  return block == 0 && data_.clamp_lower && gridOf(node, data_.cells_lower)[2] == 0;
}

void TwoBlocks::assembleLoad() {
  const auto rank = static_cast<std::size_t>(comm_.rank());
  const PetscInt rows = first_row_[rank + 1] - first_row_[rank];
  TENON_PETSC(VecCreate(comm_.mpi(), &f_));
  TENON_PETSC(VecSetBlockSize(f_, 3));
  TENON_PETSC(VecSetSizes(f_, rows, PETSC_DETERMINE));
  TENON_PETSC(VecSetFromOptions(f_));
  for (int b = 0; b < 2; ++b) {
    const la::State& state = *blocks_[static_cast<std::size_t>(b)].state;
    for (LocalIndex node = 0; node < state.layout().numOwned(); ++node)
      for (int i = 0; i < 3; ++i) {
        const PetscInt global = state.layout().global(node).value();
        const PetscInt row = column(b, global, i);
        const double height = static_cast<double>(gridOf(global, blocks_[static_cast<std::size_t>(b)].cells)[2]) /
                              blocks_[static_cast<std::size_t>(b)].cells;
        const double load = data_.load_grows ? height * data_.load : data_.load;
        const double force = i == 2 ? -load : (i == 0 ? load / 3.0 : 0.0);
        TENON_PETSC(VecSetValue(f_, row, b == 1 && !isHeld(b, global) ? force : 0.0, INSERT_VALUES));
      }
  }
  TENON_PETSC(VecAssemblyBegin(f_));
  TENON_PETSC(VecAssemblyEnd(f_));
}

void TwoBlocks::assembleStiffness() {
  const auto rank = static_cast<std::size_t>(comm_.rank());
  const PetscInt rows = first_row_[rank + 1] - first_row_[rank];
  TENON_PETSC(MatCreate(comm_.mpi(), &A_));
  TENON_PETSC(MatSetSizes(A_, rows, rows, PETSC_DETERMINE, PETSC_DETERMINE));
  TENON_PETSC(MatSetType(A_, MATAIJ));
  TENON_PETSC(MatSetBlockSize(A_, 3));
  TENON_PETSC(MatSeqAIJSetPreallocation(A_, 81, nullptr));
  TENON_PETSC(MatMPIAIJSetPreallocation(A_, 81, nullptr, 81, nullptr));
  for (int b = 0; b < 2; ++b) {
    const HexBlock& block = blocks_[static_cast<std::size_t>(b)];
    const la::Layout& layout = block.state->layout();
    const ElementMatrix K = elementStiffness(data_.young, data_.poisson, 1.0 / block.cells);
    for (std::size_t e = 0; e < block.elements.size(); e += 8)
      for (int row = 0; row < 24; ++row) {
        const LocalIndex node = block.elements[e + static_cast<std::size_t>(row / 3)];
        if (!layout.isOwned(node)) continue;
        const PetscInt global = layout.global(node).value(), i = column(b, global, row % 3);
        for (int c = 0; c < 24; ++c) {
          const PetscInt other = layout.global(block.elements[e + static_cast<std::size_t>(c / 3)]).value();
          const bool held = isHeld(b, global) || isHeld(b, other);
          const double value = held ? (row == c ? data_.young / block.cells : 0.0) : K(row, c);
          TENON_PETSC(MatSetValue(A_, i, column(b, other, c % 3), value, ADD_VALUES));
        }
      }
  }
  TENON_PETSC(MatAssemblyBegin(A_, MAT_FINAL_ASSEMBLY));
  TENON_PETSC(MatAssemblyEnd(A_, MAT_FINAL_ASSEMBLY));
}

std::vector<PetscInt> TwoBlocks::ownedNodes(int block, int layer) const {
  const HexBlock& b = blocks_[static_cast<std::size_t>(block)];
  const la::Layout& layout = b.state->layout();
  std::vector<PetscInt> nodes;
  for (LocalIndex node = 0; node < layout.numOwned(); ++node)
    if (gridOf(layout.global(node).value(), b.cells)[2] == layer) nodes.push_back(layout.global(node).value());
  return nodes;
}

// Adds u(slave) - sum of N u(master) = gap at the position of the slave on the lower block's top
// face.
void TwoBlocks::addTie(int component, PetscInt slave, PetscInt row) {
  const int cells = data_.cells_lower;
  const auto grid = gridOf(slave, data_.cells_upper);
  const double x = static_cast<double>(grid[0]) / data_.cells_upper * cells;
  const double y = static_cast<double>(grid[1]) / data_.cells_upper * cells;
  const int cx = std::min(static_cast<int>(x), cells - 1), cy = std::min(static_cast<int>(y), cells - 1);
  TENON_PETSC(MatSetValue(G_, row, column(1, slave, component), 1.0, INSERT_VALUES));
  for (int a = 0; a < 4; ++a) {
    const int ax = corner(a, 0), ay = corner(a, 1);
    const double weight = (ax ? x - cx : 1 - x + cx) * (ay ? y - cy : 1 - y + cy);
    const PetscInt n = cells + 1, master = cx + ax + n * (cy + ay + n * cells);
    const bool held = isHeld(0, master);
    TENON_PETSC(MatSetValue(G_, row, column(0, master, component), held ? 0.0 : -weight, INSERT_VALUES));
  }
  TENON_PETSC(VecSetValue(g_, row, component == 2 ? data_.gap : 0.0, INSERT_VALUES));
}

// Adds the mean of u_i over the upper block's nodes, or the mean rotation about the axis i through
// the centre.
void TwoBlocks::addMean(int motion, PetscInt row) {
  const int cells = data_.cells_upper, n = cells + 1, axis = motion % 3, next = (axis + 1) % 3, last = (axis + 2) % 3;
  const double share = 1.0 / (n * n * n);
  for (PetscInt node = 0; node < n * n * n; ++node) {
    const auto arm = [&](int along) {
      return (static_cast<double>(gridOf(node, cells)[static_cast<std::size_t>(along)]) / cells - 0.5) * share;
    };
    if (motion < 3) {
      TENON_PETSC(MatSetValue(G_, row, column(1, node, axis), share, INSERT_VALUES));
    } else {
      TENON_PETSC(MatSetValue(G_, row, column(1, node, last), arm(next), INSERT_VALUES));
      TENON_PETSC(MatSetValue(G_, row, column(1, node, next), -arm(last), INSERT_VALUES));
    }
  }
}

void TwoBlocks::assembleConstraints() {
  const std::vector<PetscInt> slaves = data_.tie ? ownedNodes(1, 0) : std::vector<PetscInt>{};
  const std::vector<PetscInt> base = data_.hold_base_by_multipliers ? ownedNodes(0, 0) : std::vector<PetscInt>{};
  const std::vector<int> components = data_.tie_only_z ? std::vector<int>{2} : std::vector<int>{0, 1, 2};
  const int empty = comm_.rank() == comm_.size() - 1 ? data_.empty_rows : 0;
  const std::vector<PetscInt> repeated(slaves.begin(), slaves.begin() + (data_.repeat_tie && !slaves.empty() ? 1 : 0));
  const auto tied = static_cast<LocalIndex>(slaves.size() * components.size());
  const auto held = static_cast<LocalIndex>(3 * base.size());
  const auto again = static_cast<LocalIndex>(repeated.size() * components.size());
  const LocalIndex means = data_.hold_by_means && comm_.rank() == comm_.size() - 1 ? 6 : 0;
  groups_ = {{"tie", 0, tied}, {"base", tied, held}, {"again", tied + held, again + empty}};
  if (data_.hold_by_means) groups_.push_back({"means", tied + held + again + empty, means});
  const PetscInt rows = tied + held + again + empty + means;
  const auto rank = static_cast<std::size_t>(comm_.rank());
  const PetscInt columns = first_row_[rank + 1] - first_row_[rank];
  std::vector<PetscInt> here(static_cast<std::size_t>(rows), 5), elsewhere = here;
  std::fill(here.end() - means, here.end(), columns);
  std::fill(elsewhere.end() - means, elsewhere.end(), first_row_.back() - columns);
  TENON_PETSC(MatCreateAIJ(comm_.mpi(), rows, columns, PETSC_DETERMINE, PETSC_DETERMINE, 0, here.data(), 0,
                           elsewhere.data(), &G_));
  TENON_PETSC(MatCreateVecs(G_, nullptr, &g_));
  TENON_PETSC(VecCreateMPI(comm_.mpi(), rows, PETSC_DETERMINE, &compliance_));
  TENON_PETSC(VecSet(compliance_, data_.compliance));
  PetscInt row = 0, end = 0;
  TENON_PETSC(MatGetOwnershipRange(G_, &row, &end));
  for (const PetscInt slave : slaves)
    for (const int component : components) addTie(component, slave, row++);
  for (const PetscInt node : base)
    for (int i = 0; i < 3; ++i) TENON_PETSC(MatSetValue(G_, row++, column(0, node, i), 1.0, INSERT_VALUES));
  for (const PetscInt slave : repeated)
    for (const int component : components) addTie(component, slave, row++);
  row += empty;
  for (int motion = 0; motion < means; ++motion) addMean(motion, row++);
  TENON_PETSC(MatAssemblyBegin(G_, MAT_FINAL_ASSEMBLY));
  TENON_PETSC(MatAssemblyEnd(G_, MAT_FINAL_ASSEMBLY));
  TENON_PETSC(VecAssemblyBegin(g_));
  TENON_PETSC(VecAssemblyEnd(g_));
}

SaddleSystem TwoBlocks::system() const {
  SaddleSystem system;
  system.A = A_;
  system.G = G_;
  system.compliance = compliance_;
  system.rigid_modes = rigid_modes_.get();
  LocalIndex first = 0;
  for (const HexBlock& block : blocks_) {
    system.objects.push_back({block.state->name(), first, block.state->layout().numOwned()});
    first += block.state->layout().numOwned();
  }
  system.groups = groups_;
  return system;
}

std::vector<ConstrainedState> TwoBlocks::states() const {
  std::vector<ConstrainedState> list;
  for (int b = 0; b < 2; ++b) {
    const HexBlock& block = blocks_[static_cast<std::size_t>(b)];
    const la::ElementTable table{block.elements.data(), 8, static_cast<LocalIndex>(block.elements.size() / 8)};
    list.push_back({block.state.get(), {table}, [this, b](LocalIndex node, int) {
                      return isHeld(b, blocks_[static_cast<std::size_t>(b)].state->layout().global(node).value());
                    }});
  }
  return list;
}

Vec TwoBlocks::newDisplacement() const {
  Vec vector = nullptr;
  TENON_PETSC(VecDuplicate(f_, &vector));
  return vector;
}

Vec TwoBlocks::newMultipliers() const {
  Vec vector = nullptr;
  TENON_PETSC(VecDuplicate(g_, &vector));
  return vector;
}

std::vector<double> TwoBlocks::gathered(Vec displacement) const {
  const PetscScalar* values = nullptr;
  TENON_PETSC(VecGetArrayRead(displacement, &values));
  std::vector<double> all;
  for (const auto& block : blocks_) {
    const auto count = static_cast<std::size_t>(3 * block.state->layout().numOwned());
    const std::vector<double> part = comm_.gatherAll(std::vector<double>(values, values + count));
    all.insert(all.end(), part.begin(), part.end());
    values += count;
  }
  values -= first_row_[static_cast<std::size_t>(comm_.rank()) + 1] - first_row_[static_cast<std::size_t>(comm_.rank())];
  TENON_PETSC(VecRestoreArrayRead(displacement, &values));
  return all;
}

PetscInt TwoBlocks::numUnknowns() const {
  PetscInt unknowns = 0, multipliers = 0;
  TENON_PETSC(VecGetSize(f_, &unknowns));
  if (g_ != nullptr) TENON_PETSC(VecGetSize(g_, &multipliers));
  return unknowns + multipliers;
}

}  // namespace tenon::solver::testing

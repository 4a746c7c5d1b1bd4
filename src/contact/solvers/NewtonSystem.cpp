// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "NewtonSystem.hpp"

#include <Eigen/Core>
#include <cmath>

#include "base/dense.hpp"
#include "tenon/la/layout/NodeFrame.hpp"

namespace tenon::contact {
namespace {

constexpr int restart = 60;
constexpr int most_cycles = 4;
constexpr double least_pivot = 1e-10;  // relative to blocks of N, which are about 1

/// Returns the 6 x 6 block of N of a contact with rolling or spinning friction.
Eigen::MatrixXd blockWith(const ConeProblem& problem, const RollingResistance& resistance) {
  const Contact& c = problem.contacts[resistance.contact];
  const auto mixed = [&](LocalIndex body, const base::Vec3& arm) -> base::Mat3 {
    return -la::skewMatrix(arm) * problem.mobility[static_cast<std::size_t>(body)].angular;
  };
  Eigen::MatrixXd block(6, 6);
  block.topLeftCorner<3, 3>() = problem.blockOf(c);
  block.bottomRightCorner<3, 3>() = problem.blockOf(resistance);
  block.topRightCorner<3, 3>() =
      c.frame.transpose() * (mixed(c.first, c.first_arm) + mixed(c.second, c.second_arm)) * c.frame;
  block.bottomLeftCorner<3, 3>() = block.topRightCorner<3, 3>().transpose().eval();
  return block;
}

/// Returns the scaled diagonal blocks of N for the blocks of the map.
std::vector<Eigen::MatrixXd> blocksOf(const ConeProblem& problem, const ScaledProblem& scaled, const NaturalMap& map) {
  std::vector<Eigen::MatrixXd> blocks;
  for (const Contact& contact : problem.contacts)
    blocks.emplace_back(
        contact.resistance >= 0
            ? blockWith(problem, problem.rolling_resistances[static_cast<std::size_t>(contact.resistance)])
            : Eigen::MatrixXd(problem.blockOf(contact)));
  auto sliding = problem.frictional_rows.begin();
  for (std::size_t r = 0; r < problem.rows.size(); r += problem.rows[r].is_in_cone ? 3 : 1)
    blocks.emplace_back(problem.rows[r].is_in_cone ? Eigen::MatrixXd(problem.blockOf(*sliding++))
                                                   : Eigen::MatrixXd::Constant(1, 1, problem.blockOf(problem.rows[r])));
  const Impulses scale = scaled.toImpulses(Impulses::Ones(problem.numImpulses()));
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    const auto& at = map.blocks()[b].entries;
    Eigen::VectorXd of(blocks[b].rows());
    for (Eigen::Index i = 0; i < of.size(); ++i) of[i] = scale[at[static_cast<std::size_t>(i)]];
    blocks[b] = (of.asDiagonal() * blocks[b] * of.asDiagonal()).eval();
  }
  return blocks;
}

}  // namespace

NewtonSystem::NewtonSystem(const ConeProblem& problem, const ScaledProblem& scaled, const NaturalMap& map)
    : scaled_(scaled), map_(map), size_(problem.numImpulses()) {
  first_ = static_cast<Eigen::Index>(scaled.comm().exclusiveSum(static_cast<std::int64_t>(size_)));
  total_ = static_cast<Eigen::Index>(scaled.comm().sum(static_cast<std::int64_t>(size_)));
  if (!isDense()) of_blocks_ = blocksOf(problem, scaled, map);
}

void NewtonSystem::solve(const Impulses& f, double shift, double accuracy, Impulses& d) {
  if (isDense())
    solveDense(f, shift, d);
  else
    solveByProducts(f, shift, accuracy, d);
  if (scaled_.comm().any(!d.allFinite())) d.setZero();
}

// Computes the rows of N by products with all unit vectors, once per solution of a problem.
// @note Collective.
void NewtonSystem::makeRows() {
  rows_.resize(size_, total_);
  Impulses unit = Impulses::Zero(size_), column;
  for (Eigen::Index j = 0; j < total_; ++j) {
    const bool is_mine = first_ <= j && j < first_ + size_;
    if (is_mine) unit[j - first_] = 1.0;
    scaled_.multiply(unit, column);
    rows_.col(j) = column;
    if (is_mine) unit[j - first_] = 0.0;
  }
}

void NewtonSystem::solveDense(const Impulses& f, double shift, Impulses& d) {
  if (rows_.cols() != total_) makeRows();
  Rows mine = Rows::Zero(size_, total_);
  for (const NaturalMap::ConeBlock& block : map_.blocks())
    for (Eigen::Index i = 0; i < block.D.rows(); ++i) {
      const Eigen::Index row = block.entries[static_cast<std::size_t>(i)];
      mine(row, first_ + row) += 1.0;
      for (Eigen::Index j = 0; j < block.D.cols(); ++j) {
        const Eigen::Index entry = block.entries[static_cast<std::size_t>(j)];
        mine(row, first_ + entry) += (shift - 1.0) * block.D(i, j);
        mine.row(row) += block.DA(i, j) * rows_.row(entry);
      }
    }
  const base::Communicator& comm = scaled_.comm();
  const std::vector<double> all = comm.gatherAll(std::vector<double>(mine.data(), mine.data() + mine.size()));
  const std::vector<double> right = comm.gatherAll(std::vector<double>(f.data(), f.data() + f.size()));
  const base::DenseFactorisation factors(Eigen::Map<const Rows>(all.data(), total_, total_));
  d = factors.solve(Eigen::Map<const Impulses>(right.data(), total_)).segment(first_, size_);
}

void NewtonSystem::factorBlocks(double shift) {
  inverses_.clear();
  for (std::size_t b = 0; b < of_blocks_.size(); ++b) {
    const NaturalMap::ConeBlock& block = map_.blocks()[b];
    Eigen::MatrixXd part = (shift - 1.0) * block.D + block.DA * of_blocks_[b];
    part.diagonal().array() += 1.0 + least_pivot;
    inverses_.push_back(base::inverse(part));
  }
}

Impulses NewtonSystem::multiply(double shift, const Impulses& x) const {
  Impulses product, image;
  scaled_.multiply(x, product);
  map_.apply(shift, x, product, image);
  return image;
}

Impulses NewtonSystem::precondition(const Impulses& x) const {
  Impulses y = Impulses::Zero(x.size());
  for (std::size_t b = 0; b < inverses_.size(); ++b) {
    const auto& at = map_.blocks()[b].entries;
    for (std::size_t i = 0; i < at.size(); ++i)
      for (std::size_t j = 0; j < at.size(); ++j)
        y[at[i]] += inverses_[b](static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) * x[at[j]];
  }
  return y;
}

// GMRES with right preconditioning, so that the norm of `left` is the residual of the system.
void NewtonSystem::solveByProducts(const Impulses& f, double shift, double accuracy, Impulses& d) {
  const base::Communicator& comm = scaled_.comm();
  const auto norm = [&](const Impulses& x) { return std::sqrt(comm.sum(x.squaredNorm())); };
  factorBlocks(shift);
  d = Impulses::Zero(size_);
  const double enough = accuracy * norm(f);
  for (int cycle = 0; cycle < most_cycles; ++cycle) {
    Impulses left = f - multiply(shift, d);
    const double size = norm(left);
    if (!(size > enough)) return;
    Eigen::MatrixXd basis(size_, restart + 1), H = Eigen::MatrixXd::Zero(restart + 1, restart);
    basis.col(0) = left / size;
    Eigen::VectorXd share;
    Eigen::Index k = 0;
    for (bool proceed = true; proceed && k < restart; ++k) {
      left = multiply(shift, precondition(basis.col(k)));
      for (int twice = 0; twice < 2; ++twice) {
        Eigen::VectorXd along = basis.leftCols(k + 1).transpose() * left;
        comm.sumInPlace(gsl::span<double>(along.data(), static_cast<std::size_t>(along.size())));
        left -= basis.leftCols(k + 1) * along;
        H.col(k).head(k + 1) += along;
      }
      H(k + 1, k) = norm(left);
      const auto part = H.topLeftCorner(k + 2, k + 1);
      const Eigen::VectorXd right = size * Eigen::VectorXd::Unit(k + 2, 0);
      share = base::leastSquares(part, right);
      proceed = (part * share - right).norm() > enough && H(k + 1, k) > 0.0;
      if (proceed) basis.col(k + 1) = left / H(k + 1, k);
    }
    d += precondition(basis.leftCols(k) * share);
  }
}

}  // namespace tenon::contact

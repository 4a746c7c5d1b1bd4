// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "NaturalMap.hpp"

#include <algorithm>
#include <cmath>

namespace tenon::contact {
namespace {

constexpr double step_of_differences = 1e-7;  // relative to the impulse and velocity of a block

/// Returns the steps of central differences at y.
Impulses stepsOf(const std::vector<NaturalMap::ConeBlock>& blocks, const Impulses& y, const Impulses& gradient) {
  Impulses step(y.size());
  for (const NaturalMap::ConeBlock& block : blocks) {
    double size = 0.0;
    for (const Eigen::Index i : block.entries) size = std::hypot(size, std::abs(y[i]) + std::abs(gradient[i]));
    for (const Eigen::Index i : block.entries) step[i] = size > 0.0 ? step_of_differences * size : 1.0;
  }
  return step;
}

}  // namespace

NaturalMap::NaturalMap(const ConeProblem& problem, ScaledProblem& scaled) : scaled_(scaled) {
  Eigen::Index at = 0;
  const auto add = [&](Eigen::Index size) {
    ConeBlock block;
    for (Eigen::Index i = 0; i < size; ++i) block.entries.push_back(at++);
    blocks_.push_back(std::move(block));
  };
  for (std::size_t c = 0; c < problem.contacts.size(); ++c) add(3);
  for (const RollingResistance& resistance :
       problem.rolling_resistances)  // impulses and moments share one cone and hence one block
    for (int i = 0; i < 3; ++i) blocks_[resistance.contact].entries.push_back(at++);
  for (std::size_t r = 0; r < problem.rows.size(); r += problem.rows[r].is_in_cone ? 3 : 1)
    add(problem.rows[r].is_in_cone ? 3 : 1);
  for (ConeBlock& block : blocks_) {
    const auto size = static_cast<Eigen::Index>(block.entries.size());
    block.D = block.DA = Eigen::MatrixXd::Zero(size, size);
    widest_ = std::max(widest_, size);
  }
}

void NaturalMap::evaluate(const Impulses& y, const Impulses& Ny, Impulses& F) {
  scaled_.augment(Ny);
  scaled_.gradient(Ny, gradient_);
  F = y - gradient_;
  scaled_.project(F);
  F = y - F;
}

void NaturalMap::linearise(const Impulses& y, const Impulses& Ny) {
  scaled_.augment(Ny);
  scaled_.gradient(Ny, gradient_);
  const Impulses z = y - gradient_;
  const Impulses step = stepsOf(blocks_, y, gradient_);
  const auto shifted = [&](const Impulses& from, Eigen::Index column, double sign) {
    Impulses x = from;
    for (const ConeBlock& block : blocks_)
      if (column < block.D.cols()) {
        const Eigen::Index i = block.entries[static_cast<std::size_t>(column)];
        x[i] += sign * step[i];
      }
    return x;
  };
  const auto differences = [&](Eigen::Index column, Eigen::MatrixXd ConeBlock::*matrix) {
    for (ConeBlock& block : blocks_)
      if (column < block.D.cols())
        for (Eigen::Index i = 0; i < block.D.rows(); ++i) {
          const Eigen::Index entry = block.entries[static_cast<std::size_t>(i)];
          (block.*matrix)(i, column) = (ahead_[entry] - behind_[entry]) / (2.0 * step[entry]);
        }
  };
  for (Eigen::Index column = 0; column < widest_; ++column) {
    ahead_ = shifted(z, column, 1.0), behind_ = shifted(z, column, -1.0);
    scaled_.project(ahead_);
    scaled_.project(behind_);
    differences(column, &ConeBlock::D);
    const Impulses faster = shifted(Ny, column, 1.0), slower = shifted(Ny, column, -1.0);
    scaled_.augment(faster);
    scaled_.gradient(faster, ahead_);
    scaled_.augment(slower);
    scaled_.gradient(slower, behind_);
    differences(column, &ConeBlock::DA);  // A, before the product with D
  }
  for (ConeBlock& block : blocks_) block.DA = (block.D * block.DA).eval();
  scaled_.augment(Ny);
}

void NaturalMap::apply(double shift, const Impulses& d, const Impulses& Nd, Impulses& image) const {
  image = d;
  for (const ConeBlock& block : blocks_)
    for (Eigen::Index i = 0; i < block.D.rows(); ++i) {
      double sum = 0.0;
      for (Eigen::Index j = 0; j < block.D.cols(); ++j) {
        const Eigen::Index entry = block.entries[static_cast<std::size_t>(j)];
        sum += (shift - 1.0) * block.D(i, j) * d[entry] + block.DA(i, j) * Nd[entry];
      }
      image[block.entries[static_cast<std::size_t>(i)]] += sum;
    }
}

void NaturalMap::applyProjection(const Impulses& d, Impulses& image) const {
  image.resize(d.size());
  for (const ConeBlock& block : blocks_)
    for (Eigen::Index i = 0; i < block.D.rows(); ++i) {
      double sum = 0.0;
      for (Eigen::Index j = 0; j < block.D.cols(); ++j)
        sum += block.D(i, j) * d[block.entries[static_cast<std::size_t>(j)]];
      image[block.entries[static_cast<std::size_t>(i)]] = sum;
    }
}

}  // namespace tenon::contact

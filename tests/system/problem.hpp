// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <petscmat.h>

#include <Eigen/Core>
#include <cmath>
#include <memory>
#include <vector>

#include "fem/LinearElastic.hpp"
#include "tenon/base/check.hpp"
#include "tenon/fem/NodeTuples.hpp"
#include "tenon/force/SolidForce.hpp"
#include "tenon/mesh/generation/generate.hpp"
#include "tenon/system/MechanicalSystem.hpp"
#include "tenon/system/forms/LinearSystem.hpp"
#include "tenon/testing/Objects.hpp"

// Mechanical systems for assembly tests, and their matrices as dense matrices that do not depend on
// the partition.
namespace tenon::testing {

using base::LocalIndex;
using mesh::CellType;
using system::Body;
using system::MechanicalSystem;

inline base::Communicator world() {
  return base::Communicator::world();
}

/// Distributes the cells as Objects does.
inline mesh::BoxOptions partitionedBox(const base::Communicator& comm, int partition) {
  mesh::BoxOptions options;
  options.part = Objects::partOf(comm, partition);
  return options;
}

inline std::unique_ptr<Body> elasticBox(const base::Communicator& comm, const std::string& name, CellType type,
                                        std::array<int, 3> cells, double bottom = 0.0, int partition = 0) {
  auto body = std::make_unique<Body>(
      name, mesh::box(comm, type, cells, {0, 0, bottom}, {1, 1, bottom + 1}, partitionedBox(comm, partition)));
  body->forces.push_back(std::make_unique<force::SolidForce<fem::LinearElastic>>(
      fem::LinearElastic{1000.0, 0.3}, force::SolidOptions{}, body->domain()));
  return body;
}

inline std::unique_ptr<MechanicalSystem> alone(std::unique_ptr<Body> body) {
  std::vector<std::unique_ptr<Body>> bodies;
  bodies.push_back(std::move(body));
  return std::make_unique<MechanicalSystem>(std::move(bodies), std::vector<std::unique_ptr<constraint::Constraint>>{});
}

/// Number of each local dof of each body in the order of the mesh files, independent of the
/// partition.
class FileOrder {
 public:
  explicit FileOrder(const MechanicalSystem& mechanics) : comm_(mechanics.comm()) {
    for (const auto& body : mechanics.bodies()) {
      states_.push_back(&body->state());
      positions_.push_back(fem::positionsOf(body->domain()));
      starts_.push_back(size_);
      size_ += body->state().layout().numGlobal() * body->state().block();
    }
  }
  Eigen::Index size() const { return size_; }

  /// Calls visit(index in this rank's part of a vector, dof).
  template <class Visit>
  void forEachOwned(Visit&& visit) const {
    std::ptrdiff_t place = 0;
    for (std::size_t s = 0; s < states_.size(); ++s) {
      const int b = states_[s]->block();
      for (LocalIndex node = 0; node < states_[s]->layout().numOwned(); ++node)
        for (int c = 0; c < b; ++c)
          visit(place++, starts_[s] + static_cast<Eigen::Index>(positions_[s][static_cast<std::size_t>(node)]) * b + c);
    }
  }
  Eigen::VectorXd dense(Vec vector) const {
    Eigen::VectorXd values = Eigen::VectorXd::Zero(size_);
    const double* entries = nullptr;
    TENON_PETSC(VecGetArrayRead(vector, &entries));
    forEachOwned([&](std::ptrdiff_t place, Eigen::Index unknown) { values[unknown] = entries[place]; });
    TENON_PETSC(VecRestoreArrayRead(vector, &entries));
    comm_.sumInPlace(gsl::span<double>(values.data(), static_cast<std::size_t>(values.size())));
    return values;
  }
  void fill(Vec vector, const Eigen::VectorXd& values) const {
    double* entries = nullptr;
    TENON_PETSC(VecGetArrayWrite(vector, &entries));
    forEachOwned([&](std::ptrdiff_t place, Eigen::Index unknown) { entries[place] = values[unknown]; });
    TENON_PETSC(VecRestoreArrayWrite(vector, &entries));
  }
  /// Returns a matrix of any kind as a dense one, column by column by products.
  Eigen::MatrixXd dense(const la::CombinedLayout& layout, Mat matrix) const {
    const la::Vector x = layout.makeVector(), y = layout.makeVector();
    Eigen::MatrixXd columns(size_, size_);
    for (Eigen::Index column = 0; column < size_; ++column) {
      fill(x.get(), Eigen::VectorXd::Unit(size_, column));
      TENON_PETSC(MatMult(matrix, x.get(), y.get()));
      columns.col(column) = dense(y.get());
    }
    return columns;
  }

  /// Sets random displacements and velocities of owned nodes and ghosts.
  void moveRandomly(const MechanicalSystem& mechanics, double displacement, double velocity) const {
    for (std::size_t s = 0; s < states_.size(); ++s) {
      la::State& state = mechanics.bodies()[s]->state();
      const auto b = static_cast<std::size_t>(state.block());
      for (std::size_t i = 0; i < state.displacement().size(); ++i) {
        const Eigen::Index unknown = starts_[s] + positions_[s][i / b] * state.block() + Eigen::Index(i % b);
        state.displacement()[i] = displacement * Objects::randomValue(1, unknown);
        state.velocity()[i] = velocity * Objects::randomValue(2, unknown);
      }
    }
  }

 private:
  base::Communicator comm_;
  std::vector<const la::State*> states_;
  std::vector<std::vector<long long>> positions_;
  std::vector<Eigen::Index> starts_;
  Eigen::Index size_ = 0;
};

inline Eigen::MatrixXd denseOf(const system::LinearSystem& system) {
  return FileOrder(system.mechanics()).dense(system.layout(), system.get());
}

inline double largest(const Eigen::MatrixXd& matrix) {
  return matrix.size() == 0 ? 0.0 : matrix.cwiseAbs().maxCoeff();
}

}  // namespace tenon::testing

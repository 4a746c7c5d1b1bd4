// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/testing/ConditionFixture.hpp"

#include "fem/LinearElastic.hpp"
#include "force/Gravity.hpp"
#include "la/matrices/Projection.hpp"
#include "tenon/base/check.hpp"
#include "tenon/force/SolidForce.hpp"
#include "tenon/mass/ConsistentMass.hpp"
#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::testing {

ConditionCase::ConditionCase(const base::Communicator& comm, const std::vector<Box>& boxes, int partition,
                             const Make& make) {
  std::vector<std::unique_ptr<system::Body>> bodies;
  for (const Box& box : boxes) bodies.push_back(makeBody(comm, box, partition));
  const auto find = [&bodies](const std::string& name) -> const fem::Domain& {
    for (const auto& body : bodies)
      if (body->name() == name) return body->domain();
    throw base::InputError("There is no object '" + name + "'.");
  };
  Conditions conditions = make(find);
  mechanics_ = std::make_unique<system::MechanicalSystem>(
      std::move(bodies), std::vector<std::unique_ptr<constraint::Constraint>>{},
      std::vector<std::unique_ptr<force::ForceField>>{}, std::vector<system::MappedObject>{}, std::move(conditions));
  layout_ = std::make_unique<la::CombinedLayout>(mechanics_->states());
  numberUnknowns();
}

ConditionCase::ConditionCase(ConditionCase&&) noexcept = default;
ConditionCase& ConditionCase::operator=(ConditionCase&&) noexcept = default;
ConditionCase::~ConditionCase() = default;

system::MechanicalSystem& ConditionCase::mechanics() {
  return *mechanics_;
}

const la::Projection& ConditionCase::projection() const {
  return mechanics_->projection();
}

Eigen::Index ConditionCase::unknown(std::size_t object, std::int64_t position, int component) const {
  return starts_[object] + static_cast<Eigen::Index>(position) * mechanics_->dimension() + component;
}

Eigen::VectorXd ConditionCase::dense(Vec vector) const {
  Eigen::VectorXd all = Eigen::VectorXd::Zero(numUnknowns());
  const double* values = nullptr;
  TENON_PETSC(VecGetArrayRead(vector, &values));
  for (PetscInt row = first_; row < last_; ++row) all[unknownOf(row)] = values[row - first_];
  TENON_PETSC(VecRestoreArrayRead(vector, &values));
  sum(all);
  return all;
}

Eigen::MatrixXd ConditionCase::dense(Mat matrix, bool rows_are_unknowns) const {
  PetscInt num_rows = 0, first = 0, last = 0;
  TENON_PETSC(MatGetSize(matrix, &num_rows, nullptr));
  TENON_PETSC(MatGetOwnershipRange(matrix, &first, &last));
  Eigen::MatrixXd all = Eigen::MatrixXd::Zero(num_rows, numUnknowns());
  for (PetscInt row = first; row < last; ++row) {
    PetscInt count = 0;
    const PetscInt* columns = nullptr;
    const PetscScalar* values = nullptr;
    TENON_PETSC(MatGetRow(matrix, row, &count, &columns, &values));
    for (PetscInt k = 0; k < count; ++k)
      all(rows_are_unknowns ? unknownOf(row) : row, unknownOf(columns[k])) = values[k];
    TENON_PETSC(MatRestoreRow(matrix, row, &count, &columns, &values));
  }
  sum(all);
  return all;
}

la::Vector ConditionCase::distributed(const Eigen::VectorXd& values) const {
  la::Vector vector = layout_->makeVector();
  double* entries = nullptr;
  TENON_PETSC(VecGetArrayWrite(vector.get(), &entries));
  for (PetscInt row = first_; row < last_; ++row) entries[row - first_] = values[unknownOf(row)];
  TENON_PETSC(VecRestoreArrayWrite(vector.get(), &entries));
  return vector;
}

Eigen::VectorXd ConditionCase::displacement() const {
  la::Vector u = layout_->makeVector();
  std::vector<gsl::span<const double>> parts;
  for (const auto& body : mechanics_->bodies()) parts.push_back(body->state().displacement());
  layout_->gather(parts, u.get());
  return dense(u.get());
}

void ConditionCase::setDisplacement(const Eigen::VectorXd& u) {
  std::vector<gsl::span<double>> parts;
  for (const auto& body : mechanics_->bodies()) parts.push_back(body->state().displacement());
  layout_->scatter(distributed(u).get(), parts);
  for (const auto& body : mechanics_->bodies()) body->state().updateGhosts();
}

Eigen::MatrixXd ConditionCase::P() const {
  const Eigen::Index n = numUnknowns();
  Eigen::MatrixXd matrix(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const la::Vector x = distributed(Eigen::VectorXd::Unit(n, i));
    projection().project(x.get());
    matrix.col(i) = dense(x.get());
  }
  return matrix;
}

std::unique_ptr<system::Body> ConditionCase::makeBody(const base::Communicator& comm, const Box& box, int partition) {
  auto body = std::make_unique<system::Body>(box.name, Objects::makeMesh(comm, box, partition));
  body->forces.push_back(std::make_unique<force::SolidForce<fem::LinearElastic>>(
      fem::LinearElastic{100.0, 0.3}, force::SolidOptions{}, body->domain()));
  force::Gravity::Data gravity;
  gravity.density = 2.0;
  gravity.acceleration = {3.0, -9.81, 0.0};
  body->forces.push_back(std::make_unique<force::Gravity>(gravity, body->domain()));
  mass::ConsistentMass::Data mass;
  mass.density = 20.0;
  body->masses.push_back(std::make_unique<mass::ConsistentMass>(mass, body->domain()));
  return body;
}

void ConditionCase::numberUnknowns() {
  starts_.assign(1, 0);
  TENON_PETSC(VecGetOwnershipRange(layout_->makeVector().get(), &first_, &last_));
  std::vector<long long> mine;
  for (const auto& body : mechanics_->bodies()) {
    const int block = body->state().block();
    for (LocalIndex node = 0; node < body->mesh().layout().numOwned(); ++node)
      for (int c = 0; c < block; ++c)
        mine.push_back(starts_.back() + body->mesh().nodePositions()[static_cast<std::size_t>(node)] * block + c);
    starts_.push_back(starts_.back() + body->state().layout().numGlobal() * block);
  }
  unknowns_ = layout_->comm().gatherAll(mine);
}

template <class Dense>
void ConditionCase::sum(Dense& all) const {
  layout_->comm().sumInPlace(gsl::span<double>(all.data(), static_cast<std::size_t>(all.size())));
}

}  // namespace tenon::testing

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/constraint/joints/TupleConstraint.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tenon/base/runCollectively.hpp"

namespace tenon::constraint {

TupleConstraint::TupleConstraint(std::string name, std::vector<const fem::Domain*> objects, fem::NodeTuples tuples,
                                 int rows_per_tuple)
    : name_(std::move(name)),
      objects_(std::move(objects)),
      tuples_(std::move(tuples)),
      rows_per_tuple_(rows_per_tuple) {
  for (LocalIndex i = 0; i < tuples_.size(); ++i)
    if (tuples_.isOwned(i)) owned_.push_back(i);
  multipliers_.assign(static_cast<std::size_t>(tuples_.size() * rows_per_tuple_), 0.0);
  const base::Communicator& comm = objects_.front()->mesh.comm();
  const bool any = comm.any(!owned_.empty());
  base::runCollectively(comm, [&] {
    if (!any) throw base::InputError(fmt::format("The constraint '{}' contains no nodes.", name_));
    for (const fem::Domain* object : objects_)
      if (object->state.block() != dimension())
        throw base::InputError(
            fmt::format("The constraint '{}' cannot join a two-dimensional object to a three-dimensional one.", name_));
  });
}

std::vector<double> TupleConstraint::referencePositions(LocalIndex tuple) const {
  std::vector<double> x;
  for (std::size_t p = 0; p < objects_.size(); ++p) {
    const auto at = objects_[p]->state.reference().subspan(
        static_cast<std::size_t>(tuples_[tuple][p]) * static_cast<std::size_t>(dimension()),
        static_cast<std::size_t>(dimension()));
    x.insert(x.end(), at.begin(), at.end());
  }
  return x;
}

std::vector<double> TupleConstraint::positions(LocalIndex tuple) const {
  std::vector<double> x = referencePositions(tuple);
  const auto dim = static_cast<std::size_t>(dimension());
  if (isTranslationInvariant())
    // The first node is processed last, because it is subtracted from the others.
    for (std::size_t i = x.size(); i-- > 0;) x[i] -= x[i % dim];
  for (std::size_t i = 0; i < x.size(); ++i)
    x[i] += objects_[i / dim]->state.displacement()[static_cast<std::size_t>(tuples_[tuple][i / dim]) * dim + i % dim];
  return x;
}

void TupleConstraint::addToOwned(gsl::span<double> rows, double factor, const std::vector<double>& values) const {
  std::size_t next = 0;
  for (const LocalIndex tuple : owned_) rows[next++] += factor * values[static_cast<std::size_t>(tuple)];
}

void TupleConstraint::addResidual(gsl::span<double> phi) const {
  std::vector<double> rows(static_cast<std::size_t>(rows_per_tuple_));
  std::size_t next = 0;
  for (const LocalIndex tuple : owned_) {
    evaluate(tuple, positions(tuple).data(), rows.data());
    for (const double row : rows) phi[next++] += row;
  }
}

void TupleConstraint::addJacobian(JacobianRows& G) const {
  std::vector<double> slopes(static_cast<std::size_t>(rows_per_tuple_) * size());
  LocalIndex row = 0;
  for (const LocalIndex tuple : owned_) {
    differentiate(tuple, positions(tuple).data(), slopes.data());
    const double* slope = slopes.data();
    for (int r = 0; r < rows_per_tuple_; ++r, ++row)
      for (std::size_t p = 0; p < objects_.size(); ++p)
        for (int c = 0; c < dimension(); ++c) {
          const la::State& state = objects_[p]->state;
          G.add(row, state, state.layout().global(tuples_[tuple][p]), c, *slope++);
        }
  }
}

std::vector<Constraint::RowKey> TupleConstraint::rowKeys() const {
  std::vector<RowKey> places;
  for (const LocalIndex tuple : owned_)
    for (int r = 0; r < rows_per_tuple_; ++r)
      places.push_back({&objects_.front()->state, tuples_[tuple][0], rows_per_tuple_ > 1 ? r : -1});
  return places;
}

void TupleConstraint::setMultipliers(gsl::span<const double> lambda) {
  multipliers_ = tuples_.valuesFromOwners(lambda, rows_per_tuple_);
}

void TupleConstraint::addGeometricStiffness(la::StiffnessMatrix& K) const {
  const auto n = static_cast<Eigen::Index>(size());
  const int dim = dimension();
  Eigen::MatrixXd H(n, n);
  for (LocalIndex tuple = 0; tuple < tuples_.size(); ++tuple) {
    differentiateTwice(tuple, positions(tuple).data(),
                       multipliers_.data() + static_cast<std::size_t>(tuple * rows_per_tuple_), H.data());
    for (std::size_t p = 0; p < objects_.size(); ++p)
      for (std::size_t q = 0; q < objects_.size(); ++q)
        K.forceOn(objects_[p]->state).byPositionOf(objects_[q]->state)(tuples_[tuple][p], tuples_[tuple][q]) +=
            H.block(static_cast<Eigen::Index>(p) * dim, static_cast<Eigen::Index>(q) * dim, dim, dim);
  }
}

}  // namespace tenon::constraint

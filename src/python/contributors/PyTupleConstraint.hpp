// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "Contributor.hpp"
#include "tenon/constraint/Constraint.hpp"

namespace tenon::python {

/// Copies the settings of a constraint from the attributes of its Python object.
/// @throws InputError on all ranks if `bound` is neither "none" nor "lower" nor "upper"
/// @note Collective.
void readSettings(const Contributor& self, constraint::ConstraintSettings& settings);

/// Constraint on tuples of nodes, implemented in Python by tenon.TupleConstraint. Each evaluation
/// calls Python once with all tuples of this rank. An exception on one rank becomes an error of all
/// ranks.
class PyTupleConstraint : public constraint::Constraint {
 public:
  /// Creates the constraint.
  /// @throws InputError if there are no tuples on any rank
  /// @note Collective.
  PyTupleConstraint(pybind11::object object, base::Communicator comm, std::shared_ptr<bool> life,
                    std::shared_ptr<TupleSelection> tuples);

  const std::string& name() const override { return self_.name(); }
  LocalIndex numRows() const override { return static_cast<LocalIndex>(rows_ * tuples_->numOwned()); }
  int block() const override { return static_cast<int>(rows_); }
  bool isLinear() const override { return is_linear_; }
  /// @note Collective if set_time() is implemented.
  void setTime(double time) override;
  void addJacobian(constraint::JacobianRows& G) const override;
  void addResidual(gsl::span<double> phi) const override;
  void addRate(gsl::span<double> rate) const override;
  void setMultipliers(gsl::span<const double> lambda) override;
  void addGeometricStiffness(la::StiffnessMatrix& K) const override;
  /// @note Collective.
  void commit() override;
  /// Returns output keys that refer to the first node of each tuple.
  std::vector<RowKey> rowKeys() const override;

 private:
  Array perRow(const pybind11::object& result, const Method& method) const;
  void evaluateHessian() const;

  Contributor self_;
  std::shared_ptr<TupleSelection> tuples_;
  std::size_t rows_;
  bool is_linear_, depends_on_time_, has_jacobian_, has_rate_, has_set_time_, has_commit_;
  TupleFunction violation_, jacobian_, rate_;
  double time_ = 0.0;
  std::vector<double> multipliers_;  // multipliers of all tuples stored on this rank
  mutable Array hessian_;            // d(G^T lambda)/dx of all tuples stored on this rank
  mutable ConfigurationStamp stamp_;
};

}  // namespace tenon::python

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "BlockMatrix.hpp"
#include "Contributor.hpp"
#include "tenon/constraint/Constraint.hpp"

namespace tenon::python {

/// Rows of a constraint Jacobian to which a method in Python adds entries.
class PyJacobianRows {
 public:
  /// Adds entries of several rows.
  /// @param rows    [m] rows of this rank
  /// @param object  object of the nodes
  /// @param nodes   [m] local nodes
  /// @param values  [m × components] derivatives of the residual of each row by the node
  /// @throws InputError if an array has the wrong shape, or if a row or node does not exist
  /// @note Not collective.
  void add(const BlockMatrix::Nodes& rows, const ObjectView& object, const BlockMatrix::Nodes& nodes,
           const pybind11::object& values);
  /// Creates an empty matrix with the given number of rows.
  PyJacobianRows(Method method, LocalIndex num_rows) : method_(std::move(method)), num_rows_(num_rows) {}
  /// Adds all entries to an accumulator.
  void addTo(constraint::JacobianRows& G) const;

 private:
  struct Batch {
    const la::State* state;
    std::vector<LocalIndex> rows, nodes;
    std::vector<double> values;
  };
  Method method_;
  LocalIndex num_rows_;
  std::vector<Batch> batches_;
};

/// Constraint in Python in its most general form, a class derived from tenon.Constraint. An
/// exception on one rank becomes an error of all ranks.
class PyConstraint : public constraint::Constraint {
 public:
  /// Creates the constraint.
  /// @throws InputError if no rank has rows
  /// @note Collective.
  PyConstraint(pybind11::object object, base::Communicator comm, std::shared_ptr<bool> life);

  const std::string& name() const override { return self_.name(); }
  LocalIndex numRows() const override { return num_rows_; }
  int block() const override { return 1; }
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

 private:
  void addRows(const char* method, gsl::span<double> rows) const;

  Contributor self_;
  LocalIndex num_rows_;
  bool is_linear_, depends_on_time_, has_set_time_, has_commit_, has_stiffness_, has_set_multipliers_;
};

}  // namespace tenon::python

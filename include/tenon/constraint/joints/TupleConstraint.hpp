// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "tenon/constraint/Constraint.hpp"
#include "tenon/fem/NodeTuples.hpp"

namespace tenon::constraint {

/// Base class of constraints Phi_i(x) = 0 on tuples of nodes of one or several objects. All tuples
/// have the same number of rows, which belong to the rank that owns the first node of the tuple.
/// Derived classes define Phi and its derivatives; DifferentiatedConstraint requires only Phi.
class TupleConstraint : public Constraint {
 public:
  const std::string& name() const final { return name_; }
  LocalIndex numRows() const final { return rows_per_tuple_ * static_cast<LocalIndex>(owned_.size()); }
  int block() const final { return rows_per_tuple_; }
  void addJacobian(JacobianRows& G) const final;
  void addResidual(gsl::span<double> phi) const final;
  void setMultipliers(gsl::span<const double> lambda) final;
  void addGeometricStiffness(la::StiffnessMatrix& K) const final;
  /// Returns output keys that refer to the first node of each tuple.
  std::vector<RowKey> rowKeys() const final;

 protected:
  /// Constructs the constraint.
  /// @param name            name used in messages
  /// @param objects         object to which each node of a tuple belongs; all objects must have the
  ///   same dimension
  /// @param tuples          nodes of each tuple
  /// @param rows_per_tuple  number of constraint rows of each tuple
  /// @throws InputError if all ranks together have no tuples, or if the objects differ in dimension
  /// @note Collective.
  TupleConstraint(std::string name, std::vector<const fem::Domain*> objects, fem::NodeTuples tuples,
                  int rows_per_tuple);

  /// Returns the tuples stored on this rank.
  const fem::NodeTuples& tuples() const { return tuples_; }
  /// Returns the spatial dimension, 2 or 3.
  int dimension() const { return objects_.front()->state.block(); }
  /// Returns the reference positions of the nodes of a tuple, [nodes × dimension].
  std::vector<double> referencePositions(LocalIndex tuple) const;

  /// Adds factor * values to the rows of owned tuples, for constraints with one row per tuple.
  /// @param rows    [numRows] rows of this rank, to which the values are added
  /// @param factor  factor of the values
  /// @param values  one value per tuple stored on this rank
  void addToOwned(gsl::span<double> rows, double factor, const std::vector<double>& values) const;

  /// Returns true if Phi is invariant under translations of a tuple. In this case, positions are
  /// measured from the reference position of the first node, so that round-off errors do not depend
  /// on the location of the bodies.
  virtual bool isTranslationInvariant() const { return false; }

  // The functions below evaluate one tuple. The array x contains the n = nodes × dimension
  // coordinates of the nodes of this tuple.
  /// Evaluates the residual phi = Phi(x), [rows].
  virtual void evaluate(LocalIndex tuple, const double* x, double* phi) const = 0;
  /// Evaluates the Jacobian G = dPhi/dx, [rows × n] in row-major order.
  virtual void differentiate(LocalIndex tuple, const double* x, double* G) const = 0;
  /// Evaluates the Hessian H = d2(lambda . Phi)/dx2, [n × n].
  virtual void differentiateTwice(LocalIndex tuple, const double* x, const double* lambda, double* H) const = 0;

 private:
  std::vector<double> positions(LocalIndex tuple) const;
  std::size_t size() const { return objects_.size() * static_cast<std::size_t>(dimension()); }

  std::string name_;
  std::vector<const fem::Domain*> objects_;
  fem::NodeTuples tuples_;
  int rows_per_tuple_;
  std::vector<LocalIndex> owned_;    // indices of owned tuples
  std::vector<double> multipliers_;  // multipliers of all tuples stored on this rank, [tuples x rows]
};

}  // namespace tenon::constraint

#pragma once
#include <string>
#include <vector>

#include "tenon/constraint/Constraint.hpp"
#include "tenon/fem/NodeTuples.hpp"

namespace tenon::constraint {

/// Conditions Phi_i(x) = 0 on tuples of nodes, of one object or of several, with the same number of rows each. Rows
/// belong to the owner of the tuple's first node. What a tuple's condition is, the derived class says; almost always
/// through DifferentiatedConstraint, which needs Phi alone.
class TupleConstraint : public Constraint {
 public:
  const std::string& name() const final { return name_; }
  LocalIndex numRows() const final { return rows_per_tuple_ * static_cast<LocalIndex>(owned_.size()); }
  int block() const final { return rows_per_tuple_; }
  void addJacobian(JacobianRows& G) const final;
  void addViolation(gsl::span<double> phi) const final;
  void setMultipliers(gsl::span<const double> lambda) final;
  void addGeometricStiffness(la::StiffnessMatrix& K) const final;
  /// The first node of each tuple.
  std::vector<RowPlace> places() const final;

 protected:
  /// Collective. `objects`: of each place of the tuples, which must all have the same dimension; InputError where there
  /// is no tuple on any rank.
  TupleConstraint(std::string name, std::vector<const fem::Domain*> objects, fem::NodeTuples tuples,
                  int rows_per_tuple);

  const fem::NodeTuples& tuples() const { return tuples_; }
  int dimension() const { return objects_.front()->state.block(); }
  /// Positions in the mesh of a tuple's nodes, [places x dimension].
  std::vector<double> restPositions(LocalIndex tuple) const;

  /// Adds factor * values to the rows of owned tuples; `values`: of all tuples known here, one row each.
  void addToOwned(gsl::span<double> rows, double factor, const std::vector<double>& values) const;

  /// Whether Phi is the same for a tuple that is moved as a whole: then positions are given from where its first node
  /// is at rest, and motions keep their digits wherever the bodies are.
  virtual bool takesDifferences() const { return false; }

  // One tuple at positions x, [places x dimension] = n numbers.
  /// phi = Phi(x), [rows].
  virtual void evaluate(LocalIndex tuple, const double* x, double* phi) const = 0;
  /// G = dPhi/dx, [rows x n].
  virtual void differentiate(LocalIndex tuple, const double* x, double* G) const = 0;
  /// H = d2(lambda . Phi)/dx2, [n x n].
  virtual void differentiateTwice(LocalIndex tuple, const double* x, const double* lambda, double* H) const = 0;

 private:
  std::vector<double> positions(LocalIndex tuple) const;
  std::size_t size() const { return objects_.size() * static_cast<std::size_t>(dimension()); }

  std::string name_;
  std::vector<const fem::Domain*> objects_;
  fem::NodeTuples tuples_;
  int rows_per_tuple_;
  std::vector<LocalIndex> owned_;    // tuples
  std::vector<double> multipliers_;  // of all tuples known here, [tuples x rows]
};

}  // namespace tenon::constraint

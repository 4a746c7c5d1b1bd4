// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "DependentRows.hpp"
#include "la/matrices/RowOperator.hpp"
#include "tenon/system/operators/ConstraintJacobian.hpp"

namespace tenon::system {

class OwnDofRows;

/// Redundant rows of G P, which depend linearly on others so that their multipliers are not unique,
/// and their treatment.
///
/// First, rows that are multiples of others are found. Then rows without any degree of freedom of
/// their own (findDoubtfulRows) are collected in groups that share no degrees of freedom. Each
/// group of up to `most_rows` rows is gathered on one rank. There, a sparse factorisation with null
/// pivots (SparseElimination) of G diag(A)^-1 G^T + C finds the rows whose distance from the span
/// of the others is less than 1e-6 of their length.
///
/// Rows of larger groups, and of groups whose factors would take minutes, are counted only;
/// dependent rows among them are detected by the null pivots of a direct solver or by the residual.
///
/// A row whose degrees of freedom are all constrained is also redundant. Rows with compliance never
/// are, nor are rows of constraints that are switched off. `docs/adr` describes the alternatives
/// that were evaluated.
class Redundancy {
 public:
  static constexpr std::int64_t most_rows = 50000;  ///< largest number of rows of a group

  /// Finds the redundant rows.
  /// @param diagonal  diagonal of A, the weights of the degrees of freedom; entries that are not
  ///   positive count as 1
  /// @param largest  largest number of rows of a group that is examined as a whole
  /// @note Collective.
  Redundancy(const MechanicalSystem& mechanics, const ConstraintJacobian& G, Vec diagonal,
             std::int64_t largest = most_rows);

  ~Redundancy();

  /// Returns true if this object was created for G, irrespective of its values.
  bool belongsTo(const ConstraintJacobian& G) const { return G_.get() == G.free(); }
  /// Updates the result after the values of G have changed. Rows of nonlinear constraints are
  /// examined again only if they may have become dependent: if they were dependent, were not
  /// examined, or have lost the degree of freedom of their own.
  /// @param diagonal  as in the constructor
  /// @return true if rows were examined
  /// @note Collective.
  bool update(const ConstraintJacobian& G, Vec diagonal);

  /// Returns the number of dependent rows over all ranks.
  PetscInt numDependent() const { return num_dependent_; }
  /// Returns the names of the first ten dependent rows, such as "'tie' at node 12 of 'upper' (x)",
  /// the same on all ranks.
  const std::vector<std::string>& names() const { return names_; }
  /// Returns the warning "2 of 48 constraint rows follow from ..."; empty if no row is dependent.
  std::string message() const;
  /// Returns the number of rows over all ranks in groups that are too large: only multiples of rows
  /// are found among them.
  std::int64_t numUntested() const { return num_untested_; }
  /// Returns the message about rows that were not examined; empty if there are none.
  std::string untestedMessage() const;

  /// Checks that dependent rows are consistent with the rows on which they depend. Nonlinear
  /// constraints are not checked, because they need not be consistent before the last Newton
  /// iteration. @param violation  constraint residual Phi in the current configuration, of
  /// constraintResidualOf()
  /// @throws InputError if a dependent row prescribes a value that differs by more than 1e-8
  ///   of these values and 1e-10 of the largest displacement; names every participating constraint
  ///   and the residual
  /// @note Collective.
  void requireConsistent(const std::vector<double>& violation) const;

  /// Returns G P with zeros in dependent rows, the matrix to be solved; G P itself if there are
  /// none. The matrix object remains the same if only its values change.
  Mat independent() const { return independent_ ? independent_->get() : G_.get(); }
  /// Sets the entries of dependent rows in `g` to zero: the right-hand side that belongs to
  /// independent().
  void removeDependent(Vec g) const;

  /// Replaces the multipliers mu by those with the same forces G^T mu and the least physical norm
  /// |s mu|. @note Collective.
  void minimiseNorm(Vec mu) const;

 private:
  void search(const ConstraintJacobian& G, Vec diagonal);
  void dropDependent();
  void formIndependent();
  void gatherCombinations();
  KSP leastSquares() const;
  void nameDependent();
  std::vector<double> fetch(Vec vector) const;
  std::string nameOf(const ConstraintRow& row) const;
  struct Contradiction {
    const DependentRows* group;
    std::size_t number;  // index of its combination
    double residual;
  };
  std::vector<Contradiction> findContradictions(const DependentRows& group, const double* violation,
                                                double motion) const;
  bool isLinear(const DependentRows& group, const std::vector<RowCoefficient>& z) const;
  std::string messageOf(const Contradiction& contradiction) const;
  void refuse(const std::vector<Contradiction>& local) const;

  const MechanicalSystem& mechanics_;
  std::int64_t largest_;
  std::vector<DependentRows> groups_;           // groups of this rank
  la::IndexSet rows_;                           // rows of groups_, in order
  la::Matrix G_, weights_;                      // weights_: of weightedRows(); empty if no row changes
  la::RowCombination kept_;                     // 1 for independent rows, 0 for others
  std::optional<la::RowOperator> independent_;  // empty if all rows are independent
  // N: a column s z for each dependent row, s the scales; nullptr if there are none
  la::Matrix combinations_;
  la::Vector scales_;  // s of all rows
  PetscInt num_dependent_ = 0, num_rows_ = 0;
  std::int64_t num_untested_ = 0;
  std::vector<std::string> names_;
  std::unique_ptr<OwnDofRows> own_dof_rows_;  // rows of nonlinear constraints
  bool is_settled_ = true;                    // all rows were examined, on every rank
  PetscObjectState values_ = 0;               // state of G when last examined
  mutable la::LinearSolver least_squares_;
};

}  // namespace tenon::system

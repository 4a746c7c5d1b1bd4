// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "tenon/base/History.hpp"
#include "tenon/constraint/Constraint.hpp"

namespace tenon::constraint {

class LinearTerms;

/// Base class of linear constraints on displacements, with the rows
///   Phi_r = sum_k c_rk u_k + constant_r - history(t) value_r
/// for degrees of freedom u_k and constant coefficients c_rk. Derived classes add their rows in the
/// constructor and then call finish(). This class evaluates G and Phi and gathers the displacements
/// of remote nodes.
class LinearConstraint : public Constraint, public base::TabulatedInTime {
 public:
  const std::string& name() const final { return name_; }
  LocalIndex numRows() const final { return static_cast<LocalIndex>(values_.size()); }
  int block() const final { return block_; }
  bool isLinear() const final { return true; }
  const base::History& history() const final { return history_; }
  void setTime(double time) override { factor_ = history_(time), slope_ = base::leftDerivative(history_, time); }
  void addJacobian(JacobianRows& G) const final;
  /// Adds the constraint residual Phi. @note Collective.
  void addResidual(gsl::span<double> phi) const final;
  void addRate(gsl::span<double> rate) const final;
  std::vector<Slave> slaves() const final { return slaves_; }
  const la::State* carrier() const final { return carrier_; }
  std::vector<LocalIndex> carrierNodes() const final { return carrier_nodes_; }
  std::vector<RowKey> rowKeys() const override;

 protected:
  /// Constructs a constraint without rows.
  /// @param name   name used in messages
  /// @param block  number of rows per carrier node, see Constraint::block()
  LinearConstraint(std::string name, int block);

  /// Adds an owned row and returns its index.
  /// @param value     prescribed value, which is multiplied by the time history
  /// @param constant  constant term of Phi
  LocalIndex addRow(double value = 0.0, double constant = 0.0);
  /// Sets the time history by which the prescribed values are multiplied. Without a history, the
  /// values are constant in time.
  void setHistory(base::History history);
  /// Sets the prescribed value of a row.
  void setValue(LocalIndex row, double value) { values_[static_cast<std::size_t>(row)] = value; }
  /// Adds `constant` to the constant term of a row.
  void addConstant(LocalIndex row, double constant) { constants_[static_cast<std::size_t>(row)] += constant; }
  /// Sets the constant term of a row.
  void setConstant(LocalIndex row, double constant) { constants_[static_cast<std::size_t>(row)] = constant; }
  /// Removes all terms but keeps the rows. After new terms have been added, finish() must be called
  /// again.
  void clearTerms();
  /// Returns the current terms as a shared pointer. A later call to clearTerms() does not change
  /// the returned object, because clearTerms() creates a new object. Call after finish().
  std::shared_ptr<const LinearTerms> terms() const { return terms_; }
  /// Terms and constant terms of all rows.
  struct RowMemory {
    std::shared_ptr<LinearTerms> terms;  ///< terms, which clearTerms() does not change
    std::vector<double> constants;       ///< [numRows] constant terms
  };
  /// Returns the current terms and constant terms. Call after finish().
  RowMemory rowMemory() const { return {terms_, constants_}; }
  /// Restores the terms and constant terms that an earlier call of rowMemory() returned.
  /// @return true if the terms on this rank change; the constant terms are not compared
  bool restoreRows(const RowMemory& rows);
  /// Adds coefficient * u[node, component] to a row. Terms with coefficient 0 are omitted.
  void addTerm(LocalIndex row, const la::State& state, GlobalIndex node, int component, double coefficient);
  /// Sets the slave degree of freedom of a row. The node must be owned.
  void setSlave(LocalIndex row, const la::State& state, LocalIndex node, int component);
  /// Declares that the last `block` rows belong to an owned node of `state`, for output.
  void addCarrierNode(const la::State& state, LocalIndex node);
  /// Sets the output key of the last row, for rows without a carrier node.
  void setRowKey(const RowKey& key);
  /// Share of one row that is added to another row. The receiving row is identified by its slave
  /// degree of freedom and may belong to any rank. The slaves of both rows belong to the same
  /// state.
  struct RowShare {
    /// Index of the row whose share is added.
    LocalIndex row;
    GlobalIndex node;  ///< slave node of the receiving row
    /// Component of the slave degree of freedom of the receiving row.
    int component;
    /// Factor by which the row is multiplied before it is added.
    double factor;
  };
  /// Adds shares of rows to other rows, which may belong to other ranks. Call after finish().
  /// @param slaves    state to which all slave nodes belong
  /// @param shares    shares to be added
  /// @param measures  [numRows] measures of the rows. For each share, the factor times the measure
  ///   of the distributed row is added to the measure of the receiving row. The measures of all
  ///   distributed rows are then set to 0.
  /// @note Collective.
  void distributeRows(const la::State& slaves, const std::vector<RowShare>& shares, std::vector<double>& measures);
  /// Completes the rows. Call after the last row and the last term have been added.
  /// @param states  all states that appear in rows on any rank, in the same order on all ranks
  /// @throws InternalError if a state is missing
  /// @note Collective.
  void finish(const std::vector<const la::State*>& states);

 private:
  struct DistributedTerm;
  struct DistributedRow;

  void receiveRows(const la::State& slaves, const std::vector<std::vector<DistributedTerm>>& terms,
                   const std::vector<std::vector<DistributedRow>>& rows, std::vector<double>& measures);

  std::string name_;
  int block_;
  std::shared_ptr<LinearTerms> terms_;
  std::vector<double> values_, constants_;
  base::History history_;
  double factor_ = 1.0, slope_ = 0.0;  // value and slope of the history at the current time
  std::vector<Slave> slaves_;          // empty, or [numRows]
  const la::State* carrier_ = nullptr;
  std::vector<LocalIndex> carrier_nodes_;
  std::vector<RowKey> row_keys_;  // output keys of rows without a carrier node; empty, or [numRows]
};

}  // namespace tenon::constraint

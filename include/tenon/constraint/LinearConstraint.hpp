#pragma once
#include <memory>
#include <string>
#include <vector>

#include "tenon/base/Tabulated.hpp"
#include "tenon/base/slopeBefore.hpp"
#include "tenon/constraint/LinearTerms.hpp"

namespace tenon::constraint {

/// Linear relations of displacements, Phi_r = sum_k c_rk u_k + constant_r - history(t) value_r. A new one derives from
/// it, adds its rows in its constructor and ends that with finish(): G, Phi and the motion of far nodes are then taken
/// care of.
class LinearConstraint : public Constraint, public base::Tabulated {
 public:
  const std::string& name() const final { return name_; }
  LocalIndex numRows() const final { return static_cast<LocalIndex>(values_.size()); }
  int block() const final { return block_; }
  bool isLinear() const final { return true; }
  const base::History& history() const final { return history_; }
  void setTime(double time) override { factor_ = history_(time), slope_ = base::slopeBefore(history_, time); }
  void addJacobian(JacobianRows& G) const final;
  /// Collective.
  void addViolation(gsl::span<double> phi) const final;
  void addRate(gsl::span<double> rate) const final;
  std::vector<Slave> slaves() const final { return slaves_; }
  const la::State* carrier() const final { return carrier_; }
  std::vector<LocalIndex> carrierNodes() const final { return carrier_nodes_; }
  std::vector<RowPlace> places() const override;

 protected:
  /// `block`: rows per node of the side that carries the multipliers.
  LinearConstraint(std::string name, int block) : name_(std::move(name)), block_(block) {}

  /// Makes one more row, which this rank owns; gives its number.
  LocalIndex addRow(double value = 0.0, double constant = 0.0);
  /// Makes the values change in time. Without it they stay as they are.
  void drive(base::History history);
  /// Another value of a row.
  void setValue(LocalIndex row, double value) { values_[static_cast<std::size_t>(row)] = value; }
  /// Adds to the constant of a row.
  void shift(LocalIndex row, double constant) { constants_[static_cast<std::size_t>(row)] += constant; }
  void setConstant(LocalIndex row, double constant) { constants_[static_cast<std::size_t>(row)] = constant; }
  /// Takes all terms away, and leaves the rows: others are added then, and finish() ends them.
  void clearTerms() { terms_ = std::make_shared<LinearTerms>(); }
  /// As they are; clearTerms() makes others, and leaves these to whoever has them. After finish().
  std::shared_ptr<const LinearTerms> terms() const { return terms_; }
  /// Adds coefficient * u[node, component] to a row. Terms with a coefficient of 0 are left out.
  void addTerm(LocalIndex row, const la::State& state, GlobalIndex node, int component, double coefficient);
  /// Says that a row is there to determine an unknown of an owned node.
  void determines(LocalIndex row, const la::State& state, LocalIndex node, int component);
  /// Says that the last `block` rows belong to an owned node of `state`, for output.
  void carry(const la::State& state, LocalIndex node);
  /// Says what the last row belongs to that no node carries.
  void place(const RowPlace& place);
  /// Part of a row, for the row that determines another unknown of the slaves' state, on any rank.
  struct Share {
    LocalIndex row;
    GlobalIndex node;  ///< slave of the other row
    int component;
    double factor;
  };
  /// Collective. After finish(): adds shares of rows to others, which may be on other ranks. `measures` [numRows] move
  /// along with them.
  void handOn(const la::State& slaves, const std::vector<Share>& shares, std::vector<double>& measures);
  /// Collective. After the last row; `states`: every state that any rank's rows name, in the same order on all ranks.
  void finish(const std::vector<const la::State*>& states);

 private:
  struct HandedTerm;
  struct HandedRow;

  void take(const la::State& slaves, const std::vector<std::vector<HandedTerm>>& terms,
            const std::vector<std::vector<HandedRow>>& rows, std::vector<double>& measures);

  std::string name_;
  int block_;
  std::shared_ptr<LinearTerms> terms_ = std::make_shared<LinearTerms>();
  std::vector<double> values_, constants_;
  base::History history_;
  double factor_ = 1.0, slope_ = 0.0;  // of the history, now
  std::vector<Slave> slaves_;          // empty, or [numRows]
  const la::State* carrier_ = nullptr;
  std::vector<LocalIndex> carrier_nodes_;
  std::vector<RowPlace> row_places_;  // empty, or [numRows]: of rows that no node carries
};

}  // namespace tenon::constraint

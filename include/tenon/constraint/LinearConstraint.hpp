#pragma once
#include <string>
#include <vector>

#include "tenon/constraint/Constraint.hpp"

namespace tenon::constraint {

/// Linear relations of displacements, Phi_r = sum_k c_rk u_k - value_r(t). A new one derives from it, adds its rows in
/// its constructor and ends that with finish(): G, Phi and the motion of far nodes are then taken care of.
class LinearConstraint : public Constraint {
 public:
  const std::string& name() const final { return name_; }
  LocalIndex numRows() const final { return static_cast<LocalIndex>(values_.size()); }
  int block() const final { return block_; }
  bool isLinear() const final { return true; }
  void addJacobian(JacobianRows& G) const final;
  /// Collective.
  void addViolation(gsl::span<double> phi) const final;
  const la::State* carrier() const final { return carrier_; }
  std::vector<LocalIndex> carrierNodes() const final { return carrier_nodes_; }

 protected:
  /// `block`: rows per node of the side that carries the multipliers.
  LinearConstraint(std::string name, int block) : name_(std::move(name)), block_(block) {}

  /// Makes one more row, which this rank owns; gives its number.
  LocalIndex addRow(double value = 0.0);
  /// Another value of a row: for setTime().
  void setValue(LocalIndex row, double value) { values_[static_cast<std::size_t>(row)] = value; }
  /// Adds coefficient * u[node, component] to a row. Terms with a coefficient of 0 are left out.
  void addTerm(LocalIndex row, const la::State& state, GlobalIndex node, int component, double coefficient);
  /// Says that the last `block` rows belong to an owned node of `state`, for output.
  void carry(const la::State& state, LocalIndex node);
  /// Collective. After the last row; `states`: every state that any rank's rows name, in the same order on all ranks.
  void finish(const std::vector<const la::State*>& states);

 private:
  struct Far {  // motion of one state's nodes that the rows name
    const la::State* state;
    std::vector<GlobalIndex> nodes;  // ascending, each once
    la::Halo halo;
  };
  struct Place {  // of a term's unknown among far_
    std::size_t state, unknown;
  };

  std::string name_;
  int block_;
  JacobianRows rows_;
  std::vector<double> values_;
  std::vector<Far> far_;
  std::vector<Place> places_;  // [terms]
  const la::State* carrier_ = nullptr;
  std::vector<LocalIndex> carrier_nodes_;
};

}  // namespace tenon::constraint

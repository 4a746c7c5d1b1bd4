#pragma once
#include <gsl/span>
#include <string>
#include <vector>

#include "tenon/la/State.hpp"

namespace tenon::constraint {

using base::GlobalIndex;
using base::LocalIndex;

/// Rows of G = dPhi/dq under assembly. Nodes are named by their global number in their state's layout: a constraint
/// may reach nodes of any rank, ghosts of the mesh or not.
class JacobianRows {
 public:
  struct Entry {
    LocalIndex row;  ///< among the rows this rank owns of this constraint
    const la::State* state;
    GlobalIndex node;
    int component;
    double value;
  };
  void add(LocalIndex row, const la::State& state, GlobalIndex node, int component, double value) {
    entries_.push_back({row, &state, node, component, value});
  }
  const std::vector<Entry>& entries() const { return entries_; }

 private:
  std::vector<Entry> entries_;
};

/// A group of exact conditions with a multiplier each:  Phi(q) = 0,  M a + f_int = f_ext + G^T lambda.
/// Multipliers are physical: + G^T lambda is the force on the bodies. With compliance c: Phi + c lambda = 0.
class Constraint {
 public:
  virtual ~Constraint() = default;
  virtual const std::string& name() const = 0;

  /// Rows (= multipliers) that this rank owns.
  virtual LocalIndex numRows() const = 0;

  /// Multipliers per node of the side that carries them (1 for a scalar condition, 3 for a tie in space).
  virtual int block() const = 0;

  virtual void addJacobian(JacobianRows& G) const = 0;

  /// Phi(q) of this rank's rows, [numRows]. Collective: far nodes' motion is fetched from their owners.
  virtual void addViolation(gsl::span<double> phi) const = 0;

  /// Compliance c of this rank's rows; empty: zero.
  virtual std::vector<double> compliance() const { return {}; }

  /// For output: the owned node of `state` that each block of rows belongs to; nullptr where there is none.
  virtual const la::State* carrier() const { return nullptr; }
  virtual std::vector<LocalIndex> carrierNodes() const { return {}; }
};

}  // namespace tenon::constraint

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <gsl/span>
#include <string>
#include <vector>

#include "tenon/base/Parameters.hpp"
#include "tenon/fem/Recovery.hpp"
#include "tenon/la/contributions.hpp"

namespace tenon::constraint {

using base::GlobalIndex;
using base::LocalIndex;

/// Accumulator for the entries of a constraint Jacobian G = dPhi/dq. Nodes are identified by their
/// global numbers in the layouts of their states, because a constraint may act on nodes that are
/// neither owned by this rank nor ghosts of the mesh.
class JacobianRows {
 public:
  /// One entry of G.
  struct Entry {
    LocalIndex row;  ///< index of the row among the owned rows of the constraint
    /// State of the node.
    const la::State* state;
    /// Global number of the node in the layout of `state`.
    GlobalIndex node;
    /// Index of the degree of freedom within the node.
    int component;
    /// Derivative of the constraint residual of this row with respect to the degree of freedom.
    double value;
  };
  /// Adds one entry of G.
  void add(LocalIndex row, const la::State& state, GlobalIndex node, int component, double value) {
    if (!refills_) return record(row, state, node, component, {&value, 1});
    if (isNext(row, state, node, component, 1)) values_[next_value_++] = value;
  }
  /// Adds the entries of one row for consecutive components of a node, starting at `component`.
  void addNode(LocalIndex row, const la::State& state, GlobalIndex node, int component,
               gsl::span<const double> values) {
    if (!refills_) return record(row, state, node, component, values);
    if (!isNext(row, state, node, component, values.size())) return;
    std::copy(values.begin(), values.end(), values_.begin() + static_cast<std::ptrdiff_t>(next_value_));
    next_value_ += values.size();
  }
  /// Returns the recorded entries. The list is empty after refill().
  const std::vector<Entry>& entries() const { return entries_; }

  /// Starts a reassembly, in which the same entries are added in the same order with new values.
  /// After this call, only the values are recorded; see values().
  void refill() {
    if (!refills_) values_.resize(entries_.size());
    entries_ = {};
    refills_ = is_same_ = true;
    next_run_ = next_value_ = 0;
  }
  /// Returns true if the entries added since refill() have the same positions as the recorded
  /// entries and were added in the same order. The result is valid once all entries have been
  /// added.
  bool isSame() const { return is_same_ && next_run_ == runs_.size(); }
  /// Returns the values of the entries added since refill().
  gsl::span<const double> values() const { return values_; }

 private:
  /// Entries added by one call of add() or addNode().
  struct Run {
    const la::State* state;
    LocalIndex row;
    GlobalIndex node;
    int component, count;
    bool isAt(LocalIndex r, const la::State& s, GlobalIndex n, int c, std::size_t size) const {
      return row == r && state == &s && node == n && component == c && static_cast<std::size_t>(count) == size;
    }
  };
  bool isNext(LocalIndex row, const la::State& state, GlobalIndex node, int component, std::size_t size) {
    is_same_ = is_same_ && next_run_ < runs_.size() && runs_[next_run_].isAt(row, state, node, component, size);
    ++next_run_;
    return is_same_;
  }
  void record(LocalIndex row, const la::State& state, GlobalIndex node, int component, gsl::span<const double> values) {
    runs_.push_back({&state, row, node, component, static_cast<int>(values.size())});
    for (const double value : values) entries_.push_back({row, &state, node, component++, value});
  }

  std::vector<Entry> entries_;
  std::vector<Run> runs_;
  std::vector<double> values_;
  std::size_t next_run_ = 0, next_value_ = 0;
  bool refills_ = false, is_same_ = true;
};

/// Settings that a case may specify for any constraint.
struct ConstraintSettings {
  double compliance = 0.0;  ///< compliance c in Phi + c lambda = 0
  double relaxation = 1.0;  ///< fraction of the constraint residual that is removed per step (Baumgarte, 1972)
  double scale = 1.0;       ///< scaling factor of the rows in the system; returned multipliers refer to unscaled rows
  /// True if the constraint is imposed; otherwise it is ignored and its multipliers are zero.
  bool active = true;
  /// Bound on Phi: none, lower (Phi >= 0, lambda >= 0 and Phi lambda = 0), upper (Phi <= 0,
  /// lambda <= 0 and Phi lambda = 0) or box (see `range`).
  std::string bound = "none";
  /// Upper limit of Phi for `bound: box`, which requires 0 <= Phi <= range. When a case is read,
  /// such a constraint is replaced by two constraints, one with a lower and one with an upper
  /// bound.
  double range = 0.0;
  /// Treatment of rows whose slave degree of freedom has a Dirichlet condition (key
  /// `on_prescribed`): automatic, keep, join, drop or refuse.
  std::string on_held = "automatic";
  /// Returns true if the constraint is unilateral.
  bool isUnilateral() const { return bound != "none"; }
  /// Declares the settings as parameters of a case file.
  static void declare(base::Parameters<ConstraintSettings>& p);
};

/// Dry friction law (Mohr-Coulomb) of a unilateral constraint with the normal multiplier lambda_n
/// and the tangential multipliers lambda_t. While the gap is closed, the law limits lambda_t:
///   |lambda_t| <= coefficient * lambda_n + cohesion * area.
/// If multipliers are forces, `area` is the contact area that a block of rows represents. If
/// multipliers are tractions, `area` is 1.
struct DryFriction {
  double coefficient = 0.0;  ///< coefficient of friction mu
  double cohesion = 0.0;     ///< tangential strength of a closed contact [force/area]
  bool is_pyramid = false;   ///< true if the limit applies to each tangential component, not to the resultant

  /// Returns true if the friction coefficient or the cohesion is positive.
  bool isEnabled() const { return coefficient > 0.0 || cohesion > 0.0; }
  /// Returns the limit of |lambda_t|; 0 if the contact is open.
  /// @param lambda_n  normal multiplier [force, or force/area if multipliers are tractions]
  /// @param area      contact area that the block of rows represents; 1 if multipliers are
  ///   tractions
  double limit(double lambda_n, double area) const {
    return lambda_n > 0.0 ? coefficient * lambda_n + cohesion * area : 0.0;
  }
};

/// Set of scalar constraints, called rows, with one Lagrange multiplier per row:
///   Phi(q, t) = 0,  M a + f_int = f_ext + G^T lambda.
/// Multipliers have physical units: G^T lambda is the force that the constraint exerts on the
/// bodies. With a compliance c, the rows read Phi + c lambda = 0.
///
/// A derived class evaluates Phi and its derivatives. It is independent of row offsets and solvers,
/// and it does not apply `active`, `scale` or `relaxation`: system::ConstraintJacobian leaves the
/// rows of inactive constraints empty, scales the rows and provides the relaxation factors.
class Constraint : public ConstraintSettings {
 public:
  /// Slave degree of freedom of a constraint row: the degree of freedom of an owned node that the
  /// row determines.
  struct Slave {
    /// State of the node; nullptr if the row has no slave.
    const la::State* state = nullptr;
    /// Local number of the owned node.
    LocalIndex node = -1;
    /// Index of the degree of freedom within the node.
    int component = 0;
  };

  /// Level of the constraint. A constraint at position level reads Phi(q, t) = 0. A constraint at
  /// velocity level reads G(q) v + b(t) = 0 and cannot be integrated to a condition on positions
  /// (nonholonomic constraint, such as rolling). Velocity-level constraints require a time
  /// integrator; static analyses reject them.
  enum class Level { position, velocity };

  virtual ~Constraint() = default;
  /// Returns the name of the constraint in the case and in messages.
  virtual const std::string& name() const = 0;
  /// Returns the level of the constraint.
  virtual Level level() const { return Level::position; }

  /// Returns the reason why the constraint does not support bounds, as a clause for error messages,
  /// or an empty string if it supports them. For example, a joint does not support a bound that
  /// would relax all of its rows.
  virtual std::string boundObstacle() const { return {}; }

  /// Sets the time t at which the functions below are evaluated. The default implementation does
  /// nothing, which is correct for constraints that do not depend on time.
  virtual void setTime(double) {}

  /// Returns the number of rows (multipliers) that this rank owns. The number does not change with
  /// time.
  virtual LocalIndex numRows() const = 0;

  /// Returns the number of rows per block, which is the number of multipliers per carrier node: 1
  /// for a scalar condition, 3 for a tie in 3D.
  virtual int block() const = 0;

  /// Adds the entries of the constraint Jacobian G in the current configuration. @note Collective.
  virtual void addJacobian(JacobianRows& G) const = 0;

  /// Adds the constraint residual: Phi(q, t) at position level, G v + b at velocity level.
  /// @param phi  [numRows] rows of this rank
  /// @note Collective: displacements of remote nodes are gathered from their owners.
  virtual void addResidual(gsl::span<double> phi) const = 0;

  /// Adds the partial derivative dPhi/dt at fixed q for this rank's rows, [numRows]. It is the
  /// left-hand limit at the time set by the last setTime(), and zero for velocity-level
  /// constraints. Constraints that override setTime() must also override this function.
  /// @note Collective.
  virtual void addRate(gsl::span<double>) const {}

  /// Returns true if Phi is linear in q. In this case, G is assembled only once, and the geometric
  /// stiffness is zero.
  virtual bool isLinear() const { return false; }

  /// Returns the alternative that error messages recommend for large rotations, as a clause. An
  /// empty string means that the constraint is valid for arbitrary rotations; otherwise it is valid
  /// for small rotations only. The result is the same on all ranks.
  virtual std::string largeRotationAlternative() const { return {}; }

  /// Sets the multipliers of this rank's rows, [numRows], at which addGeometricStiffness() is
  /// evaluated.
  /// @note Collective.
  virtual void setMultipliers(gsl::span<const double>) {}

  /// Adds the geometric stiffness d(G^T lambda)/dq at fixed lambda, the contribution of the
  /// constraint to the tangent stiffness. The rows of owned nodes are complete.
  /// @note Not collective.
  virtual void addGeometricStiffness(la::StiffnessMatrix&) const {}
  /// Returns true if the geometric stiffness is symmetric. It is not symmetric if the constraint
  /// acts on rotational degrees of freedom.
  virtual bool hasSymmetricStiffness() const { return true; }

  /// Returns the measure over which the multiplier of each owned row is distributed, [numRows]. The
  /// measure is an area if multipliers are tractions. The result is empty if multipliers are forces
  /// (measure 1).
  virtual std::vector<double> measures() const { return {}; }

  /// Returns the compliance c of this rank's rows, [numRows]; empty if it is zero. The default
  /// implementation multiplies the compliance specified in the case by measures().
  virtual std::vector<double> compliances() const;

  /// Returns the slave of each owned row, [numRows]; empty if no row has a slave.
  virtual std::vector<Slave> slaves() const { return {}; }
  /// Returns the treatment selected by `on_prescribed: automatic`: "keep" (the row constrains its
  /// other degrees of freedom), "join" (the row is added to rows of neighbours; requires
  /// mergeConstrainedRows()) or "drop" (the row is left empty).
  virtual const char* defaultSlaveTreatment() const { return "keep"; }
  /// Adds each row whose slave has a Dirichlet condition to the rows of neighbouring slaves that
  /// have no Dirichlet condition, if there are any. The added rows themselves are not changed. This
  /// function is called once, when the mechanical system is created.
  /// @param is_constrained  [numRows] true for rows whose slave has a Dirichlet condition
  /// @return  [numRows] true for rows that were added to other rows
  /// @note Collective.
  virtual std::vector<char> mergeConstrainedRows(const std::vector<char>& is_constrained) {
    return std::vector<char>(is_constrained.size(), 0);
  }

  /// Returns the friction law of the rows. The law is the same on all ranks. With friction, each
  /// block consists of a gap row, to which the bound applies, and slip rows. The slip rows measure
  /// the slip since the last commit() in mutually orthogonal tangential directions. While a point
  /// slips, |lambda_t| equals its limit and lambda_t opposes the slip.
  virtual DryFriction friction() const { return {}; }
  /// Kinematic properties of a mechanical system. They are passed to prepareFor().
  struct KinematicProperties {
    /// True if any body admits large rotations or any mapped object depends nonlinearly on its
    /// parents.
    bool has_large_rotations = false;
  };
  /// Prepares the constraint for the kinematics of the mechanical system. This function is called
  /// once, when the mechanical system is created.
  /// @note Collective.
  virtual void prepareFor(const KinematicProperties&) {}
  /// Updates the candidate pairs of a contact in the current configuration.
  /// @param share  fraction of the search radius: the search may be omitted if no point has moved
  ///   by more than this fraction since the last search. If `share` is infinite, there is no
  ///   search, and the result is true only if base::StepDependent::restoreStepMemory() has changed
  ///   the pairs since the last call.
  /// @return true if the pairs changed on any rank. In this case, the sparsity patterns of G and K
  ///   have changed, and states may have additional ghosts.
  /// @note Collective.
  virtual bool updatePairs([[maybe_unused]] double share) { return false; }
  /// Returns the states whose nodes updatePairs() may add to the rows, in addition to the states
  /// that already occur in the rows.
  virtual std::vector<const la::State*> statesOfPairs() const { return {}; }
  /// Accepts the current configuration as the end of a step. Slip is subsequently measured from
  /// this configuration.
  /// @note Collective.
  virtual void commit() {}
  /// Returns the contact area that each block of rows represents; empty if the constraint is not a
  /// contact.
  virtual std::vector<double> contactAreas() const { return {}; }

  /// Returns the state whose owned nodes carry the blocks of rows, for output; nullptr if there is
  /// none.
  virtual const la::State* carrier() const { return nullptr; }
  /// Returns the owned node of carrier() that carries each block of rows.
  virtual std::vector<LocalIndex> carrierNodes() const { return {}; }

  /// Output key of a row. Rows are sorted by number, then by object, then by the position of the
  /// node in the mesh file, and finally by their order in the constraint. The resulting order is
  /// independent of the partition.
  struct RowKey {
    const la::State* state = nullptr;  ///< state of the object; nullptr if there is none
    LocalIndex node = -1;              ///< owned node of the object; -1 if there is none
    int component = -1;                ///< index of the row among the rows of the node; -1 if there is only one
    std::int64_t number = -1;          ///< number of an equation or cell, for example; -1 if there is none
  };
  /// Returns the output key of each owned row, [numRows]. The default implementation uses the
  /// carrier nodes; keys are empty if no node carries rows.
  virtual std::vector<RowKey> rowKeys() const;

  /// Evaluates the multipliers as a nodal field, for output. The default implementation assigns
  /// values only to nodes that carry rows.
  /// @param lambda  [numRows] multipliers of this rank's rows
  /// @param field  [numOwned × block] values at the owned nodes of carrier(), initially 0
  /// @note Collective.
  virtual void fillField(gsl::span<const double> lambda, gsl::span<double> field) const;

  /// Adds the stress that the multipliers represent, such as the pressure of an incompressible
  /// body, to the stress of an object, for output. The default implementation adds nothing.
  /// @note Collective.
  virtual void addStress(gsl::span<const double> /*lambda*/, fem::Recovery&) const {}
};

}  // namespace tenon::constraint

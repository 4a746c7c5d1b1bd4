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

/// Entries of the rows of a constraint Jacobian G = dPhi/dq during assembly.
/// Nodes are identified by their global number in the layout of their state: a constraint may act
/// on nodes of any rank, whether or not they are ghosts of the mesh.
class JacobianRows {
 public:
  /// One entry of G.
  struct Entry {
    LocalIndex row;  ///< index among the rows of this constraint that this rank owns
    /// State of the node.
    const la::State* state;
    /// Global number of the node in the layout of `state`.
    GlobalIndex node;
    /// Index of the degree of freedom within the node.
    int component;
    /// Derivative of the row with respect to this component.
    double value;
  };
  /// Adds one entry.
  void add(LocalIndex row, const la::State& state, GlobalIndex node, int component, double value) {
    if (!refills_) return record(row, state, node, component, {&value, 1});
    if (isNext(row, state, node, component, 1)) values_[next_value_++] = value;
  }
  /// Adds entries of one row for consecutive components of a node, beginning with `component`.
  void addNode(LocalIndex row, const la::State& state, GlobalIndex node, int component,
               gsl::span<const double> values) {
    if (!refills_) return record(row, state, node, component, values);
    if (!isNext(row, state, node, component, values.size())) return;
    std::copy(values.begin(), values.end(), values_.begin() + static_cast<std::ptrdiff_t>(next_value_));
    next_value_ += values.size();
  }
  /// Returns the recorded entries. Empty after refill().
  const std::vector<Entry>& entries() const { return entries_; }

  /// Restarts the assembly with the same entries in the same order and new values. Only values()
  /// are recorded from then on.
  void refill() {
    if (!refills_) values_.resize(entries_.size());
    entries_ = {};
    refills_ = is_same_ = true;
    next_run_ = next_value_ = 0;
  }
  /// True if the entries added since refill() are those recorded before, in the same order. Valid
  /// after all entries have been added.
  bool isSame() const { return is_same_ && next_run_ == runs_.size(); }
  /// Returns the values of the entries added since refill().
  gsl::span<const double> values() const { return values_; }

 private:
  /// Entries that one call of add() or addNode() contributes.
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
  double relaxation = 1.0;  ///< fraction of the constraint residual removed in one step (Baumgarte, 1972)
  double scale = 1.0;       ///< scaling factor of the rows in the system; multipliers are returned in physical units
  /// False if the constraint is disregarded; its multipliers are then zero.
  bool active = true;
  std::string bound = "none";  ///< bound of Phi; lower: Phi >= 0, lambda >= 0, Phi lambda = 0; upper: both <= 0
  /// Upper limit of Phi for `bound: box`, 0 <= Phi <= range. When a case is read, such a constraint
  /// is replaced by one with a lower and one with an upper bound.
  double range = 0.0;
  /// Treatment of rows whose slave degree of freedom has a Dirichlet condition: automatic, keep,
  /// join, drop or refuse.
  std::string on_held = "automatic";
  /// True if the constraint is unilateral.
  bool isUnilateral() const { return bound != "none"; }
  /// Declares the parameters of the case file.
  static void declare(base::Parameters<ConstraintSettings>& p);
};

/// Dry friction (Mohr-Coulomb) of the slip rows of a unilateral constraint while its gap is closed,
///   |lambda_t| <= coefficient * lambda_n + cohesion * share.
/// The share is 1 if multipliers are tractions, otherwise the area that a block of rows represents.
struct DryFriction {
  double coefficient = 0.0;  ///< coefficient of friction mu
  double cohesion = 0.0;     ///< tangential strength of a closed contact, force/area
  bool is_pyramid = false;   ///< true if each tangential direction is limited separately, instead of the resultant

  /// True if the friction coefficient or the cohesion is positive.
  bool isEnabled() const { return coefficient > 0.0 || cohesion > 0.0; }
  /// Returns the limit of |lambda_t| for the normal multiplier `lambda_n`; 0 if the contact is
  /// open.
  double limit(double lambda_n, double share) const {
    return lambda_n > 0.0 ? coefficient * lambda_n + cohesion * share : 0.0;
  }
};

/// Group of constraints with one Lagrange multiplier per row,
///   Phi(q, t) = 0,  M a + f_int = f_ext + G^T lambda.
/// Multipliers are in physical units: + G^T lambda is the force on the bodies. With compliance c
/// the rows read Phi + c lambda = 0.
///
/// A constraint is independent of settings, row offsets and solvers. The constraint system leaves
/// the rows of inactive constraints empty, and applies `scale` and `relaxation`.
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

  /// Level of the constraint: Phi(q, t) = 0 on positions, or G(q) v + b(t) = 0 on velocities, which
  /// cannot be integrated to a condition on positions (nonholonomic, such as rolling).
  /// Velocity-level constraints require a time integrator; static analyses reject them.
  enum class Level { position, velocity };

  virtual ~Constraint() = default;
  /// Returns the name of the constraint in the case and in messages.
  virtual const std::string& name() const = 0;
  /// Returns the level of the constraint.
  virtual Level level() const { return Level::position; }

  /// Returns the reason why the rows must not have a bound, as a clause for error messages.
  /// Example: the rows of a joint, some of which would open while others remain active. Empty if
  /// each row may have a bound.
  virtual std::string boundObstacle() const { return {}; }

  /// Sets the time t at which the functions below are evaluated. The default implementation does
  /// nothing, for constraints that do not depend on time.
  virtual void setTime(double) {}

  /// Returns the number of rows (multipliers) that this rank owns; constant in time.
  virtual LocalIndex numRows() const = 0;

  /// Returns the number of multipliers per carrier node: 1 for a scalar condition, 3 for a tie in
  /// 3D.
  virtual int block() const = 0;

  /// Adds the entries of the constraint Jacobian G in the current configuration. @note Collective.
  virtual void addJacobian(JacobianRows& G) const = 0;

  /// Adds the constraint residual: Phi(q, t) at position level, G v + b at velocity level.
  /// @param phi  [numRows] rows of this rank
  /// @note Collective: displacements of remote nodes are gathered from their owners.
  virtual void addResidual(gsl::span<double> phi) const = 0;

  /// Adds the partial derivative dPhi/dt of this rank's rows, [numRows], at fixed q, as the
  /// left-hand limit at the time t of the last setTime(). Zero for velocity-level constraints.
  /// Types whose setTime() has an effect must override it.
  /// @note Collective.
  virtual void addRate(gsl::span<double>) const {}

  /// True if Phi is linear in q: G is assembled once and has no geometric stiffness.
  virtual bool isLinear() const { return false; }

  /// Returns the alternative to recommend for large rotations, as a clause for error messages, if
  /// the constraint is valid for small rotations only. Empty if it is valid for arbitrary
  /// rotations. The result is the same on all ranks.
  virtual std::string largeRotationAlternative() const { return {}; }

  /// Sets the multipliers of this rank's rows, [numRows], at which addGeometricStiffness() is
  /// evaluated.
  /// @note Collective.
  virtual void setMultipliers(gsl::span<const double>) {}

  /// Adds the geometric stiffness d(G^T lambda)/dq, the contribution of the change of G to df/dx.
  /// Rows of owned nodes are complete. @note Not collective.
  virtual void addGeometricStiffness(la::StiffnessMatrix&) const {}
  /// True if the geometric stiffness is symmetric; false if the constraint acts on rotations of
  /// nodes.
  virtual bool hasSymmetricStiffness() const { return true; }

  /// Returns the measure over which the multiplier of each owned row is distributed, [numRows]: an
  /// area if multipliers are tractions. Empty if multipliers are forces (measure 1).
  virtual std::vector<double> measures() const { return {}; }

  /// Returns the compliance c of this rank's rows, [numRows]; empty: zero. Default: the compliance
  /// of the case times measures().
  virtual std::vector<double> compliances() const;

  /// Returns the slave of each owned row, [numRows]; empty: no row has a slave.
  virtual std::vector<Slave> slaves() const { return {}; }
  /// Returns the meaning of `on_prescribed: automatic`: "keep" (the row stays and constrains its
  /// other degrees of freedom), "join" (it is added to rows of neighbours, for types that override
  /// mergeConstrainedRows()) or "drop".
  virtual const char* defaultSlaveTreatment() const { return "keep"; }
  /// Adds rows whose slave has a Dirichlet condition to rows of neighbours whose slave has none,
  /// where such neighbours exist. The added rows themselves are not changed. Called once.
  /// @param is_constrained  [numRows] true for rows whose slave has a Dirichlet condition
  /// @return  [numRows] true for rows that were added to others
  /// @note Collective.
  virtual std::vector<char> mergeConstrainedRows(const std::vector<char>& is_constrained) {
    return std::vector<char>(is_constrained.size(), 0);
  }

  /// Returns the dry friction of rows with a bound; the same on all ranks. With friction each block
  /// of rows consists of a gap, which has the bound, and of the slips since the last commit() along
  /// directions normal to the gap and to each other. While the point slips, lambda_t is at its
  /// limit and opposes the slip.
  virtual DryFriction friction() const { return {}; }
  /// Kinematic properties of a system, for prepareFor().
  struct KinematicProperties {
    /// True if some bodies admit large rotations, or if mapped objects depend on their parents
    /// nonlinearly.
    bool has_large_rotations = false;
  };
  /// Prepares the constraint for the kinematics of the system. Called once, before the first step.
  /// @note Collective.
  virtual void prepareFor(const KinematicProperties&) {}
  /// Searches for candidate pairs of contacts in the current configuration, if points have moved by
  /// more than the fraction `share` of the search radius of the last search.
  /// @return true if the pairs changed on any rank. G and K then have other nonzero entries, and
  ///   states may have additional ghosts.
  /// @note Collective.
  virtual bool updatePairs(double /*share*/) { return false; }
  /// Returns the states whose nodes updatePairs() may add to the rows, besides those that appear in
  /// rows already.
  virtual std::vector<const la::State*> statesOfPairs() const { return {}; }
  /// Accepts the current configuration as the end of a step. Subsequent slips are measured from
  /// this configuration.
  /// @note Collective.
  virtual void commit() {}
  /// Returns the area that each block of rows of a contact represents, for output; empty if the
  /// constraint is not a contact.
  virtual std::vector<double> contactAreas() const { return {}; }

  /// Returns the state whose owned nodes carry the blocks of rows, for output; nullptr: none.
  virtual const la::State* carrier() const { return nullptr; }
  /// Returns the owned node of carrier() of each block of rows.
  virtual std::vector<LocalIndex> carrierNodes() const { return {}; }

  /// Output key of a row. Rows are sorted by number, then by object and node number in the mesh
  /// file, then by their order in the constraint. The order is therefore independent of the
  /// partition.
  struct RowKey {
    const la::State* state = nullptr;  ///< state of the object; nullptr: none
    LocalIndex node = -1;              ///< owned node of the object; -1: none
    int component = -1;                ///< index of the row among those of the node; -1: there is only one
    std::int64_t number = -1;          ///< number of an equation, of a cell in its mesh file etc.; -1: none
  };
  /// Returns the output key of each owned row, [numRows]. Default: the carrier nodes; empty keys if
  /// no node carries rows.
  virtual std::vector<RowKey> rowKeys() const;

  /// Evaluates multipliers as a nodal field, for output. Default: only nodes that carry rows
  /// receive a value.
  /// @param lambda  [numRows] multipliers of this rank's rows
  /// @param field  [numOwned × block] values at the owned nodes of carrier(), initially 0
  /// @note Collective.
  virtual void fillField(gsl::span<const double> lambda, gsl::span<double> field) const;

  /// Adds the stress that the multipliers represent to the stress of an object, for output: the
  /// pressure of an incompressible body. Default: none.
  /// @note Collective.
  virtual void addStress(gsl::span<const double> /*lambda*/, fem::Recovery&) const {}
};

}  // namespace tenon::constraint

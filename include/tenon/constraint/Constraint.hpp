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
    if (!refills_) return record(row, state, node, component, {&value, 1});
    if (isNext(row, state, node, component, 1)) values_[next_value_++] = value;
  }
  /// Entries of one row by neighbouring components of a node, `component` and those after it.
  void addNode(LocalIndex row, const la::State& state, GlobalIndex node, int component,
               gsl::span<const double> values) {
    if (!refills_) return record(row, state, node, component, values);
    if (!isNext(row, state, node, component, values.size())) return;
    std::copy(values.begin(), values.end(), values_.begin() + static_cast<std::ptrdiff_t>(next_value_));
    next_value_ += values.size();
  }
  const std::vector<Entry>& entries() const { return entries_; }

  /// From now on other values of the same entries are added, in the same order. There are values() then, not entries().
  void refill() {
    if (!refills_) values_.resize(entries_.size());
    entries_ = {};
    refills_ = is_same_ = true;
    next_run_ = next_value_ = 0;
  }
  /// Whether that was so, once all are added.
  bool isSame() const { return is_same_ && next_run_ == runs_.size(); }
  gsl::span<const double> values() const { return values_; }

 private:
  /// Entries that one call adds.
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

/// What a case may say of any constraint.
struct ConstraintSettings {
  double compliance = 0.0;  ///< c of Phi + c lambda = 0
  double relaxation = 1.0;  ///< share of the violation that one step takes away (Baumgarte, 1972)
  double scale = 1.0;       ///< of the rows in the system; multipliers are given back in physical units
  bool active = true;
  std::string bound = "none";     ///< lower: Phi >= 0 and lambda >= 0, one of them 0; upper: both <= 0
  double range = 0.0;             ///< of `box`, 0 <= Phi <= range, which becomes a lower and an upper one as it is read
  std::string on_held = "usual";  ///< for rows whose slave a projective condition holds: keep, join, drop or refuse
  bool isBound() const { return bound != "none"; }
  static void declare(base::Parameters<ConstraintSettings>& p);
};

/// What holds back slips of rows with a bound while these are closed,
///   |lambda_t| <= coefficient * lambda_n + cohesion * share,
/// the share being 1 where multipliers are tractions and else the area that a block of rows stands for (Mohr, Coulomb).
struct DryFriction {
  double coefficient = 0.0;  ///< mu
  double cohesion = 0.0;     ///< force/area
  bool is_pyramid = false;   ///< each direction by itself, instead of both together

  bool isThere() const { return coefficient > 0.0 || cohesion > 0.0; }
  double limit(double lambda_n, double share) const {
    return lambda_n > 0.0 ? coefficient * lambda_n + cohesion * share : 0.0;
  }
};

/// A group of exact conditions with a multiplier each:  Phi(q, t) = 0,  M a + f_int = f_ext + G^T lambda.
/// Multipliers are physical: + G^T lambda is the force on the bodies. With compliance c: Phi + c lambda = 0.
///
/// A constraint knows no settings, no offset and no solver: the system leaves the rows of inactive ones empty, and
/// scales and relaxes.
class Constraint : public ConstraintSettings {
 public:
  /// The unknown that a row is there to determine, of an owned node; no state: the row has none.
  struct Slave {
    const la::State* state = nullptr;
    LocalIndex node = -1;
    int component = 0;
  };

  /// What the rows are conditions on: Phi(q, t) = 0 on positions, or G(q) v + b(t) = 0 on velocities, which cannot be
  /// integrated (rolling); those are for steppers only, a static solve refuses them.
  enum class Level { position, velocity };

  virtual ~Constraint() = default;
  virtual const std::string& name() const = 0;
  virtual Level level() const { return Level::position; }

  /// The rows as equations that belong together, as a clause for messages, if a `bound` on them makes no sense: the
  /// rows of a joint, some of which would open while others hold. Empty if each row may have a bound.
  virtual std::string forBounds() const { return {}; }

  /// Moves the constraint to time t, before everything below; most do not depend on it.
  virtual void setTime(double) {}

  /// Rows (= multipliers) that this rank owns. The same at all times.
  virtual LocalIndex numRows() const = 0;

  /// Multipliers per node of the side that carries them (1 for a scalar condition, 3 for a tie in space).
  virtual int block() const = 0;

  /// G at the present motion. Collective.
  virtual void addJacobian(JacobianRows& G) const = 0;

  /// Phi(q, t) of this rank's rows, [numRows]; of velocity rows G v + b. Collective: far nodes' motion is fetched from
  /// their owners.
  virtual void addViolation(gsl::span<double> phi) const = 0;

  /// dPhi/dt at a fixed motion, just before the time t of the last setTime(), of this rank's rows, [numRows]; nothing
  /// of velocity rows. Collective. Types whose setTime() does something have to say what.
  virtual void addRate(gsl::span<double>) const {}

  /// Whether Phi is linear in q: G is then formed once, and nothing follows from its change.
  virtual bool isLinear() const { return false; }

  /// Of constraints that hold for small rotations only: what to do where bodies turn far, as a clause. Empty: any
  /// rotation. The same on all ranks.
  virtual std::string forLargeRotations() const { return {}; }

  /// Collective. The multipliers of this rank's rows, [numRows], at which addGeometricStiffness() is asked for.
  virtual void setMultipliers(gsl::span<const double>) {}

  /// d(G^T lambda)/dq: what the change of G adds to df/dx. Not collective; complete on rows of owned nodes.
  virtual void addGeometricStiffness(la::StiffnessMatrix&) const {}
  /// Whether that is symmetric: not where nodes turn.
  virtual bool hasSymmetricStiffness() const { return true; }

  /// What a multiplier of each owned row is spread over: an area where it is a traction. Empty: 1, it is a force.
  virtual std::vector<double> measures() const { return {}; }

  /// c of this rank's rows; empty: zero. By default the case's compliance times measures().
  virtual std::vector<double> compliances() const;

  /// The slave of each owned row, [numRows]; empty: none has one.
  virtual std::vector<Slave> slaves() const { return {}; }
  /// What `on_held: usual` means: "keep" the row, which then binds the others of its unknowns, "join" it to rows of
  /// neighbours (for those that override join()), or "drop" it.
  virtual const char* usualOnHeld() const { return "keep"; }
  /// Collective, once. Adds the rows of held slaves (flags, [numRows]) to those of neighbours that are not held, as far
  /// as there are any; flags of the rows that were added. They stay as they were themselves.
  virtual std::vector<char> join(const std::vector<char>& held) { return std::vector<char>(held.size(), 0); }

  /// Dry friction of rows with a bound. Where it is there each block of rows is a gap, which has the bound, and the
  /// slips since the last commit() along directions normal to it and to each other; where the point slips, lambda_t is
  /// at its limit and against the slip. The same on all ranks.
  virtual DryFriction friction() const { return {}; }
  /// What a system says of its motions.
  struct Motions {
    bool turn_far = false;  ///< some of its bodies are for large rotations, or carry others by curved mappings
  };
  /// Collective, once, before the first step.
  virtual void prepareFor(const Motions&) {}
  /// Collective. What may touch is looked for anew in the present motion, of contacts where things have moved by more
  /// than `share` of how far was looked last. Whether other things may touch now than before, on any rank: G and K have
  /// other entries then, maybe elsewhere, and states may have further ghosts.
  virtual bool findPairs(double /*share*/) { return false; }
  /// States whose nodes findPairs() may bring into the rows, beside those that are in them now.
  virtual std::vector<const la::State*> statesOfPairs() const { return {}; }
  /// Collective. A step has ended at the present motion: slips are counted from here.
  virtual void commit() {}
  /// For output, of contacts: the area that each block of rows stands for; empty: not a contact.
  virtual std::vector<double> contactAreas() const { return {}; }

  /// For output: the owned node of `state` that each block of rows belongs to; nullptr where there is none.
  virtual const la::State* carrier() const { return nullptr; }
  virtual std::vector<LocalIndex> carrierNodes() const { return {}; }

  /// For output: what a row belongs to. Rows are put out by number, then by object and node as the mesh file has them,
  /// then as they come: so that no partition changes their order.
  struct RowPlace {
    const la::State* state = nullptr;  ///< the object; nullptr: none
    LocalIndex node = -1;              ///< an owned node of it; -1: none
    int component = -1;                ///< which of the rows of that node; -1: there is one only
    std::int64_t number = -1;          ///< of an equation, of a cell in its mesh file, ...; -1: none
  };
  /// Of each owned row, [numRows]. By default the nodes that carry rows, and nothing for rows that no node carries.
  virtual std::vector<RowPlace> places() const;

  /// Collective, for output. The multipliers `lambda` of this rank's rows as a field on the owned nodes of carrier(),
  /// [numOwned x block], which is 0 before. By default only nodes that carry rows have a value.
  virtual void fillField(gsl::span<const double> lambda, gsl::span<double> field) const;

  /// Collective, for output. Adds to the stress of an object what these multipliers are as one: the pressure of a
  /// body that keeps its volume. Most are none.
  virtual void addStress(gsl::span<const double> /*lambda*/, fem::Recovery&) const {}
};

}  // namespace tenon::constraint

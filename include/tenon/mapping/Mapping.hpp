#pragma once
#include <string>
#include <vector>

#include "tenon/la/contributions.hpp"

namespace tenon::mapping {

using base::LocalIndex;

/// J = dx/dp under assembly: how each unknown of the child moves with those of its parents.
class Jacobian {
 public:
  struct Entry {
    LocalIndex child_node;  ///< owned here
    int child_component;
    const la::State* parent;
    LocalIndex parent_node;  ///< owned or ghost
    int parent_component;
    double value;
  };
  void add(LocalIndex child_node, int child_component, const la::State& parent, LocalIndex parent_node,
           int parent_component, double value) {
    entries_.push_back({child_node, child_component, &parent, parent_node, parent_component, value});
  }
  const std::vector<Entry>& entries() const { return entries_; }

 private:
  std::vector<Entry> entries_;
};

/// A state that follows others and has no unknowns of its own: x = m(p), p the positions of its parents.
///
///   x, v             apply                 x = m(p),  v = J v_p
///   J = dx/dp        addJacobian           forces and stiffness go up by J^T f and J^T K J
///   dJ^T/dp f        addGeometricStiffness the part of the parents' stiffness that the child's forces f bring; zero
///                                          where the mapping is linear
///
/// Child nodes are spread over the ranks in their own way: their parents' nodes are ghosts where they are not owned.
class Mapping {
 public:
  virtual ~Mapping() = default;

  /// For messages: type and objects, e.g. "embedded skin in bulk".
  virtual const std::string& name() const = 0;
  virtual const la::State& child() const = 0;
  virtual la::State& child() = 0;
  /// Independent states: rows of the system's matrix.
  virtual std::vector<const la::State*> parents() const = 0;

  /// Collective. Moves the child, ghosts included, to where its parents are: displacement and velocity.
  virtual void apply() = 0;

  /// Every entry of the rows of owned child nodes.
  virtual void addJacobian(Jacobian& J) const = 0;

  virtual bool isLinear() const { return true; }

  /// K += d(J^T f)/dp at fixed f. `child_force`: [numLocal x block] of the child, ghosts included; the rows of every
  /// owned parent node have to be complete.
  virtual void addGeometricStiffness(gsl::span<const double> child_force, la::StiffnessMatrix& K) const {
    static_cast<void>(child_force), static_cast<void>(K);
  }
};

}  // namespace tenon::mapping

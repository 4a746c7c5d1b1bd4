#pragma once
#include <memory>
#include <string>
#include <vector>

#include "tenon/la/CombinedLayout.hpp"
#include "tenon/mapping/Mapping.hpp"
#include "tenon/system/Body.hpp"

namespace tenon::system {

using base::GlobalIndex;
using base::LocalIndex;

class TotalJacobian;

/// A state that follows others, and what acts on it.
struct Follower {
  std::unique_ptr<mapping::Mapping> mapping;
  std::unique_ptr<Body> body;                              ///< of the mapped state; nullptr where the mapping made it
  std::vector<std::unique_ptr<force::ForceField>> forces;  ///< beside the body's

  const la::State& state() const { return mapping->child(); }
};

/// One local array per state, [numLocal x block], ghosts included.
using StateArrays = std::vector<std::vector<double>>;

/// The independent states of a mechanical system and those that follow them, in chains and diamonds: a directed graph
/// without cycles, whose edges are mappings.
///
///   down  x = m(q), v = J v_q, a = J a_q + J. v_q      parents before children
///   up    f_q += J^T f                                 children before parents
///
/// States are numbered: independent ones first, in their order, then mapped ones, parents before children. J of a
/// state is that by its own parents; total(state) is the one by the independent states, products along paths summed.
/// Both are evaluated once per motion, whatever asks for them.
class MappingGraph {
 public:
  /// Collective. Adds ghosts to the independent states: before any layout of a linear system is made, and after
  /// whatever acts on mapped states. InputError that names the path where states follow one another in a circle.
  MappingGraph(std::vector<la::State*> independent, std::vector<Follower> followers);
  ~MappingGraph();

  /// In topological order.
  const std::vector<Follower>& followers() const { return followers_; }
  /// All states: independent ones, then those of followers().
  const std::vector<la::State*>& states() const { return states_; }
  const std::vector<la::State*>& independent() const { return independent_; }
  std::size_t numIndependent() const { return independent_.size(); }
  const base::Communicator& comm() const { return states_.front()->layout().comm(); }
  /// Number of a state; InternalError for a foreign one.
  std::size_t indexOf(const la::State& state) const;
  /// Whether this state is one of the mapped ones.
  bool isMapped(const la::State& state) const;
  /// Whether all mappings are linear.
  bool isLinear() const;
  /// Whether K of every mapping that is not linear is symmetric.
  bool hasSymmetricStiffness() const;

  /// Collective. Moves the mapped states to where their parents are, ghosts included: displacement, velocity,
  /// acceleration. Nothing happens where the independent states are as they were the last time.
  void follow();
  /// Collective. After State::addGhosts() on mapped states: J of these ghosts, and whatever they follow becomes ghosts
  /// of the independent states.
  void followNewGhosts();
  /// How often J was evaluated since the graph was made.
  long numEvaluations() const { return num_evaluations_; }

  /// J of a mapped state by the independent ones.
  const TotalJacobian& total(std::size_t state) const;

  /// J. v of every state, [numLocal x block]: what is left of its acceleration where those of the independent states
  /// are 0. Collective.
  StateArrays accelerationsOfMotion() const;

  /// Collective. Arrays of all states from those of the independent ones, ghosts included: J x.
  StateArrays carryDown(const StateArrays& x) const;
  /// Collective. Forces on all states go up: each state gets what those that follow it bring, J^T f, complete on owned
  /// nodes. What ghosts have goes to their owners.
  void carryUp(StateArrays& f) const;
  /// Sets ghosts to zero: contributors write what their owners know themselves.
  void dropGhosts(StateArrays& f) const;

  /// Zeros, one array per state.
  StateArrays zeros() const;

  /// Adds dJ^T/dq f of all mappings that have one, f being all forces on the mapped states, their followers' included.
  /// Not collective.
  void addGeometricStiffness(const StateArrays& f, std::vector<mapping::GeometricStiffness>& K) const;

 private:
  struct Edges;  // J of one mapped state by its own parents
  void sortFollowers(std::vector<Follower> followers);
  bool hasMoved();
  void moveDown();
  void remember();
  void findFollowed();
  void addProducts(std::size_t state, StateArrays& x) const;
  void evaluate();

  std::vector<la::State*> independent_, states_;
  std::vector<Follower> followers_;
  std::vector<bool> is_linear_;                        // of each state: all mappings on the ways to it
  std::vector<Edges> edges_;                           // [followers]
  std::vector<std::unique_ptr<TotalJacobian>> total_;  // [followers]
  StateArrays looked_at_;                              // motion of the nodes that are followed, at the last follow()
  std::vector<std::vector<LocalIndex>> followed_;      // of each independent state
  long num_evaluations_ = 0;
};

}  // namespace tenon::system

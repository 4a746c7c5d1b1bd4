#pragma once
#include <memory>
#include <vector>

#include "tenon/la/CombinedLayout.hpp"
#include "tenon/mapping/Mapping.hpp"
#include "tenon/system/Body.hpp"

namespace tenon::system {

using base::GlobalIndex;
using base::LocalIndex;

/// A state that follows others, and what acts on it.
struct Follower {
  std::unique_ptr<mapping::Mapping> mapping;
  std::unique_ptr<Body> body;                              ///< of the mapped state; nullptr where the mapping made it
  std::vector<std::unique_ptr<force::ForceField>> forces;  ///< beside the body's

  const la::State& state() const { return mapping->child(); }
};

/// One local array per state, [numLocal x block], ghosts included.
using StateArrays = std::vector<std::vector<double>>;

/// The mapped states of a mechanical system, and the Jacobian of all its states by the independent ones,
///   J = [ 1 ; dx_1/dp ; dx_2/dp ; ... ],
/// independent states first: what acts on any of them goes up by J^T f and J^T K J.
class MappedStates {
 public:
  /// Collective. InputError where a parent is itself mapped.
  MappedStates(std::vector<const la::State*> independent, std::vector<Follower> followers);

  const std::vector<Follower>& followers() const { return followers_; }
  /// Whether this state is one of the mapped ones.
  bool isMapped(const la::State& state) const;

  /// Independent and mapped states, in the numbering of J's rows; the independent ones alone, of its columns.
  const std::shared_ptr<const la::CombinedLayout>& all() const { return all_; }
  const la::CombinedLayout& independent() const { return *independent_; }

  /// Collective. Moves the mapped states to where their parents are, and renews J where a mapping is not linear.
  void follow();
  Mat jacobian() const { return jacobian_.get(); }
  bool isLinear() const;

  /// Collective. Arrays of all states from those of the independent ones, J x, ghosts included.
  StateArrays carryDown(const StateArrays& x) const;
  /// Collective. Arrays of the independent states from those of all, J^T f, on owned nodes.
  StateArrays carryUp(const StateArrays& f) const;

 private:
  void fillJacobian();

  std::vector<Follower> followers_;
  std::shared_ptr<const la::CombinedLayout> all_, independent_;
  la::Matrix jacobian_;
};

}  // namespace tenon::system

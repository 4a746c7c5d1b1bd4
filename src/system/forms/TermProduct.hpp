#pragma once
#include <vector>

#include "tenon/system/Terms.hpp"

namespace tenon::system {

/// One local array per state, [numLocal x block], ghosts included.
using StateArrays = std::vector<std::vector<double>>;

StateArrays zeroArrays(const std::vector<const la::State*>& states);

/// The product with A = sum of terms, each contributor's own. Products take no factor, so the motion is scaled, once
/// for all terms of one factor, and the sum of them all by scale().
class TermProduct {
 public:
  TermProduct(const MechanicalSystem& mechanics, const Terms& terms);

  /// y += A x / scale(). Rows of ghosts hold anything afterwards. Collective where a force has no derivative.
  void addTo(const StateArrays& x, StateArrays& y);
  /// Factor of the first group of terms; 1 without terms.
  double scale() const { return groups_.empty() ? 1.0 : groups_.front().factor; }

 private:
  struct Group {
    double factor;
    std::vector<const force::ForceField*> stiffness, damping;
    std::vector<const mass::Mass*> mass;
    std::vector<const CarriedGroup*> carried;
  };
  Group& groupOf(double factor);
  void addGroup(const Group& group, const StateArrays& x, StateArrays& y) const;

  const MechanicalSystem& mechanics_;
  std::vector<Group> groups_;
  StateArrays scaled_;  // allocated where factors differ
};

}  // namespace tenon::system

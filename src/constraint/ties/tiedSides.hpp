#pragma once
#include <string>
#include <vector>

#include "tenon/fem/Side.hpp"

// What ties and mortar contacts ask of their sides, and how ties call themselves.
namespace tenon::constraint {

struct TiedSides {
  const std::string& name;  ///< of the tie
  const fem::Side &slave, &master;
  const fem::Domain &slave_domain, &master_domain;
  const char* kind = "tie";  ///< for messages

  /// Collective. InputError where one side is of a plane problem and the other is not, where both are the same group or
  /// share a node.
  void requireApart() const;
  /// Collective. The smallest distance of a slave node from the master's faces.
  double smallestDistance() const;
};

/// As Constraint::forLargeRotations() of what is tied over gaps of up to so many diameters of a face.
std::string forLargeRotationsOfGap(double diameters);

std::string tieName(const std::string& given, const fem::Side& slave, const fem::Side& master);

}  // namespace tenon::constraint

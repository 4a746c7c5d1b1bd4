// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "tenon/base/Parameters.hpp"
#include "tenon/contact/shapes/Shape.hpp"
#include "tenon/fem/ObjectGroup.hpp"

namespace tenon::contact {

/// Selection of rigid bodies, written {object: .., group: ..} in case files. If no group is given,
/// all bodies of the object are selected. If no object is given, all bodies of all objects are
/// selected.
struct BodySelection {
  std::string object,  ///< name of the object; empty for all objects
      group;           ///< name of a group of the object; empty for all bodies
};
/// Reads a selection from a case file.
/// @throws InputError if the key `object` is missing, or if there are unknown keys
void readValue(const base::CaseNode& node, BodySelection& bodies);
/// Returns a selection in the notation of case files.
std::string printValue(const BodySelection& bodies);
/// Returns the type name of a body selection, for help texts.
inline const char* typeName(const BodySelection*) {
  return "{object: .., group: ..}";
}

/// Returns the bodies of a group that this rank owns, in ascending order. An empty `group` selects
/// all bodies of the object.
/// @throws InputError if the object has no 3D rigid bodies or no group with this name
/// @note Collective.
std::vector<base::LocalIndex> ownedBodies(const fem::Domain& domain, const std::string& group);

/// Contact shape of the rigid bodies of a group. If several shapes are assigned to a body, the last
/// one is used.
class BodyShape {
 public:
  /// Assigns a shape to the bodies of a group.
  /// @throws InputError if the object has no 3D rigid bodies or no group with this name
  /// @note Collective.
  BodyShape(Shape shape, const fem::Domain& domain, const std::string& group);

  /// Returns the shape.
  const Shape& shape() const { return shape_; }
  /// Returns the bodies with this shape that this rank owns.
  const std::vector<base::LocalIndex>& bodies() const { return bodies_; }

 private:
  Shape shape_;
  std::vector<base::LocalIndex> bodies_;
};

}  // namespace tenon::contact

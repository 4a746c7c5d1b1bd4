// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "tenon/base/algebra.hpp"
#include "tenon/mesh/Mesh.hpp"

namespace tenon::mesh {

// Rules by which a case selects the members of a group, in the reference configuration. In plane
// meshes the facets are lines instead of faces.

/// Rule that selects all nodes, all cells, and all faces of the boundary.
struct WholeMesh {};
/// Rule that selects the faces that belong to one cell only, and their nodes.
struct Boundary {};
/// Rule that selects nodes within bounds of x, y and z. Bounds that are not given are ignored.
struct InBox {
  std::array<std::optional<std::pair<double, double>>, 3> bounds;  ///< (minimum, maximum) of x, y and z
};
/// Rule that selects nodes on a plane.
struct OnPlane {
  base::Vec3 point, normal;  ///< point on the plane, and its normal
};
/// Rule that selects nodes in a ball, including its interior.
struct InSphere {
  base::Vec3 centre;  ///< centre of the ball
  double radius;      ///< radius of the ball
};
/// Rule that selects the node nearest to a point; among equally near nodes the first in the mesh
/// file.
struct NearestNode {
  base::Vec3 point;  ///< point in the reference configuration
};
/// Rule that selects nodes by their numbers in the mesh file.
struct NodeList {
  std::vector<std::int64_t> tags;  ///< node numbers
};
/// Rule that selects the members of another group, of the mesh or defined before.
struct OtherGroup {
  std::string name;  ///< name of the group
};

/// One selection rule with its restrictions.
struct GroupPart {
  /// Selection rule.
  std::variant<WholeMesh, Boundary, InBox, OnPlane, InSphere, NearestNode, NodeList, OtherGroup> rule;
  std::optional<int> dimension;  ///< only cells of this dimension (0: only nodes); all if not given
  /// Tolerance of positions [length]; default: 1e-6 times the diagonal of the bounding box of the
  /// mesh.
  std::optional<double> tolerance;
};

/// Definition of a mesh group in a case file, as the union of its parts.
struct GroupDefinition {
  std::string name;              ///< name of the group
  std::vector<GroupPart> parts;  ///< parts, in the order of the case
};

/// Generator of the groups of a mesh that a case defines. A box, a plane, a sphere and a list of
/// nodes select nodes, and with them the faces of the boundary and the cells whose nodes are all
/// selected.
///
/// The result does not depend on the partition. Faces of the boundary that the mesh file does not
/// contain become cells of the mesh, numbered after those of the file.
class GroupBuilder {
 public:
  explicit GroupBuilder(Mesh& mesh) : mesh_(mesh) {}

  /// Adds one group to the mesh.
  /// @throws InputError on all ranks if the name is already in use, if a group or node does not
  ///   exist, or if a part selects nothing
  /// @note Collective.
  void build(const GroupDefinition& definition);

 private:
  /// Selection on this rank.
  struct SelectedEntities {
    std::vector<char> nodes;               // [local nodes] true if selected
    std::vector<std::vector<char>> cells;  // [blocks][cells] true if selected
  };

  SelectedEntities select(const GroupPart& part);
  template <class Predicate>
  SelectedEntities selectNodes(Predicate&& predicate) const;
  void selectNearest(const base::Vec3& place, double tolerance, SelectedEntities& selected) const;
  void selectTags(const std::vector<std::int64_t>& tags, SelectedEntities& selected) const;
  void selectGroup(const OtherGroup& other, std::optional<int> dimension, SelectedEntities& selected) const;
  void selectBoundary(SelectedEntities& selected) const;
  /// Adds the faces of the boundary and the cells whose nodes are all selected.
  void addCellsBetweenNodes(SelectedEntities& selected) const;
  void restrictToDimension(int dimension, SelectedEntities& selected) const;
  void findBoundary();
  std::array<bool, 4> kindsOf(const SelectedEntities& selected) const;
  SelectedEntities emptySelection() const;
  double defaultTolerance() const;
  base::Vec3 point(LocalIndex node) const {
    return Eigen::Map<const base::Vec3>(&mesh_.points()[node * std::size_t(3)]);
  }

  Mesh& mesh_;
  // [blocks] cells on the boundary, found on demand
  std::optional<std::vector<std::vector<LocalIndex>>> boundary_;
};

}  // namespace tenon::mesh

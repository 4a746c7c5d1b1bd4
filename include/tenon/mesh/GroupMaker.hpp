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

// Rules by which a case chooses what belongs to a group, at rest. Faces stand for facets: lines in plane meshes.

/// All nodes, all cells, and all faces of the boundary.
struct Everything {};
/// The faces that belong to one cell only, and their nodes.
struct Boundary {};
/// Within these bounds of x, y and z; those not given do not matter.
struct InBox {
  std::array<std::optional<std::pair<double, double>>, 3> bounds;
};
struct OnPlane {
  base::Vec3 point, normal;
};
/// The ball, its inside included.
struct InSphere {
  base::Vec3 centre;
  double radius;
};
/// The node nearest to a point; of several as near the first in the mesh file.
struct NearestNode {
  base::Vec3 point;
};
/// Nodes by their numbers in the mesh file.
struct NodeList {
  std::vector<std::int64_t> tags;
};
/// Another group, of the mesh or defined before.
struct OtherGroup {
  std::string name;
};

/// One rule, and what it keeps.
struct GroupPart {
  std::variant<Everything, Boundary, InBox, OnPlane, InSphere, NearestNode, NodeList, OtherGroup> rule;
  std::optional<int> dimension;     ///< only cells of this dimension (0: only nodes); all that fits where not given
  std::optional<double> tolerance;  ///< length; where not given, a millionth of the diagonal of the mesh's bounding box
};

/// A group of a mesh that a case defines: the union of its parts.
struct GroupDefinition {
  std::string name;
  std::vector<GroupPart> parts;
};

/// Adds groups to a mesh that its file need not know of. A box, a plane, a sphere and a list of nodes choose nodes, and
/// with them the faces of the boundary and the cells all of whose nodes they chose.
///
/// Nothing depends on the partition. Faces of the boundary that the mesh file does not have become cells of the mesh,
/// numbered after those of the file.
class GroupMaker {
 public:
  explicit GroupMaker(Mesh& mesh) : mesh_(mesh) {}

  /// Collective. InputError, the same on all ranks, for a name that is taken, a group or node that is not there, and a
  /// part that chooses nothing.
  void make(const GroupDefinition& definition);

 private:
  /// What is chosen on this rank.
  struct Choice {
    std::vector<char> nodes;               // [local nodes]
    std::vector<std::vector<char>> cells;  // [blocks][cells]
  };

  Choice choose(const GroupPart& part);
  template <class Holds>
  Choice chooseNodes(Holds&& holds) const;
  void chooseNearest(const base::Vec3& place, double tolerance, Choice& choice) const;
  void chooseTags(const std::vector<std::int64_t>& tags, Choice& choice) const;
  void chooseGroup(const OtherGroup& other, std::optional<int> dimension, Choice& choice) const;
  void chooseBoundary(Choice& choice) const;
  /// Faces of the boundary and cells all of whose nodes are chosen.
  void addCellsBetweenNodes(Choice& choice) const;
  void keepOnly(int dimension, Choice& choice) const;
  void findBoundary();
  std::array<bool, 4> kindsOf(const Choice& choice) const;
  Choice nothing() const;
  double usualTolerance() const;
  base::Vec3 point(LocalIndex node) const {
    return Eigen::Map<const base::Vec3>(&mesh_.points()[node * std::size_t(3)]);
  }

  Mesh& mesh_;
  std::optional<std::vector<std::vector<LocalIndex>>> boundary_;  // [blocks] cells on the boundary, once looked for
};

}  // namespace tenon::mesh

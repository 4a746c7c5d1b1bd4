#pragma once
#include <array>
#include <functional>
#include <map>
#include <vector>

#include "tenon/mesh/Mesh.hpp"

namespace tenon::constraint {

using base::LocalIndex;

/// Functions N~ on the surface of a contact, one per node, whose integrals are positive. The integral of N_v at the
/// vertices of quad8 faces is negative, and that of tri6 faces and of line3 edges on the axis of a ring vanishes: there
/// vertices take a share of the edges around them,
///   N~_v = N_v + 1/5 sum_e N_e,   N~_e = 3/5 N_e,   and   u~_v = u_v,   u~_e = (5 u_e - u_1 - u_2) / 3
/// are the coefficients of the same field, sum N~ u~ = sum N u. Elsewhere N~ = N.
///
/// Hence nodal contact rows on u~ carry a constant pressure p exactly, by multipliers p int N~ > 0.
///
/// Source: Popp, Wohlmuth, Gee & Wall, SIAM J. Sci. Comput. 34 (2012), B421.
class PositiveFunctions {
 public:
  /// A face with its local nodes.
  struct NodedFace {
    mesh::CellType type;
    std::array<LocalIndex, 9> nodes;
  };
  struct Term {
    LocalIndex node;  ///< local
    double weight;
  };
  /// True if a face with this middle and outward normal, in the reference configuration, looks at the other side.
  using Looks = std::function<bool(const base::Vec3& middle, const base::Vec3& normal)>;

  /// Functions on the faces (edges in plane problems) of the group; of a group of volumes on their faces on the
  /// boundary of the body. N~ = N, without areas, for nodes of no such face.
  /// @param looks  Faces of volumes that count in the areas of their nodes; nodes of no such face count all of them.
  PositiveFunctions(const mesh::Mesh& mesh, const mesh::Group& group, const Looks& looks = {});

  /// The coefficient u~ of a local node as a combination of nodal values; the node itself comes first. Known for owned
  /// nodes, and for ghosts whose combination contains an owned node.
  std::vector<Term> termsOf(LocalIndex node) const;
  /// The local nodes whose combination is more than the node itself, ascending.
  std::vector<LocalIndex> combined() const;

  /// int N~ of each owned node, [num_owned]; times the thickness in plane problems, 2 pi r on axisymmetric meshes.
  const std::vector<double>& areas() const { return areas_; }

 private:
  void findEdges(const mesh::Mesh& mesh, const std::vector<NodedFace>& faces);
  void integrate(const mesh::Mesh& mesh, const std::vector<NodedFace>& faces, const Looks& looks);

  std::map<LocalIndex, std::array<LocalIndex, 2>> ends_;  // of edges whose middle node is the key
  std::vector<double> areas_;
};

}  // namespace tenon::constraint

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <functional>
#include <map>
#include <vector>

#include "tenon/base/algebra.hpp"
#include "tenon/mesh/Mesh.hpp"

namespace tenon::constraint {

using base::LocalIndex;

/// Functions N~ with positive integrals on the surface of a contact, one per node. The integral of
/// N_v at the vertices of quad8 faces is negative, and that of tri6 faces and of line3 edges on the
/// axis of an axisymmetric body vanishes. In these cases vertices receive a share of the functions
/// of their edges,
///   N~_v = N_v + 1/5 sum_e N_e,   N~_e = 3/5 N_e,
/// and
///   u~_v = u_v,   u~_e = (5 u_e - u_1 - u_2) / 3
/// are the coefficients of the same field, sum N~ u~ = sum N u. Elsewhere N~ = N.
///
/// Nodal contact rows on u~ therefore transmit a constant pressure p exactly, with multipliers
/// p int N~ > 0.
///
/// @see Popp, Wohlmuth, Gee & Wall, SIAM J. Sci. Comput. 34 (2012), B421
class PositiveFunctions {
 public:
  /// Face with its local nodes.
  struct LocalFace {
    mesh::CellType type;
    std::array<LocalIndex, 9> nodes;
  };
  struct Term {
    LocalIndex node;  ///< local node
    double weight;
  };
  /// True if a face with this centre and outward normal, in the reference configuration, is
  /// directed towards the other side.
  using FacePredicate = std::function<bool(const base::Vec3& middle, const base::Vec3& normal)>;

  /// Creates the functions on the faces (edges in plane problems) of the group, or on the boundary
  /// faces of a group of volumes. Nodes without such faces have N~ = N and no area.
  /// @param looks  selects the boundary faces of volumes that contribute to the areas of their
  ///   nodes; nodes without a selected face receive contributions of all of their faces
  PositiveFunctions(const mesh::Mesh& mesh, const mesh::Group& group, const FacePredicate& predicate = {});

  /// Returns the coefficient u~ of a local node as a combination of nodal values, beginning with
  /// the node itself. Available for owned nodes, and for ghosts whose combination contains an owned
  /// node.
  std::vector<Term> termsOf(LocalIndex node) const;
  /// Returns the local nodes whose combination contains other nodes, ascending.
  std::vector<LocalIndex> combined() const;

  /// Returns int N~ of each owned node, [num_owned]; times the thickness in plane problems, with
  /// the factor 2 pi r on axisymmetric meshes.
  const std::vector<double>& areas() const { return areas_; }

 private:
  void findEdges(const mesh::Mesh& mesh, const std::vector<LocalFace>& faces);
  void integrate(const mesh::Mesh& mesh, const std::vector<LocalFace>& faces, const FacePredicate& predicate);

  std::map<LocalIndex, std::array<LocalIndex, 2>> ends_;  // ends of the edge whose midside node is the key
  std::vector<double> areas_;
};

}  // namespace tenon::constraint

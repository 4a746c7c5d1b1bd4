// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "surface/SurfaceSearch.hpp"
#include "tenon/constraint/linear/LinearConstraint.hpp"
#include "tenon/fem/ObjectGroup.hpp"

namespace tenon::constraint {

/// Tie of two surfaces with non-matching meshes, node by node (`method: nodes`): u_s - sum_i
/// N_i(xi_s) u_i = 0 for each node s of the slave side, with N_i the shape functions of the master
/// face at its point closest to s. If the node is not on the face, the gap rotates with the face
/// (gapRotation), so that rotations are free of stress. Rows belong to the owner of the slave node:
/// 3 per node, 2 in plane problems.
///
/// A slave node whose distance from the master exceeds `tolerance` diameters of its closest face
/// stays free, with one warning that counts such nodes. The default of 0.1 ties curved surfaces
/// whose facets differ (the sagitta of a facet of length h on radius R is h^2 / 8R: h / 10 for
/// about 8 facets per circle), but not the next layer of nodes.
///
/// Known error: collocation at nodes fails the patch test on non-matching meshes by about 4 % of
/// the stress at the interface, because the multipliers are nodal forces and not exact integrals
/// over the overlaps.
class NodeTie : public LinearConstraint {
 public:
  /// Parameters of the constraint.
  struct Data {
    std::string name;                ///< name of the constraint
    fem::ObjectGroup slave, master;  ///< slave and master side
    double tolerance = 0.1;          ///< largest distance of tied nodes, in diameters of the master face
    bool small_rotations = false;    ///< true if rotations of gaps are stated to be small
  };
  /// Assembles the rows.
  /// @throws InputError if both sides are the same group, share a node or do not meet
  /// @note Collective.
  NodeTie(Data data, const fem::FindDomain& find);
  const char* defaultSlaveTreatment() const override { return "drop"; }
  /// Returns a clause if there are gaps between the sides: their rotation is linearised. Sides
  /// without gaps admit any rotation.
  std::string largeRotationAlternative() const override;

 private:
  std::vector<surface::SurfacePoint> findMasters(const std::vector<LocalIndex>& slaves) const;
  /// Reports the number of slave nodes that stay free.
  /// @throws InputError if all of them do
  /// @note Collective.
  void checkCoverage(const std::vector<LocalIndex>& slaves, const std::vector<surface::SurfacePoint>& masters) const;
  void addRowsOf(LocalIndex slave, const surface::SurfacePoint& master);
  bool meets(const surface::SurfacePoint& point) const {
    return point.distance <= data_.tolerance * point.diameter + point.round_off;
  }

  Data data_;
  fem::Domain slave_, master_;
  double largest_gap_ = 0.0;  // in diameters of the master face
};

}  // namespace tenon::constraint

#pragma once
#include "tenon/constraint/LinearConstraint.hpp"
#include "tenon/fem/Side.hpp"
#include "tenon/surface/SurfaceSearch.hpp"

namespace tenon::constraint {

/// Ties two surfaces whose meshes need not match, node by node (`method: nodes`): u_s - sum_i N_i(xi_s) u_i = 0 for
/// each node s of the slave side, with N_i the shape functions of the master's face at its point closest to s. Where
/// the node is beside the face, the gap between them turns with the face (gapTurn), so that rotations are free of
/// stress. Rows belong to the owner of the slave node: 3 per node, 2 in plane problems.
///
/// A slave node farther from the master than `tolerance` diameters of its closest face is left free, with one warning
/// that counts such nodes. The default of a tenth ties curved surfaces whose facets differ (the sagitta of a facet of
/// length h on radius R is h^2 / 8R: a tenth of h for about 8 facets a turn), and not the next layer of nodes.
///
/// Known error: collocation at nodes fails the patch test on meshes that do not match, by about 4 % of the stress at
/// the interface, because the multipliers are forces at nodes and not an exact integral over the overlaps.
class NodeTie : public LinearConstraint {
 public:
  struct Data {
    std::string name;
    fem::Side slave, master;
    double tolerance = 0.1;
    bool small_rotations = false;
  };
  /// Collective. InputError where both sides are the same group, share a node or do not meet.
  NodeTie(Data data, const fem::FindDomain& find);
  const char* usualOnHeld() const override { return "drop"; }
  /// Sides that touch may turn as they like; of others the gap's turning is linear in displacements.
  std::string forLargeRotations() const override;

 private:
  std::vector<surface::SurfacePoint> findMasters(const std::vector<LocalIndex>& slaves) const;
  /// Collective. Says how many slave nodes stay free; InputError where all of them do.
  void judge(const std::vector<LocalIndex>& slaves, const std::vector<surface::SurfacePoint>& masters) const;
  void addRowsOf(LocalIndex slave, const surface::SurfacePoint& master);
  bool meets(const surface::SurfacePoint& point) const {
    return point.distance <= data_.tolerance * point.diameter + point.round_off;
  }

  Data data_;
  fem::Domain slave_, master_;
  double largest_gap_ = 0.0;  // of diameters of the master's face
};

}  // namespace tenon::constraint

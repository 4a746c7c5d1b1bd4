// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "ContactLaw.hpp"
#include "constraint/sliding/SlidingConstraint.hpp"

namespace tenon::constraint {

/// Node-to-surface contact (`method: nodes`) of the nodes of the slave with faces of the master,
/// which are detected again as bodies move. `reach` is the radius of the detection around each
/// node. For each node x_s, with its foot x_f on the master and the outward normal n of the master
/// there:
///   g = n . (x_s - x_f),   s_i = t_i . (x_s - x_m),
/// x_m is the material point of the master that was below the node at the end of the last step, and
/// t_i is normal to n. A node without an opposite face is inactive. Multipliers are forces on the
/// node along n, t_1 and t_2.
///
/// G of a slip is evaluated at the current foot, and its derivative is omitted from the tangent.
///
/// @see Wriggers, Computational Contact Mechanics, 2nd ed. (2006), sections 4 and 9; Laursen &
///   Simo, Int. J. Numer. Meth. Engng 36 (1993), 3451-3485
class SurfaceContact : public SlidingConstraint {
 public:
  /// Parameters of the contact.
  struct Data : ContactLaw {
    std::string name;                ///< name of the contact
    fem::ObjectGroup slave, master;  ///< slave and master side
    double reach = 0.0;              ///< reach of the detection, length; 0: the largest diameter of the faces
    bool is_self = false;  ///< true if slave and master are one surface in contact with itself (SelfContactPairs)
    bool smooth = false;   ///< true if the master faces represent a smooth surface (surface::smoothFaces)
    double crease = 0.7;   ///< angle in radians above which an edge of a smooth master stays sharp
  };
  /// Creates the contact as Sliding, and warns of nodes that penetrate the master at the start,
  /// with the depth.
  /// @throws InputError if a smooth master has second-order faces, which are curved already
  /// @note Collective.
  SurfaceContact(const Data& data, const fem::FindDomain& find);

  DryFriction friction() const override { return law_.dryFriction(); }
  std::vector<double> compliances() const override { return compliancesOfGaps(compliance, numRows(), block(), {}); }
  std::vector<double> contactAreas() const override { return areas_; }

 private:
  void evaluate(const PointFacePose& pose, double* phi) const override;
  void differentiate(const PointFacePose& pose, double* G) const override;
  void differentiateTwice(const PointFacePose& pose, const double* lambda, double* H) const override;
  /// Returns the directions of the slips of a row, from the pose of the row's own node.
  static std::array<base::Vec3, 2> tangentsOf(const PointFacePose& pose);
  void warnOfPenetration() const;

  ContactLaw law_;
  std::vector<double> areas_;  // [points]
};

}  // namespace tenon::constraint

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <limits>
#include <memory>
#include <vector>

#include "MultiplierSpace.hpp"
#include "surface/surfaceFaces.hpp"
#include "tenon/constraint/linear/LinearConstraint.hpp"
#include "tenon/fem/ObjectGroup.hpp"

namespace tenon::constraint {

struct MortarRows;
struct MortarTerm;
struct MortarIntegrals;
struct GapRotationTerm;
class SlaveNeighbours;

/// Tie of two surfaces with non-matching meshes in the weighted mean (`method: mortar`). For every
/// node j of the slave side and every component
///
///   int Phi_j (u_slave - u_master) dA = 0,   sum_k D_jk u_k - sum_l M_jl u_l = 0,
///
/// integrated exactly over the overlaps of the faces of both sides (overlap()), on whichever ranks
/// these are. The tie passes the patch test to round-off. A multiplier is the traction that the
/// master exerts on the slave at its node, in force/area; the forces are G^T lambda. Rows belong to
/// the owner of the slave node: 3 per node, 2 in plane problems.
///
/// If there is a gap between the sides, u_master is the displacement of the point that is rigidly
/// attached to the master face at the other end of the gap (gapRotation). Rotations of both bodies
/// are then free of stress, and the forces on both sides have the same moment.
///
/// Slave faces whose distance from the master exceeds `tolerance` diameters stay free, as do nodes
/// without any overlap. Nodes with a negligible overlap have no rows of their own
/// (mergeWeaklyCovered).
///
/// @see Bernardi, Maday & Patera (1994); Puso, Int. J. Numer. Meth. Engng 59 (2004), 315-336
class Mortar : public LinearConstraint {
 public:
  /// Parameters of the constraint.
  struct Data {
    std::string name;                      ///< name of the constraint
    fem::ObjectGroup slave, master;        ///< slave and master side
    std::string multipliers = "standard";  ///< space of the multipliers: standard or dual
    double tolerance = 0.1;                ///< largest distance of tied faces, in diameters of the slave face
    bool small_rotations = false;          ///< true if rotations of gaps are stated to be small
  };

  /// Assembles the rows.
  /// @throws InputError if both sides are the same group, share a node or do not meet
  /// @note Collective.
  Mortar(Data data, const fem::FindDomain& find);
  ~Mortar() override;

  /// Returns the area (length times thickness in plane problems) of each row's slave node. The
  /// areas of the faces are distributed in proportion to the diagonal of D, so that none is
  /// negative.
  /// @see Hinton, Rock & Zienkiewicz (1976)
  std::vector<double> measures() const override { return areas_; }
  const char* defaultSlaveTreatment() const override { return "join"; }
  /// Returns a clause if there are gaps between the sides: their rotation is linearised. Sides
  /// without gaps admit any rotation.
  std::string largeRotationAlternative() const override;
  /// Adds the function of a prescribed node to those of its neighbours, component by component. The
  /// remaining functions still sum to 1, so that constant tractions are transmitted exactly.
  /// @see Bernardi, Maday & Patera (1994)
  std::vector<char> mergeConstrainedRows(const std::vector<char>& is_constrained) override;

 private:
  void addRows(const MortarRows& rows);
  void addRowsOf(LocalIndex node, const std::vector<MortarTerm>& terms, const std::vector<GapRotationTerm>& turns);
  void checkCoverage(const MortarIntegrals& found) const;

  Data data_;
  fem::Domain slave_, master_;
  std::unique_ptr<SlaveNeighbours> neighbours_;
  std::vector<double> areas_;
  double largest_gap_ = 0.0;  // in diameters of the slave face
};

}  // namespace tenon::constraint

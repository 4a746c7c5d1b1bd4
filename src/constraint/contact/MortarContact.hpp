// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <memory>
#include <vector>

#include "ContactLaw.hpp"
#include "base/StepDependent.hpp"
#include "constraint/linear/LinearTerms.hpp"
#include "constraint/ties/MultiplierSpace.hpp"
#include "la/AndersonAcceleration.hpp"
#include "surface/surfaceFaces.hpp"
#include "tenon/constraint/linear/LinearConstraint.hpp"
#include "tenon/fem/ObjectGroup.hpp"

namespace tenon::constraint {

struct MortarTerm;

/// Contact of two surfaces in the weighted mean over the overlaps of their faces
/// (`method: mortar`). For each node j of the slave side, with its function Phi_j, the normal n_j
/// into the slave and tangents t_ji,
///   g_j = int Phi_j g dA,   dg_j = n_j . int Phi_j (du_slave - du_master) dA,
///   s_ji = t_ji . (int' Phi_j (x_slave - x_master) dA - int Phi_j (x_slave - x_master) dA),
/// and ds_ji like dg_j. Here g is the distance along the slave's normal, and int' the integral over
/// the overlaps at the end of the last step, with the points that were opposite each other then.
/// Rigid-body motions that both sides share, rotations included, are therefore no slip.
///
/// Multipliers are tractions, in force/area, along n, t_1 and t_2. Constant pressures are
/// transmitted through non-matching meshes to round-off. A node without an opposite face is
/// inactive.
///
/// Overlaps, normals and g are those of the reference configuration as long as the current ones
/// would change no force by more than a twentieth, or those of the current configuration
/// (tracksOverlaps()). On axisymmetric meshes dA has the factor 2 pi r.
///
/// In the current configuration Phi_j, n_j and the pairing of points are constant during Newton's
/// method and are updated between its solves until they no longer change; the rows are then those
/// of the solution. The configuration of the next update is extrapolated from the last solutions
/// (AndersonAcceleration). The linear systems remain symmetric, and the forces on both sides are
/// always opposite.
///
/// @see Gitterle, Popp, Gee & Wall, Int. J. Numer. Meth. Engng 84 (2010), 543-571, for slips;
///   Hueber & Wohlmuth, CMAME 194 (2005), 3147-3166; Puso & Laursen, CMAME 193 (2004), 4891-4913;
///   Popp, Gitterle, Gee & Wall, Int. J. Numer. Meth. Engng 83 (2010), 1428-1465
class MortarContact : public LinearConstraint, public base::StepDependent {
 public:
  /// Parameters of the contact.
  struct Data : ContactLaw {
    std::string name;                ///< name of the contact
    fem::ObjectGroup slave, master;  ///< slave and master side
    /// Reach of the detection across the gap, length; 0: the diameter of each slave face in the
    /// reference configuration.
    double reach = 0.0;
    std::string multipliers = "dual";  ///< space of the multipliers: dual or standard
    /// "current", "reference" or "automatic": current if bodies undergo large displacements or
    /// rotations.
    std::string overlaps = "automatic";
    /// True if sides farther apart than `reach` at the start are not an error.
    bool may_be_apart = false;
  };
  /// Assembles the rows, and warns of nodes that penetrate the master in the reference
  /// configuration, with the depth.
  /// @throws InputError if both sides are the same group, share a node, or are farther apart than
  ///   `reach` while overlaps are those of the reference configuration
  /// @note Collective.
  MortarContact(const Data& data, const fem::FindDomain& find);

  std::vector<double> measures() const override;
  void prepareFor(const KinematicProperties& properties) override {
    tracks_overlaps_ = tracks_overlaps_ || (data_.overlaps == "automatic" && properties.has_large_rotations);
  }
  DryFriction friction() const override { return law_.dryFriction(); }
  std::vector<double> compliances() const override {
    return compliancesOfGaps(compliance, numRows(), block(), measures());
  }
  std::vector<double> contactAreas() const override;
  bool updatePairs(double share) override;
  std::vector<const la::State*> statesOfPairs() const override { return {&slave_.state, &master_.state}; }
  void commit() override;
  std::any stepMemory() const override;
  void restoreStepMemory(const std::any& memory) override;

  /// True if overlaps are those of the current configuration.
  bool tracksOverlaps() const { return tracks_overlaps_; }

 private:
  /// Rows in one configuration.
  struct Rows {
    struct Term {
      LocalIndex row;
      bool of_slave;
      GlobalIndex node;
      int component;
      double value;
      bool operator<(const Term& other) const;
    };
    struct Node {
      double gap, area;  // int Phi_j g, and the area of Phi_j
      base::Mat3 frame;  // columns n, t_1, t_2
      bool is_open;      // no face is opposite
    };
    std::vector<Term> terms;  // sorted
    std::vector<Node> nodes;  // [nodes_]
  };
  struct Sides {
    std::vector<surface::SurfaceFace> slave, master;  // faces that this rank owns
  };

  void requireCovered(double area) const;
  void findSurfaceNodes();
  /// Returns the current displacements of the nodes of both surfaces, [nodes_of_slave_, then
  /// nodes_of_master_][dimension].
  std::vector<double> surfaceDisplacements() const;
  /// Returns the faces at displacements `u`, ordered as by surfaceDisplacements().
  Sides at(const std::vector<double>& u) const;
  /// Returns the sum of the terms of each row at displacements `u`, ordered as by
  /// surfaceDisplacements(). @note Collective.
  std::vector<double> valuesAt(const std::vector<double>& u) const;
  /// Returns the rows for the faces `sides`. @note Collective.
  Rows rowsOf(const Sides& sides, double& covered_area) const;
  void addNode(std::size_t k, const std::vector<MortarTerm>& terms, Rows& rows) const;
  /// True if forces on any rank differ by more than `enough` of the largest force in their row, or
  /// gaps by more than round-off. Gaps are not compared if `enough` exceeds the tolerance of a
  /// solution. @note Collective.
  bool differ(const Rows& rows, double enough) const;
  /// Replaces the rows.
  /// @param x  displacements at which `rows` were evaluated, ordered as by surfaceDisplacements()
  /// @note Collective.
  void setRows(Rows rows, const std::vector<double>& x);
  /// Returns the slip of each row, with friction. @note Collective.
  std::vector<double> slips() const;
  void storeStep();
  void warnOfPenetration() const;

  Data data_;
  ContactLaw law_;
  const fem::Domain &slave_, &master_;
  bool tracks_overlaps_;
  la::AndersonAcceleration acceleration_;
  std::vector<LocalIndex> nodes_of_slave_, nodes_of_master_;  // local nodes, ghosts included, ascending
  std::vector<std::array<std::size_t, 9>> slots_of_slave_,
      slots_of_master_;                       // slots of the nodes of each face of rest_
  std::vector<char> is_owned_;                // [surfaceDisplacements()]
  std::vector<double> search_displacements_;  // displacements at which the rows were evaluated
  Sides rest_;
  base::Vec3 origin_;          // origin of positions in slips
  std::vector<double> reach_;  // [faces of the slave]
  double smallest_ = 0.0;      // smallest diameter of a slave face on any rank
  // Largest reach on any rank: the gap of a node without an opposite face.
  double farthest_ = 0.0;
  std::vector<LocalIndex> nodes_;  // nodes with rows: the owned nodes of the slave
  std::vector<double> reference_areas_;
  std::vector<base::Vec3> reference_normals_;
  Rows rows_;
  /// Configuration at the end of the last step, with friction.
  struct CommittedState {
    std::shared_ptr<const LinearTerms> terms;
    std::vector<Rows::Node> nodes;
    std::vector<double> slave, master;  // displacements of owned nodes
  };
  CommittedState committed_;
  bool has_restored_pairs_ = false;  // since the last updatePairs()
  struct StepMemory {
    bool tracks_overlaps;
    la::AndersonAcceleration acceleration;
    std::vector<double> search_displacements;
    Rows rows;
    RowMemory row_memory;
    CommittedState committed;
  };
};

}  // namespace tenon::constraint

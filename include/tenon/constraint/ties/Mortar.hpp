#pragma once
#include <algorithm>
#include <limits>
#include <memory>
#include <vector>

#include "tenon/constraint/LinearConstraint.hpp"
#include "tenon/constraint/ties/MultiplierSpace.hpp"
#include "tenon/fem/Side.hpp"
#include "tenon/surface/surfaceFaces.hpp"

namespace tenon::constraint {

struct MortarRows;
struct MortarTerm;
struct MortarIntegrals;
struct MortarTurn;
class SlaveNeighbours;

/// Ties two surfaces whose meshes need not match, in the mean (`method: mortar`): for every node j of the slave side
/// and every component
///
///   int Phi_j (u_slave - u_master) dA = 0,   sum_k D_jk u_k - sum_l M_jl u_l = 0,
///
/// integrated exactly over the overlaps of the faces of both sides (overlap()), wherever they live. Passes the patch
/// test to round-off. A multiplier is the traction that the master exerts on the slave at its node, in force/area,
/// and G^T lambda the forces. Rows belong to the owner of the slave node: 3 per node, 2 in plane problems.
///
/// Where the sides do not touch, u_master is that of the point that moves with the master's face at the gap's other end
/// (gapTurn): rotations of both bodies are free, and forces on the two sides have the same moment.
///
/// Slave faces farther from the master than `tolerance` diameters stay free, as do nodes of which nothing is covered.
/// Nodes of which next to nothing is covered have no rows of their own (joinHardlyCovered).
///
/// Sources: Bernardi, Maday & Patera (1994); Puso, Int. J. Numer. Meth. Engng 59 (2004), 315-336.
class Mortar : public LinearConstraint {
 public:
  struct Data {
    std::string name;
    fem::Side slave, master;
    std::string multipliers = "standard";
    double tolerance = 0.1;
    bool small_rotations = false;
  };

  /// Collective. InputError where both sides are the same group, share a node or do not meet.
  Mortar(Data data, const fem::FindDomain& find);
  ~Mortar() override;

  /// Area (length times thickness in plane problems) of each row's slave node: of its function, the faces' areas shared
  /// in proportion to the diagonal of D (Hinton, Rock & Zienkiewicz 1976), so that none is negative.
  std::vector<double> measures() const override { return areas_; }
  const char* usualOnHeld() const override { return "join"; }
  /// Sides that touch may turn as they like; of others the gap's turning is linear in displacements.
  std::string forLargeRotations() const override;
  /// The function of a held node goes to its neighbours, component by component, so that those that are left still sum
  /// to 1: constant tractions are carried as before (Bernardi, Maday & Patera 1994).
  std::vector<char> join(const std::vector<char>& held) override;

 private:
  void addRows(const MortarRows& rows);
  void addRowsOf(LocalIndex node, const std::vector<MortarTerm>& terms, const std::vector<MortarTurn>& turns);
  void judge(const MortarIntegrals& found) const;

  Data data_;
  fem::Domain slave_, master_;
  std::unique_ptr<SlaveNeighbours> neighbours_;
  std::vector<double> areas_;
  double largest_gap_ = 0.0;  // of diameters of the slave's face
};

}  // namespace tenon::constraint

#pragma once
#include "tenon/constraint/LinearConstraint.hpp"
#include "tenon/constraint/contact/ContactLaw.hpp"
#include "tenon/fem/Side.hpp"

namespace tenon::constraint {

struct MortarRows;
struct MortarTerm;

/// Two surfaces that may touch, in the mean over the overlaps that their faces have at rest (`method: mortar`), for
/// motions that are small beside a face. For each node j of the slave side, with Phi_j its function, n_j and t_ji the
/// normal into the slave there and directions normal to it,
///   g_j = int Phi_j (g_0 + n_j . (u_slave - u_master)) dA,   s_ji = t_ji . int Phi_j (u_slave - u_master) dA - then,
/// with g_0 the distance at rest. Multipliers are tractions, in force/area, along n, t_1 and t_2. Constant pressures go
/// through meshes that do not match, to round-off.
///
/// Parts of the slave farther than `reach` from the master at rest never touch it.
///
/// Sources: Hueber & Wohlmuth, CMAME 194 (2005), 3147-3166; Popp, Gitterle, Gee & Wall, Int. J. Numer. Meth. Engng 83
/// (2010), 1428-1465.
class MortarContact : public LinearConstraint {
 public:
  struct Data : ContactLaw {
    std::string name;
    fem::Side slave, master;
    double reach = 0.0;
    std::string multipliers = "dual";
    bool small_rotations = false;
  };
  /// Collective. InputError where both sides are the same group, share a node or are farther apart than `reach`. Warns
  /// of nodes that are inside of the master at rest, with the depth.
  MortarContact(const Data& data, const fem::FindDomain& find);

  std::vector<double> measures() const override { return areas_; }
  std::string forLargeRotations() const override;
  DryFriction friction() const override { return law_.dry(); }
  std::vector<double> compliances() const override { return compliancesOfGaps(compliance, numRows(), block(), areas_); }
  std::vector<double> contactAreas() const override;
  void commit() override;

 private:
  void addRowsOf(const fem::Domain& slave, const fem::Domain& master, LocalIndex node,
                 const std::vector<MortarTerm>& terms);
  void warnOfPenetration(const fem::Domain& slave) const;

  ContactLaw law_;
  bool small_rotations_;
  std::vector<double> areas_;  // [rows]
};

}  // namespace tenon::constraint

#pragma once
#include <vector>

#include "tenon/base/Parameters.hpp"
#include "tenon/constraint/LinearConstraint.hpp"
#include "tenon/fem/Domain.hpp"
#include "tenon/fem/Side.hpp"

namespace tenon::constraint {

/// Two groups of faces that match by a translation, in case files [master, slave].
struct GroupPair {
  std::string master, slave;
};
void readValue(const base::CaseNode& node, std::vector<GroupPair>& pairs);
std::string printValue(const std::vector<GroupPair>& pairs);
inline const char* typeName(const std::vector<GroupPair>*) {
  return "[[group, group], ..]";
}

/// A small strain by Voigt's components xx yy zz yz xz xy (xx yy xy in plane problems), shears twice the tensor's.
struct VoigtStrain {
  std::vector<double> components;

  base::Mat3 tensor() const;
};
void readValue(const base::CaseNode& node, VoigtStrain& strain);
std::string printValue(const VoigtStrain& strain);
inline const char* typeName(const VoigtStrain*) {
  return "[xx, yy, zz, yz, xz, xy] or [xx, yy, xy]";
}

/// Makes an object the cell of an infinite lattice under a macroscopic strain E:
///   u_slave - u_master = history(t) E (X_slave - X_master)
/// for all nodes of pairs of faces that match by a translation, wherever they live. Each node is a slave once: one on
/// an edge or a corner follows by the sum of its translations the node that is a slave of no pair, so that no row
/// follows from others. A multiplier is the force of the neighbouring cell on the slave node; 3 rows per node, 2 in
/// plane problems.
///
/// With V the volume of the cell, the mean stress is sum_r lambda_r (X_slave - X_master)^T / V (Miehe & Koch, Arch.
/// Appl. Mech. 72 (2002), 300-317).
class Periodic : public LinearConstraint {
 public:
  struct Data {
    std::string name, object;
    std::vector<GroupPair> pairs;
    VoigtStrain strain;
    base::History history{};
    double tolerance = 1e-6;
    bool fix_node = false;
  };
  static void declare(base::Parameters<Data>& p);

  /// Collective. InputError for pairs of one group, of groups that share a node or do not match, and for a strain with
  /// another number of components.
  Periodic(Data data, const fem::FindDomain& find);

  const std::string& object() const { return data_.object; }
  int dimension() const { return domain_.state.block(); }
  /// Another macroscopic strain.
  void setStrain(const base::Mat3& strain);

  /// Volume of the cell that the translations span, holes included; area times thickness in plane problems. InputError
  /// unless there is a pair of faces for each direction of space.
  double cellVolume() const;
  /// Collective. Mean stress of the cell from the multipliers of this rank's rows.
  base::Mat3 meanStress(gsl::span<const double> multipliers) const;

 private:
  struct Pair {
    const GroupPair* groups;
    std::vector<LocalIndex> masters, slaves;  // owned, ascending
    base::Vec3 translation;
  };
  struct Follower {
    LocalIndex node;
    base::Vec3 shift;  // from its master
  };

  Pair match(const GroupPair& groups) const;
  void requirePartners(const Pair& pair) const;
  base::Vec3 lowestCorner(const std::vector<LocalIndex>& nodes) const;
  std::vector<Follower> followers() const;
  std::vector<LocalIndex> leaders() const;
  void addRowsOf(const std::vector<Follower>& followers, const std::vector<base::GlobalIndex>& masters);
  void fixFirst(const std::vector<LocalIndex>& leaders);

  Data data_;
  fem::Domain domain_;
  std::vector<Pair> pairs_;
  std::vector<base::Vec3> shifts_;  // [rows / dimension]
};

}  // namespace tenon::constraint

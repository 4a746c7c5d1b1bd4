// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "tenon/base/Parameters.hpp"
#include "tenon/constraint/linear/LinearConstraint.hpp"
#include "tenon/fem/Domain.hpp"
#include "tenon/fem/ObjectGroup.hpp"

namespace tenon::constraint {

/// Two groups of faces that match by a translation; [master, slave] in case files.
struct GroupPair {
  std::string master, slave;  ///< names of the groups
};
/// Reads pairs from a case file.
void readValue(const base::CaseNode& node, std::vector<GroupPair>& pairs);
/// Prints pairs for listings of parameters.
std::string printValue(const std::vector<GroupPair>& pairs);
/// Returns the name of the type in listings of parameters.
inline const char* typeName(const std::vector<GroupPair>*) {
  return "[[group, group], ..]";
}

/// Infinitesimal strain in Voigt notation, xx yy zz yz xz xy (xx yy xy in plane problems), with
/// engineering shear strains.
struct VoigtStrain {
  std::vector<double> components;  ///< components in Voigt notation; empty if all are zero

  /// Returns the strain tensor.
  base::Mat3 tensor() const;
};
/// Reads a strain from a case file.
void readValue(const base::CaseNode& node, VoigtStrain& strain);
/// Prints a strain for listings of parameters.
std::string printValue(const VoigtStrain& strain);
/// Returns the name of the type in listings of parameters.
inline const char* typeName(const VoigtStrain*) {
  return "[xx, yy, zz, yz, xz, xy] or [xx, yy, xy]";
}

/// Periodic boundary conditions of a cell of an infinite lattice under a macroscopic strain E:
///   u_slave - u_master = history(t) E (X_slave - X_master)
/// for all nodes of pairs of faces that match by a translation, on any rank.
/// Each node is a slave at most once. The master of a node on an edge or a corner is the node that
/// is a slave of no pair, displaced by the sum of the translations; no row is redundant. A
/// multiplier is the force of the neighbouring cell on the slave node; 3 rows per node, 2 in plane
/// problems.
///
/// With V the volume of the cell, the mean stress is sum_r lambda_r (X_slave - X_master)^T / V.
/// @see Miehe & Koch, Arch. Appl. Mech. 72 (2002), 300-317
class Periodic : public LinearConstraint {
 public:
  /// Parameters of the constraint.
  struct Data {
    std::string name, object;      ///< names of the constraint and of the object
    std::vector<GroupPair> pairs;  ///< pairs of matching groups
    VoigtStrain strain;            ///< macroscopic strain E
    base::History history{};       ///< factor of the strain as a function of time
    double tolerance = 1e-6;       ///< largest distance of matching nodes, in lengths of the translation
    bool fix_node = false;         ///< true if one node is fixed, which removes rigid-body translations of the cell
  };
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<Data>& p);

  /// Assembles the rows.
  /// @throws InputError for pairs of one group, of groups that share a node or do not match, or for
  ///   a strain with a wrong number of components
  /// @note Collective.
  Periodic(Data data, const fem::FindDomain& find);

  /// Returns the name of the object.
  const std::string& object() const { return data_.object; }
  /// Returns the dimension of space.
  int dimension() const { return domain_.state.block(); }
  /// Sets the macroscopic strain.
  void setStrain(const base::Mat3& strain);

  /// Returns the volume of the cell spanned by the translations, holes included; area times
  /// thickness in plane problems.
  /// @throws InputError unless there is a pair of faces for each direction of space
  double cellVolume() const;
  /// Returns the mean stress of the cell.
  /// @param multipliers  multipliers of this rank's rows
  /// @note Collective.
  base::Mat3 meanStress(gsl::span<const double> multipliers) const;

 private:
  struct MatchedGroups {
    const GroupPair* groups;
    std::vector<LocalIndex> masters, slaves;  // owned, ascending
    base::Vec3 translation;
  };
  struct SlaveNode {
    LocalIndex node;
    base::Vec3 shift;  // translation from its master
  };

  MatchedGroups match(const GroupPair& groups) const;
  void requirePartners(const MatchedGroups& pair) const;
  base::Vec3 lowestCorner(const std::vector<LocalIndex>& nodes) const;
  std::vector<SlaveNode> slaveNodes() const;
  std::vector<LocalIndex> masterNodes() const;
  void addRowsOf(const std::vector<SlaveNode>& slaveNodes, const std::vector<base::GlobalIndex>& masters);
  void fixFirst(const std::vector<LocalIndex>& masterNodes);

  Data data_;
  fem::Domain domain_;
  std::vector<MatchedGroups> pairs_;
  std::vector<base::Vec3> shifts_;  // [rows / dimension]
};

}  // namespace tenon::constraint

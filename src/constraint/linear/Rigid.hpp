// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>

#include "tenon/constraint/linear/LinearConstraint.hpp"
#include "tenon/fem/ObjectGroup.hpp"

namespace tenon::constraint {

/// Rigid link of the nodes of groups, which belong to one or several objects, for small rotations:
///   u_M = u_A + omega x (X_M - X_A)   for all nodes M,
/// with displacements u, reference positions X, a base node A and the rotation vector omega of the
/// link. omega is not a degree of freedom. It is determined by the displacements of up to three
/// base nodes A, B and C, which are selected far from each other and constrained to constant
/// distances. A three-dimensional problem has 3n - 6 rows for n nodes, 3n - 5 if all nodes are
/// collinear, and 3n - 3 if all nodes coincide. A plane problem has 2n - 3 rows, or 2n - 2 if all
/// nodes coincide.
/// @see largeRotationAlternative(); code_aster, R3.03.02 (LIAISON_SOLIDE)
class Rigid : public LinearConstraint {
 public:
  /// Parameters of the constraint.
  struct Data {
    std::string name;                     ///< name of the constraint
    std::vector<fem::ObjectGroup> parts;  ///< groups of nodes
    bool small_rotations = false;         ///< true if rotations are stated to be small, whatever the materials
  };
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<Data>& p);

  /// Assembles the rows.
  /// @throws InputError for a group of a single node, or if plane and solid objects are mixed
  /// @note Collective.
  Rigid(Data data, const fem::FindDomain& find);
  std::string largeRotationAlternative() const override;

 private:
  /// Description of a node, the same on every rank.
  struct Node {
    int domain = -1;
    std::int64_t position = -1;  // in the mesh file
    base::GlobalIndex global;
    int owner = -1;
    double place[3] = {};

    base::Vec3 x() const { return Eigen::Map<const base::Vec3>(place); }
    bool operator<(const Node& other) const {
      return domain < other.domain || (domain == other.domain && position < other.position);
    }
    bool operator==(const Node& other) const { return domain == other.domain && position == other.position; }
  };
  using Measure = std::function<double(const base::Vec3&)>;

  std::vector<Node> collect();
  /// Returns the node with the largest `measure`, the first of several; none if the maximum does
  /// not exceed `smallest`.
  /// @note Collective.
  std::optional<Node> farthest(const std::vector<Node>& nodes, const Measure& measure, double smallest) const;
  void selectBaseNodes(const std::vector<Node>& nodes);
  void addDistanceRow(const Node& a, const Node& b);
  void addRowsOf(const Node& node);

  Data data_;
  base::Communicator comm_;
  std::vector<fem::Domain> domains_;
  std::vector<Node> base_;  // A, and B and C if they exist
};

}  // namespace tenon::constraint

#pragma once
#include <optional>

#include "tenon/constraint/LinearConstraint.hpp"
#include "tenon/fem/Side.hpp"

namespace tenon::constraint {

/// Makes the nodes of some groups, of one object or of several, move as one rigid body, for small rotations (others:
/// forLargeRotations()):
///   u_M = u_A + omega x (X_M - X_A)   for all nodes M.
/// The rotation omega is not an unknown: it is that of up to three base nodes A, B, C, which are picked far from each
/// other and held at constant distances. In space that gives 3n - 6 rows for n nodes, 3n - 5 where all lie on one line,
/// 3n - 3 where all coincide; in a plane problem 2n - 3 or 2n - 2. Source: code_aster, R3.03.02 (LIAISON_SOLIDE).
class Rigid : public LinearConstraint {
 public:
  struct Data {
    std::string name;
    std::vector<fem::Side> parts;
    bool small_rotations = false;
  };
  static void declare(base::Parameters<Data>& p);

  /// Collective. InputError for a group of a single node, or parts of plane and solid objects together.
  Rigid(Data data, const fem::FindDomain& find);
  std::string forLargeRotations() const override;

 private:
  /// A node, the same on every rank.
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
  /// Collective. The node where `measure` is largest, the first one of several; nothing where it is at most `smallest`.
  std::optional<Node> farthest(const std::vector<Node>& nodes, const Measure& measure, double smallest) const;
  void pickBase(const std::vector<Node>& nodes);
  void addDistanceRow(const Node& a, const Node& b);
  void addRowsOf(const Node& node);

  Data data_;
  base::Communicator comm_;
  std::vector<fem::Domain> domains_;
  std::vector<Node> base_;  // A, and B and C as far as there are such
};

}  // namespace tenon::constraint

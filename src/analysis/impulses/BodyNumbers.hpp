#pragma once
#include <map>
#include <vector>

#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::analysis {

/// A node of a mesh, for all ranks.
struct FarNode {
  std::size_t object;  ///< among the bodies of the system
  std::int64_t node;   ///< by its state's numbers over all ranks

  bool operator<(const FarNode& other) const {
    return object != other.object ? object < other.object : node < other.node;
  }
  bool operator==(const FarNode& other) const { return object == other.object && node == other.node; }
};

/// Numbers of the bodies of a step by impulses, as contact::ExactRows counts them: on each rank rigid bodies object by
/// object, nodes that touch, and nodes that rows push; rank after rank.
class BodyNumbers {
 public:
  /// Collective. `num_touching`: nodes of this rank that touch.
  BodyNumbers(const system::MechanicalSystem& mechanics, std::size_t num_touching);

  /// Collective. Nodes that rows push from now on, any of any rank, by whoever knows: gives those of this rank.
  std::vector<FarNode> setPushed(const std::vector<FarNode>& nodes);
  /// Whether that is a rigid body or a node that rows push.
  bool has(const la::State& state, base::GlobalIndex node) const;
  base::GlobalIndex of(const la::State& state, base::GlobalIndex node) const;

 private:
  std::size_t rankOf(const FarNode& node) const;

  const system::MechanicalSystem& mechanics_;
  std::map<const la::State*, std::size_t> objects_;
  std::vector<std::int64_t> num_touching_;    // [ranks]
  std::vector<std::int64_t> first_;           // [ranks] number of its first body
  std::vector<std::vector<FarNode>> pushed_;  // [ranks] ascending
};

}  // namespace tenon::analysis

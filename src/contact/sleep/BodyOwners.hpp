#pragma once
#include <unordered_map>
#include <vector>

#include "sleep/BodyGraph.hpp"
#include "tenon/base/Directory.hpp"
#include "tenon/contact/ImpulseStep.hpp"

namespace tenon::contact {

/// Which rank has which body, by the numbers that are the same for any partition.
class BodyOwners {
 public:
  /// Collective.
  BodyOwners(const base::Communicator& comm, const std::vector<RigidBody>& owned);

  const la::Layout& layout() const { return layout_; }
  /// Collective. The bodies of each touch.
  std::vector<BodyGraph::Pair> pairsOf(const std::vector<Touch>& touches) const;
  /// Collective. Forces of these touches on owned bodies, with moments about their centres, [owned x 6].
  std::vector<double> forcesOf(const std::vector<Touch>& touches, const std::vector<RigidBody>& owned) const;

 private:
  la::Layout layout_;
  std::unordered_map<std::int64_t, base::GlobalIndex> own_;
  base::Directory<base::GlobalIndex> all_;
};

}  // namespace tenon::contact

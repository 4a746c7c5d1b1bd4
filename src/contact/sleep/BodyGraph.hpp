#pragma once
#include <array>
#include <vector>

#include "tenon/la/Halo.hpp"

namespace tenon::contact {

/// Pairs of bodies that hold on to each other, each on any rank, over the bodies of all ranks.
class BodyGraph {
 public:
  using Pair = std::array<base::GlobalIndex, 2>;  ///< twice the same body: what acts on it alone
  /// Collective. `own`: the bodies that ranks own.
  BodyGraph(const la::Layout& own, const std::vector<Pair>& pairs);

  /// Collective. How restless bodies are, 0, 1 or 2, [owned]: each gets the highest level of all that it is connected
  /// with. Those that do not connect (held ones) keep their level, and pass it on to those beside them only. Gives the
  /// level of those of each pair that connect.
  std::vector<char> spread(const std::vector<char>& connects, std::vector<char>& levels) const;
  /// Collective. Which pairs have a marked body. `marked`: [owned].
  std::vector<char> pairsOf(const std::vector<char>& marked) const;

 private:
  struct Known;
  void connect(Known& known) const;
  void raise(Known& known) const;
  bool agree(Known& known) const;

  la::Layout layout_;
  la::Halo halo_;
  std::vector<std::array<base::LocalIndex, 2>> pairs_;
};

}  // namespace tenon::contact

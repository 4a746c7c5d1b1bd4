#pragma once
#include <cstdint>
#include <gsl/span>
#include <vector>

#include "tenon/base/Communicator.hpp"

namespace tenon::simulation {

/// Brings values that ranks own in the order of the partition into the order of the mesh file, spread over the ranks in
/// contiguous chunks: so that what is written does not depend on the number of ranks, and no rank holds all of it.
class OriginalOrder {
 public:
  /// Collective. `positions`: place of each owned item in the file, from 0; all ranks together hold each place once.
  OriginalOrder(base::Communicator comm, gsl::span<const std::int64_t> positions);

  std::int64_t numItems() const { return num_items_; }
  /// Items of the chunk that this rank receives.
  std::int64_t numHere() const { return end_ - begin_; }

  /// Collective. `owned`: [items x columns] in the order of `positions`; gives this rank's chunk, [numHere x columns].
  template <class T>
  std::vector<T> arrange(gsl::span<const T> owned, int columns) const;

 private:
  std::int64_t chunkBegin(int rank) const { return num_items_ * rank / comm_.size(); }

  base::Communicator comm_;
  std::int64_t num_items_, begin_, end_;
  std::vector<std::vector<std::size_t>> items_for_;    // [rank] which owned items go there
  std::vector<std::vector<std::int64_t>> rows_from_;   // [rank] rows of the chunk that come from there
};

}  // namespace tenon::simulation

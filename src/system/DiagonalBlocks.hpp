#pragma once
#include <vector>

#include "tenon/system/Terms.hpp"

namespace tenon::system {

/// The diagonal blocks of A, one per node this rank owns, without the rest of A.
class DiagonalBlocks {
 public:
  /// Collective where a force has no derivative. What no condition changes: held unknowns are in it as any other.
  DiagonalBlocks(const MechanicalSystem& mechanics, const la::CombinedLayout& layout, const Terms& terms);

  /// Entry of two unknowns of one node, by their places in this rank's part of a vector.
  double entry(std::size_t row, std::size_t column) const;

  /// Collective. The mean |diagonal| of the unknowns that are not held, 1 where there is none.
  double meanOfFree(const std::vector<char>& held) const;

 private:
  struct OfState {
    std::size_t first, block;    // first unknown in a vector, unknowns per node
    std::vector<double> values;  // [owned nodes][block][block]
    std::size_t size() const { return block * block; }
  };
  class Diagonal;

  base::Communicator comm_;
  std::vector<OfState> states_;
  std::size_t size_ = 0;
};

}  // namespace tenon::system

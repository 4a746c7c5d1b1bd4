#pragma once
#include <string>

#include "tenon/base/Communicator.hpp"

namespace tenon::bench {

struct MatrixFreeOptions {
  std::string elem = "hex";                 ///< "tet": n^3 little boxes of 6 tets each; "hex": n^3 hexes
  int order = 2;                            ///< 1: tet4, hex8; 2: tet10, hex27
  std::string material = "linear-elastic";  ///< of a case, with young and poisson; others are displaced
  int n = 20;                               ///< little boxes along each edge of the unit cube
  int reps = 10;                            ///< turns of 3 products each; the quickest product counts
};

/// The product with A = -K of the reference problem, by the matrix-free system and by the assembled AIJ matrix, in
/// turns: nanoseconds per unknown of the quickest of each, by the clock and in processor time (all ranks together do as
/// many unknowns), and how far the results differ. Prints one JSON line on the root. Collective.
void measureMatrixFree(const base::Communicator& comm, const MatrixFreeOptions& options);

}  // namespace tenon::bench

#pragma once
#include <string>
#include <vector>

#include "tenon/base/Communicator.hpp"

namespace tenon::bench {

struct MaterialOptions {
  std::string material = "neo-hookean";  ///< as of a case
  std::string from;                      ///< "energy": its stress and tangent by differentiation; empty: as they are
  std::string formulation = "displacement";  ///< as of a case
  bool varies = false;                       ///< another Young's modulus in each cell
  std::string elem = "hex";                  ///< "tet" or "hex", of first order
  int n = 30;                                ///< little boxes of cells along each edge of the unit cube
  int reps = 7;
};

/// The materials that are known.
std::vector<std::string> benchMaterials();

/// Force and tangent of a material beside those of `linear-elastic` on the same cells, element by element without a
/// matrix, and the assembly of both. Prints one JSON line on the root. Collective. InputError for a material of which
/// nothing but its energy is written, where it is asked for from there.
void measureMaterial(const base::Communicator& comm, const MaterialOptions& options);

}  // namespace tenon::bench

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "tenon/base/Communicator.hpp"

namespace tenon::bench {

/// Options of `tenon-bench material`.
struct MaterialOptions {
  std::string material = "neo-hookean";      ///< material name as in a case file
  std::string from;                          ///< "energy": stress and tangent by AD; empty: as implemented
  std::string formulation = "displacement";  ///< formulation as in a case file
  bool varies = false;                       ///< true if Young's modulus differs between cells
  std::string elem = "hex";                  ///< "tet" or "hex", first order
  int n = 30;                                ///< boxes of cells along each edge of the unit cube
  int reps = 7;
};

/// Returns the names of the available materials.
std::vector<std::string> benchMaterials();

/// Measures force and tangent of a material and of `linear-elastic` on the same cells, element by
/// element without a matrix, and the assembly of both. Prints one JSON line on the root.
/// @throws InputError if `from` is "energy" and the energy of the material is not implemented.
/// @note Collective.
void measureMaterial(const base::Communicator& comm, const MaterialOptions& options);

}  // namespace tenon::bench

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "tenon/system/forms/extract.hpp"

namespace tenon::simulation {

/// Writes the meaning of each row of A as a table with the columns `row,object,node,component`: the
/// number of the node in the mesh file, and x, y, z (rx, ry, rz; r in the plane; "unused" if a
/// block is larger than the node needs). The order of rows depends on the number of ranks; the
/// table permits a comparison of runs.
/// @throws FileError if the file cannot be written
/// @note Collective.
void writeRowMap(const system::MechanicalSystem& mechanics, const std::string& path);

/// Writes the meaning of each row of G as a table with the columns
/// `row,constraint,number,object,node,component,item,scale`. `number` counts the rows of the
/// constraint as in the results, independent of the number of ranks. `node` carries the multiplier.
/// `item` is an equation or a cell (empty if there is none). Rows of Cq are `scale` times those of
/// G. Rows that are not selected are omitted and not counted.
/// @throws FileError if the file cannot be written
/// @note Collective.
void writeMultiplierMap(const system::MechanicalSystem& mechanics, const system::Selection& of,
                        const std::string& path);

/// Writes the meaning of each row of Z = [A G^T; G -C] as a table with the columns `row,matrix,of`:
/// row `of` of A, or of the selected rows of G.
/// @throws FileError if the file cannot be written
/// @note Collective.
void writeWholeMap(const system::MechanicalSystem& mechanics, const system::Selection& of, const std::string& path);

}  // namespace tenon::simulation

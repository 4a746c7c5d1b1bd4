#pragma once
#include <string>

#include "tenon/system/extract.hpp"

namespace tenon::simulation {

/// Writes what each row of A is, `row,object,node,component`: the node's number in the mesh file and x, y, z (rx, ry,
/// rz; r in the plane; "unused" where blocks are larger than what a node needs). Rows depend on the number of ranks;
/// with this, runs can be compared. Collective; FileError.
void writeRowMap(const system::MechanicalSystem& mechanics, const std::string& path);

/// Writes what each row of G is, `row,constraint,number,object,node,component,item,scale`: the number counts the rows
/// of the constraint as the results have them, on any number of ranks alike; the node is the one that carries the
/// multiplier, the item an equation or a cell (empty where there is none); rows of Cq are `scale` times those of G.
/// Rows that are not selected are not there, and not counted. Collective; FileError.
void writeMultiplierMap(const system::MechanicalSystem& mechanics, const system::Selection& of,
                        const std::string& path);

/// Writes what each row of Z = [A G^T; G -C] is, `row,matrix,of`: row `of` of A or of the selected ones of G.
/// Collective; FileError.
void writeWholeMap(const system::MechanicalSystem& mechanics, const system::Selection& of, const std::string& path);

}  // namespace tenon::simulation

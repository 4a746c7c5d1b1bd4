// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "mortarRows.hpp"

namespace tenon::constraint {

/// Adds rows of nodes with a negligible overlap to those of their neighbours.
///
/// If the edge of the master crosses slave faces, the functions of nodes beyond its edge nearly
/// vanish on the covered part. Rows of their own would be nearly dependent on those of their
/// neighbours, and multipliers would be unbounded. These rows are added to those of the neighbours
/// whose functions extend over the edge, in proportion to int N_j N_k over the covered part. The
/// remaining functions still sum to 1, so that constant tractions are transmitted exactly.
///
/// A node has no row if less than a fifth of int N_j^2 is covered, compared with the best covered
/// neighbour.
///
/// @param coupling  part that contains int N_j N_k
/// @see Bernardi, Maday & Patera (1994), where functions are modified in this way at the ends of
///   interfaces; Cichosz & Bischoff, CMAME 200 (2011), 1317-1332, and Popp, Seitz, Gee & Wall,
///   CMAME 264 (2013), 67-80, on dropped edges
/// @note Collective.
MortarRows mergeWeaklyCovered(const la::Layout& slaves, MortarRows rows, MortarTerm::Part coupling);

}  // namespace tenon::constraint

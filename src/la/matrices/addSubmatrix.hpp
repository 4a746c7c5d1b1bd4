// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/la/handles.hpp"

namespace tenon::la {

/// Adds the entries of `part` to `into`, with the first entry of `part` at (row, column). The rows
/// of `into` may belong to other ranks. New entries are allocated if the pattern of `into` has no
/// space for them. `into` is assembled afterwards.
/// @throws InputError if the part exceeds the dimensions of `into`
/// @note Collective.
void addSubmatrix(Mat part, Mat into, PetscInt row, PetscInt column);

}  // namespace tenon::la

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "la/assembly/MatrixAssembly.hpp"

namespace tenon::la {

/// Runs contributors to check their indices and shapes and stores nothing; used for matrix-free
/// systems.
/// @throws InternalError if a check of CheckedAccumulator fails
/// @note Collective.
void checkContributions(const CombinedLayout& layout, const MatrixAssembly::Contribute& contribute);

}  // namespace tenon::la

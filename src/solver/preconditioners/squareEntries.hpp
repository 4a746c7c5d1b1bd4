// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <petscmat.h>

namespace tenon::solver {

/// Replaces every stored entry a by a^2. AIJ only.
void squareEntries(Mat matrix);

/// Replaces every stored entry a by |a|. AIJ only.
void absoluteEntries(Mat matrix);

}  // namespace tenon::solver

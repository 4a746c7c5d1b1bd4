// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace tenon::bench {

/// Runs matrix-free products, forces and tangents of a material, and a sweep over contacts.
void runKernels();

}  // namespace tenon::bench

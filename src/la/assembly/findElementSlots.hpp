// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>

#include "ElementSlots.hpp"

namespace tenon::la {

/// Determines the slots of one pair of element tables. The matrix must outlive them.
/// @throws OutsidePattern if a block is not stored
std::unique_ptr<ElementSlots> findElementSlots(const ElementTable& rows, const ElementTable& columns,
                                               const StatePair& pair);

}  // namespace tenon::la

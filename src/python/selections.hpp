// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "tenon/system/forms/extract.hpp"

namespace tenon::python {

/// Throws an InputError of all ranks. @note Called on all ranks.
[[noreturn]] void failOnAllRanks(const std::string& sentence);

/// Returns the kind of constraint rows with a name: all, active, bilateral or unilateral.
/// @throws InputError if the name is unknown
system::RowKind rowKindOf(const std::string& name);

}  // namespace tenon::python

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "base/processor/ProcessorLevel.hpp"

namespace tenon::base::processor {

/// True for each entry of features.inc that the compiler was allowed to use in this library.
/// Level of the library.
/// @see compiledLevel()
extern const bool compiled_features[];
extern const ProcessorLevel compiled_level;

/// Ends the process with exit code 2 and a message if the processor lacks instructions that this
/// program may contain, or if TENON_CPU requests another level. This function runs before all other
/// constructors of the program.
void checkProcessor();

}  // namespace tenon::base::processor

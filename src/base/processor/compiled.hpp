#pragma once
#include "tenon/base/ProcessorLevel.hpp"

namespace tenon::base::processor {

/// True for each entry of features.inc that the compiler was allowed to use in this library.
extern const bool compiled_features[];
extern const ProcessorLevel compiled_level;

/// Ends the process with exit code 2 and a message if the processor lacks instructions that this program may contain,
/// or if TENON_CPU asks for another level. Runs before all other constructors of the program.
void checkProcessor();

}  // namespace tenon::base::processor

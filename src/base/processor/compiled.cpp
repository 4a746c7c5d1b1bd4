// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Target of the compiler. This source is compiled with the options of the library, unlike the check
// at start-up, which runs on every processor.
#include "compiled.hpp"

#include "tenon/base/Lane.hpp"

namespace tenon::base {
namespace processor {

// A predefined macro of the compiler has the value 1; the name of an undefined macro is not
// replaced.
#define TENON_TEXT(text) #text
#define TENON_FEATURE(macro, name) TENON_TEXT(macro)[0] == '1',
const bool compiled_features[] = {
#include "features.inc"
};

#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512CD__) && defined(__AVX512DQ__) && \
    defined(__AVX512VL__)
const ProcessorLevel compiled_level = ProcessorLevel::v4;
#elif defined(__AVX2__) && defined(__FMA__) && defined(__BMI__) && defined(__BMI2__) && defined(__F16C__) && \
    defined(__LZCNT__) && defined(__MOVBE__)
const ProcessorLevel compiled_level = ProcessorLevel::v3;
#elif defined(__SSE4_2__) && defined(__POPCNT__)
const ProcessorLevel compiled_level = ProcessorLevel::v2;
#else
const ProcessorLevel compiled_level = ProcessorLevel::baseline;
#endif

}  // namespace processor

template <>
void (*const detail::LibraryWithLanes<num_lanes>::checkProcessor)() = processor::checkProcessor;

ProcessorLevel compiledLevel() {
  return processor::compiled_level;
}

}  // namespace tenon::base

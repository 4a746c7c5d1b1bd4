// What the target of the compiler is: compiled as all other sources are, unlike the check, which every processor can
// run.
#include "compiled.hpp"

#include "tenon/base/Lane.hpp"

namespace tenon::base {
namespace processor {

// A macro of the compiler is 1 where it is defined; where it is not, its name remains.
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

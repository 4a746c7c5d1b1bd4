// Fuzzer of constraint equations in CSV files. Any text yields equations or an InputError.
#include <cstdint>

#include "tenon/base/Error.hpp"
#include "tenon/constraint/linear/MultiPoint.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    tenon::constraint::equationsOf({reinterpret_cast<const char*>(data), size}, "fuzz.csv");
  } catch (const tenon::base::InputError&) {
  }
  return 0;
}

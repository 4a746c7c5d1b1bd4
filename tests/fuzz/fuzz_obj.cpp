// A surface, or an error that a person can read, comes out of any bytes with the ending .obj.
#include "surfaceFuzzer.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return readAsSurface(data, size, "fuzz.obj");
}

// Fuzzer of Gmsh files. Any bytes yield a mesh or an InputError.
#include <cstdint>

#include "tenon/base/Error.hpp"
#include "tenon/mesh/GmshReader.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    tenon::mesh::parseGmsh({reinterpret_cast<const char*>(data), size}, "fuzz.msh");
  } catch (const tenon::base::InputError&) {
  }
  return 0;
}

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Fuzzer of Gmsh files. Any bytes yield a mesh or an InputError.
#include <cstdint>

#include "mesh/reading/GmshReader.hpp"
#include "tenon/base/Error.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    tenon::mesh::parseGmsh({reinterpret_cast<const char*>(data), size}, "fuzz.msh");
  } catch (const tenon::base::InputError&) {
  }
  return 0;
}

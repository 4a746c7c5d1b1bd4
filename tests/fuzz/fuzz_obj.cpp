// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Fuzzer of OBJ files. Any bytes yield a surface or a readable error.
#include "surfaceFuzzer.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return readAsSurface(data, size, "fuzz.obj");
}

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Fuzzer of constraint equations in CSV files. Any text yields equations or an InputError.
#include <cstdint>

#include "constraint/linear/MultiPoint.hpp"
#include "tenon/base/Error.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    tenon::constraint::equationsOf({reinterpret_cast<const char*>(data), size}, "fuzz.csv");
  } catch (const tenon::base::InputError&) {
  }
  return 0;
}

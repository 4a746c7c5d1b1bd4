// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Fuzzer of expressions. Any text yields an expression with finite values
// or an InputError of bounded length.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "base/text.hpp"
#include "tenon/base/Error.hpp"
#include "tenon/base/Expression.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string formula(reinterpret_cast<const char*>(data), size);
  if (tenon::base::firstInvalidUtf8(formula) != std::string::npos) return 0;  // rejected by the readers of case files
  try {
    const tenon::base::Expression expression(formula);
    for (const double time : {0.0, 0.5, -3.0})
      if (!std::isfinite(expression({1.0, -2.0, 0.25}, time))) std::abort();
  } catch (const tenon::base::InputError& error) {
    const std::string sentence = error.what();
    if (sentence.size() > 2000 || tenon::base::firstInvalidUtf8(sentence) != std::string::npos) std::abort();
  }
  return 0;
}

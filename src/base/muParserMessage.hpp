// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <muParser.h>

#include <string>

#include "quote.hpp"
#include "text.hpp"

namespace tenon::base {

/// Returns the message of an error of muParser as a sentence. It is abbreviated, because it repeats
/// parts of the formula.
inline std::string muParserMessage(const mu::ParserError& error) {
  std::string sentence = printable(abbreviate(error.GetMsg(), max_quote_length));
  if (!sentence.empty() && sentence.back() != '.') sentence += '.';
  return sentence;
}

}  // namespace tenon::base

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "quote.hpp"

#include <algorithm>
#include <cctype>

#include "text.hpp"

namespace tenon::base {
namespace {

bool isPartOfWord(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0;
}

/// Returns the position of the next single quote from `at` on that opens a quotation (is not
/// preceded by a letter) or closes it (is not followed by one); npos if there is none. An
/// apostrophe does neither.
std::size_t nextQuote(std::string_view text, std::size_t at, bool opens) {
  for (at = text.find('\'', at); at != std::string_view::npos; at = text.find('\'', at + 1)) {
    const bool is_inside =
        opens ? at > 0 && isPartOfWord(text[at - 1]) : at + 1 < text.size() && isPartOfWord(text[at + 1]);
    if (!is_inside) return at;
  }
  return std::string_view::npos;
}

}  // namespace

std::string quote(std::string_view text, std::size_t max_length) {
  // A long text is truncated before it is examined, because each byte yields at most one byte.
  std::string shown = printable(std::string(text.substr(0, max_length + 4)));
  std::replace(shown.begin(), shown.end(), '\n', '?');
  if (text.size() > max_length) shown = shown.size() > max_length ? abbreviate(shown, max_length) : shown + "...";
  return "'" + shown + "'";
}

std::string truncateQuotes(std::string message) {
  for (std::size_t open = nextQuote(message, 0, true); open != std::string::npos;) {
    const std::size_t close = nextQuote(message, open + 1, false);
    if (close == std::string::npos) break;
    std::size_t length = close - open - 1;
    if (length > max_quote_length) {
      const std::string shown = abbreviate(message.substr(open + 1, length), max_quote_length);
      message.replace(open + 1, length, shown);
      length = shown.size();
    }
    open = nextQuote(message, open + length + 2, true);
  }
  return message;
}

}  // namespace tenon::base

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <string_view>

// Quotation of input in messages. Every message that shows a name, a line or a value of a file
// quotes it.
namespace tenon::base {

/// Maximum number of bytes of an input that a message shows.
constexpr std::size_t max_quote_length = 200;

/// Returns a string from an input in single quotes, on one line. A question mark replaces each
/// control character and each byte that is not UTF-8. A string longer than `max_length` bytes is
/// truncated and ends with "...".
std::string quote(std::string_view text, std::size_t max_length = max_quote_length);

/// Truncates every part of a message between single quotes to at most max_quote_length bytes. The
/// program applies this function to every message that it prints, as a bound for messages that do
/// not use quote().
std::string truncateQuotes(std::string message);

}  // namespace tenon::base

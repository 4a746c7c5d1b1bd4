// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

// Treatment of external text before it enters messages and files.
namespace tenon::base {

/// Returns the position of the first byte that is not UTF-8 (RFC 3629); npos if the text is valid.
std::size_t firstInvalidUtf8(std::string_view text);

/// Returns the position of the first control character (C0, DEL, C1) other than a line end; npos if
/// there is none.
std::size_t firstControlCharacter(std::string_view text);

/// Returns the text with a question mark for each byte that is not UTF-8, for each control
/// character other than a line end, and for each character that changes the direction of the text
/// or separates lines (U+202E, U+2028, ...). The result has no side effects in a terminal or a JSON
/// file.
std::string printable(std::string text);

/// Returns the first `max_length` bytes of a string for display, followed by "..." if the string is
/// longer.
std::string abbreviate(const std::string& text, std::size_t max_length = 60);

/// Returns a number with its noun for display: "1 iteration", "2 iterations".
/// @param plural  plural of the noun; default: the noun with an s
template <class Integer>
std::string formatCount(Integer count, const std::string& noun, const std::string& plural = "") {
  return fmt::format("{} {}", count, count == 1 ? noun : plural.empty() ? noun + "s" : plural);
}

/// Returns the text with the letters A to Z in lower case.
std::string toLowerCase(std::string text);

/// Returns the words of a string, which are separated by spaces, tabs and line ends.
std::vector<std::string> splitWords(const std::string& text);

/// Returns true if a name is valid for a dataset or a group of an HDF5 file. Names separated by
/// slashes are valid if none of them is empty, "." or "..".
bool isDatasetName(std::string_view name);

/// Converts a string from ISO 8859-1 to UTF-8. Any sequence of bytes is valid ISO 8859-1.
std::string latin1ToUtf8(std::string_view text);

}  // namespace tenon::base

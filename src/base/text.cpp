// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "text.hpp"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <sstream>

namespace tenon::base {
namespace {

bool isBetween(unsigned char byte, unsigned low, unsigned high) {
  return byte >= low && byte <= high;
}

/// Returns the number of bytes of the character that begins the text; 0 if the text does not begin
/// with a valid one.
/// @see Unicode standard, table 3-7
std::size_t lengthOfCharacter(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : '\0'; };
  const auto continues = [&](std::size_t i) { return isBetween(byte(i), 0x80, 0xBF); };
  const unsigned char first = byte(0);
  if (first < 0x80) return 1;
  if (isBetween(first, 0xC2, 0xDF)) return continues(1) ? 2 : 0;
  if (isBetween(first, 0xE0, 0xEF)) {
    const bool second = isBetween(byte(1), first == 0xE0 ? 0xA0 : 0x80, first == 0xED ? 0x9F : 0xBF);
    return second && continues(2) ? 3 : 0;
  }
  if (isBetween(first, 0xF0, 0xF4)) {
    const bool second = isBetween(byte(1), first == 0xF0 ? 0x90 : 0x80, first == 0xF4 ? 0x8F : 0xBF);
    return second && continues(2) && continues(3) ? 4 : 0;
  }
  return 0;
}

/// Returns true for the control characters C0 (except line ends), DEL and C1.
bool isControl(std::string_view character) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(character[i]); };
  if (character.size() == 1) return (byte(0) < ' ' && byte(0) != '\n') || byte(0) == 0x7F;
  return character.size() == 2 && byte(0) == 0xC2 && byte(1) < 0xA0;
}

/// Returns true for characters that change the direction of the text around them (U+061C, U+200E,
/// U+200F, U+202A to U+202E, U+2066 to U+2069) or end a line (U+2028, U+2029).
bool isFormat(std::string_view character) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(character[i]); };
  if (character.size() == 2) return byte(0) == 0xD8 && byte(1) == 0x9C;
  if (character.size() != 3 || byte(0) != 0xE2) return false;
  if (byte(1) == 0x80) return isBetween(byte(2), 0x8E, 0x8F) || isBetween(byte(2), 0xA8, 0xAE);
  return byte(1) == 0x81 && isBetween(byte(2), 0xA6, 0xA9);
}

}  // namespace

std::size_t firstInvalidUtf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = lengthOfCharacter(text.substr(at, 4));
    if (length == 0) return at;
    at += length;
  }
  return std::string_view::npos;
}

std::size_t firstControlCharacter(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = std::max<std::size_t>(1, lengthOfCharacter(text.substr(at, 4)));
    if (isControl(text.substr(at, length))) return at;
    at += length;
  }
  return std::string_view::npos;
}

std::string printable(std::string text) {
  std::string shown;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = lengthOfCharacter(std::string_view(text).substr(at, 4));
    const std::string_view character = std::string_view(text).substr(at, std::max<std::size_t>(1, length));
    const bool is_shown = length > 0 && !isControl(character) && !isFormat(character);
    shown += is_shown ? character : "?";
    at += character.size();
  }
  return shown;
}

std::string abbreviate(const std::string& text, std::size_t max_length) {
  if (text.size() <= max_length) return text;
  std::size_t end = max_length;
  while (end > 0 && isBetween(static_cast<unsigned char>(text[end]), 0x80, 0xBF)) --end;
  return text.substr(0, end) + "...";
}

std::string toLowerCase(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

std::vector<std::string> splitWords(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

bool isDatasetName(std::string_view name) {
  for (std::size_t begin = 0, end = 0; end < name.size() || begin == 0; begin = end + 1) {
    end = std::min(name.find('/', begin), name.size());
    const std::string_view part = name.substr(begin, end - begin);
    if (part.empty() || part == "." || part == "..") return false;
    if (end == name.size()) break;
  }
  return true;
}

std::string latin1ToUtf8(std::string_view text) {
  std::string utf8;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      utf8 += c;
    } else {
      utf8 += static_cast<char>(0xC0 | (byte >> 6));
      utf8 += static_cast<char>(0x80 | (byte & 0x3F));
    }
  }
  return utf8;
}

}  // namespace tenon::base

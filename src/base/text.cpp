#include "tenon/base/text.hpp"

#include <algorithm>

namespace tenon::base {
namespace {

bool isBetween(unsigned char byte, unsigned low, unsigned high) {
  return byte >= low && byte <= high;
}

/// Bytes of the character that begins here; 0 where none does. Table 3-7 of the Unicode standard.
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

}  // namespace

std::size_t firstInvalidUtf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = lengthOfCharacter(text.substr(at, 4));
    if (length == 0) return at;
    at += length;
  }
  return std::string_view::npos;
}

std::string printable(std::string text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = lengthOfCharacter(std::string_view(text).substr(at, 4));
    const auto byte = static_cast<unsigned char>(text[at]);
    const bool is_control = (byte < ' ' && byte != '\n') || byte == 0x7F ||
                            (length == 2 && byte == 0xC2 && static_cast<unsigned char>(text[at + 1]) < 0xA0);
    if (length == 0 || is_control) text.replace(at, length == 0 ? 1 : length, "?");
    at += is_control || length == 0 ? 1 : length;
  }
  return text;
}

std::string abbreviated(const std::string& text, std::size_t most) {
  if (text.size() <= most) return text;
  std::size_t end = most;
  while (end > 0 && isBetween(static_cast<unsigned char>(text[end]), 0x80, 0xBF)) --end;
  return text.substr(0, end) + "...";
}

bool namesDataset(std::string_view name) {
  for (std::size_t begin = 0, end = 0; end < name.size() || begin == 0; begin = end + 1) {
    end = std::min(name.find('/', begin), name.size());
    const std::string_view part = name.substr(begin, end - begin);
    if (part.empty() || part == "." || part == "..") return false;
    if (end == name.size()) break;
  }
  return true;
}

std::string utf8OfLatin1(std::string_view text) {
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

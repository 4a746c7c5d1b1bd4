// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>

#include "base/text.hpp"
#include "mesh/checks/checks.hpp"
#include "tenon/base/Error.hpp"

namespace tenon::mesh {

/// Cursor in the contents of a surface file, which reads words and numbers and reports the line of
/// errors.
class SurfaceText {
 public:
  SurfaceText(std::string_view text, std::string path) : text_(text), path_(std::move(path)) {}

  std::size_t remaining() const { return text_.size() - at_; }
  bool isAtEnd() const { return at_ == text_.size(); }

  /// Moves to the next non-blank character.
  void skipBlanks() {
    while (!isAtEnd() && isBlank(text_[at_])) ++at_;
  }
  /// Returns the rest of the line without its end and moves to the next line.
  std::string_view line() {
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    std::string_view found = text_.substr(at_, end - at_);
    at_ = std::min(end + 1, text_.size());
    while (!found.empty() && isBlank(found.back())) found.remove_suffix(1);
    while (!found.empty() && isBlank(found.front())) found.remove_prefix(1);
    return found;
  }
  /// Returns the next word, on any line; empty at the end of the file.
  std::string_view word() {
    skipBlanks();
    const std::size_t first = at_;
    while (!isAtEnd() && !isBlank(text_[at_])) ++at_;
    return text_.substr(first, at_ - first);
  }
  /// Returns the next `count` bytes. @throws FileError if the file has fewer bytes left.
  std::string_view bytes(std::size_t count) {
    if (count > remaining()) fail("the file ends too early");
    at_ += count;
    return text_.substr(at_ - count, count);
  }
  /// Returns the number represented by a word. @throws FileError if the word is not a number.
  double number(std::string_view word) const {
    const std::string_view digits = !word.empty() && word.front() == '+' ? word.substr(1) : word;
    double value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    const bool is_tiny =
        error == std::errc::result_out_of_range && std::abs(value) < 1;  // numbers such as 1e-400 are read as 0
    if (word.empty()) fail("the file ends where a number is expected");
    if ((error != std::errc{} && !is_tiny) || end != digits.data() + digits.size())
      fail(fmt::format("'{}' is not a number", shown(word)));
    return is_tiny ? 0.0 : value;
  }
  /// Returns the coordinate represented by a word.
  /// @throws FileError if the word is not a number or is too large
  double coordinate(std::string_view word) const { return checked(number(word)); }
  double checked(double coordinate) const {
    if (!isCoordinate(coordinate)) fail(fmt::format("a vertex has the invalid coordinate {}", coordinate));
    return coordinate;
  }

  /// Returns a word as shown in messages.
  static std::string shown(std::string_view word) {
    return base::printable(base::abbreviate(std::string(word.substr(0, 200))));
  }
  /// Reports byte positions instead of line numbers in errors.
  void setBinary() { is_binary_ = true; }
  [[noreturn]] void fail(const std::string& sentence) const {
    const std::string where =
        is_binary_ ? fmt::format("byte {}", at_)
                   : fmt::format("line {}", 1 + std::count(text_.begin(), text_.begin() + placeOfEnd(), '\n'));
    throw base::FileError(fmt::format("'{}' is damaged: {}: {}.", path_, where, sentence));
  }

  static bool isBlank(char c) { return static_cast<unsigned char>(c) <= ' '; }

 private:
  /// Returns a position on the line that was read last.
  std::ptrdiff_t placeOfEnd() const {
    return static_cast<std::ptrdiff_t>(at_ > 0 && text_[at_ - 1] == '\n' ? at_ - 1 : at_);
  }

  std::string_view text_;
  std::string path_;
  std::size_t at_ = 0;
  bool is_binary_ = false;
};

}  // namespace tenon::mesh

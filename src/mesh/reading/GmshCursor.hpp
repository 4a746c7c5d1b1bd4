// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "base/text.hpp"
#include "tenon/base/Error.hpp"

namespace tenon::mesh {

/// Cursor in the contents of a .msh file, which reads numbers (text or binary) and reports the
/// position of errors.
class GmshCursor {
 public:
  GmshCursor(std::string_view content, std::string file)
      : begin_(content.data()), at_(begin_), end_(begin_ + content.size()), file_(std::move(file)) {}

  /// Returns the text with a question mark for each character that is not printable.
  static std::string printable(std::string text) {
    for (char& c : text)
      if (static_cast<unsigned char>(c) < ' ' || static_cast<unsigned char>(c) > '~') c = '?';
    return text;
  }

  void setBinary(bool binary) { binary_ = binary; }
  bool binary() const { return binary_; }
  void setSection(std::string name) { section_ = std::move(name); }
  std::size_t remaining() const { return static_cast<std::size_t>(end_ - at_); }

  void skipBlanks() {
    while (at_ != end_ && static_cast<unsigned char>(*at_) <= ' ') ++at_;
  }

  /// Returns the rest of this line without its end and moves to the next line.
  std::string_view line() {
    const void* found = at_ == end_ ? nullptr : std::memchr(at_, '\n', remaining());
    const char* stop = found != nullptr ? static_cast<const char*>(found) : end_;
    std::string_view text(at_, static_cast<std::size_t>(stop - at_));
    at_ = found != nullptr ? stop + 1 : end_;
    while (!text.empty() && static_cast<unsigned char>(text.back()) <= ' ') text.remove_suffix(1);
    return text;
  }

  /// Moves to the position after the next occurrence of `text`; returns false if there is none.
  bool skipPast(std::string_view text) {
    const std::size_t found = std::string_view(at_, remaining()).find(text);
    if (found == std::string_view::npos) return false;
    at_ += found + text.size();
    return true;
  }

  /// Reads a number written as text, also in a binary file.
  template <class Number>
  Number text(const char* what) {
    skipBlanks();
    const char* first = at_ != end_ && *at_ == '+' ? at_ + 1 : at_;
    Number value{};
    const auto [stop, error] = std::from_chars(first, end_, value);
    const bool whole = stop == end_ || static_cast<unsigned char>(*stop) <= ' ';
    if (error != std::errc{} || !whole) failNumber(what);
    at_ = stop;
    return value;
  }

  std::int64_t integer(const char* what) { return binary_ ? raw<std::int32_t>(what) : text<std::int64_t>(what); }
  /// Reads a number that format 4.1 stores as size_t.
  std::int64_t size(const char* what) { return binary_ ? raw<std::int64_t>(what) : text<std::int64_t>(what); }
  double real(const char* what) { return binary_ ? raw<double>(what) : text<double>(what); }

  /// Checks a count and fails if the rest of the file is too short for it: each item consists of at
  /// least `least` numbers, of `bytes` bytes in a binary file, or of at least a digit and a blank
  /// in a text file.
  std::size_t checkCount(std::int64_t count, std::size_t least, std::size_t bytes, const char* what) const {
    const std::size_t each = binary_ ? bytes : 2 * least;
    if (count < 0 || static_cast<std::uint64_t>(count) > (remaining() + 1) / std::max<std::size_t>(each, 1))
      fail(fmt::format("the file declares {} {}, but has only {} left.", count, what,
                       base::formatCount(remaining(), "byte")));
    return static_cast<std::size_t>(count);
  }

  [[noreturn]] void fail(const std::string& sentence) const {
    if (binary_)
      throw base::InputError(fmt::format("'{}', byte {}, in {}: {}", file_, at_ - begin_, section_, sentence));
    throw base::InputError(fmt::format("'{}', line {}: {}", file_, 1 + std::count(begin_, at_, '\n'), sentence));
  }

 private:
  template <class Number>
  Number raw(const char* what) {
    if (remaining() < sizeof(Number)) fail(fmt::format("the file ends where {} is expected.", what));
    Number value;
    std::memcpy(&value, at_, sizeof(Number));
    at_ += sizeof(Number);
    return value;
  }

  [[noreturn]] void failNumber(const char* what) const {
    if (at_ == end_) fail(fmt::format("the file ends where {} is expected.", what));
    const auto blank = [](char c) { return static_cast<unsigned char>(c) <= ' '; };
    const std::string found(at_, std::find_if(at_, std::min(end_, at_ + 30), blank));
    fail(fmt::format("'{}' was found where {} is expected.", printable(found), what));
  }

  const char *begin_, *at_, *end_;
  std::string file_, section_ = "the header";
  bool binary_ = false;
};

}  // namespace tenon::mesh

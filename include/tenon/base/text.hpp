#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

// Text that came from outside, before it goes into messages and files.
namespace tenon::base {

/// Place of the first byte that is not UTF-8 (RFC 3629); npos where all of it is.
std::size_t firstInvalidUtf8(std::string_view text);

/// Returns the place of the first control character (C0, DEL, C1) but the end of a line; npos where there is none.
std::size_t firstControl(std::string_view text);

/// Returns the text with a question mark for each byte that is not UTF-8, for each control character but the end of a
/// line, and for each character that changes the direction of the text or separates lines (U+202E, U+2028, ...): text
/// that neither a terminal nor a JSON file acts on.
std::string printable(std::string text);

/// The first `most` bytes of a text that is only shown, with "..." where there are more.
std::string abbreviated(const std::string& text, std::size_t most = 60);

/// Returns the text with the letters A to Z in lower case.
std::string lowered(std::string text);

/// Returns the words of a text: what stands between spaces, tabs and ends of lines.
std::vector<std::string> wordsOf(const std::string& text);

/// Whether a name can be one of a dataset or a group in an HDF5 file, or several with slashes between them: none of
/// these is empty, "." or "..".
bool namesDataset(std::string_view name);

/// A text in ISO 8859-1, which any bytes are, in UTF-8.
std::string utf8OfLatin1(std::string_view text);

}  // namespace tenon::base

#pragma once
#include <string>
#include <string_view>

// How text of an input is shown in messages. Every message that shows a name, a line or a value of a file quotes it.
namespace tenon::base {

/// Number of bytes of an input that a message shows at most.
constexpr std::size_t longest_quote = 200;

/// Returns a text of an input in single quotes, on one line, with a question mark for each control character and for
/// each byte that is not UTF-8, and with "..." where it is longer than `most` bytes.
std::string quote(std::string_view text, std::size_t most = longest_quote);

/// Returns a message in which every part between single quotes has at most longest_quote bytes. The program applies it
/// to each message that leaves it, as a bound for those that do not use quote().
std::string withShortQuotes(std::string message);

}  // namespace tenon::base

#include "tenon/base/quote.hpp"

#include <algorithm>
#include <cctype>

#include "tenon/base/text.hpp"

namespace tenon::base {
namespace {

bool isPartOfWord(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0;
}

/// Place of the next single quote from `at` on that opens (stands behind no letter), or closes (before none): an
/// apostrophe does neither. npos where there is none.
std::size_t nextQuote(std::string_view text, std::size_t at, bool opens) {
  for (at = text.find('\'', at); at != std::string_view::npos; at = text.find('\'', at + 1)) {
    const bool is_inside =
        opens ? at > 0 && isPartOfWord(text[at - 1]) : at + 1 < text.size() && isPartOfWord(text[at + 1]);
    if (!is_inside) return at;
  }
  return std::string_view::npos;
}

}  // namespace

std::string quote(std::string_view text, std::size_t most) {
  // A long text is cut before it is looked at: each byte becomes one byte at most.
  std::string shown = printable(std::string(text.substr(0, most + 4)));
  std::replace(shown.begin(), shown.end(), '\n', '?');
  if (text.size() > most) shown = shown.size() > most ? abbreviated(shown, most) : shown + "...";
  return "'" + shown + "'";
}

std::string withShortQuotes(std::string message) {
  for (std::size_t open = nextQuote(message, 0, true); open != std::string::npos;) {
    const std::size_t close = nextQuote(message, open + 1, false);
    if (close == std::string::npos) break;
    std::size_t length = close - open - 1;
    if (length > longest_quote) {
      const std::string shown = abbreviated(message.substr(open + 1, length), longest_quote);
      message.replace(open + 1, length, shown);
      length = shown.size();
    }
    open = nextQuote(message, open + length + 2, true);
  }
  return message;
}

}  // namespace tenon::base

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "ValueRule.hpp"

#include <fmt/format.h>
#include <strings.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "base/interface/interfaceNames.hpp"
#include "base/quote.hpp"
#include "base/text.hpp"
#include "tenon/base/suggest.hpp"

namespace tenon::solver {
namespace {

constexpr const char* text_viewers = "ascii :stdout ::ascii_info ::ascii_info_detail ascii::ascii_info";
constexpr const char* truths = "true false yes no on off 1 0";
constexpr std::size_t longest_list = 100;

template <class Number>
bool decode(const std::string& text, Number& value) {
  const char *first = text.data() + (text.size() > 1 && text[0] == '+' && text[1] != '-' ? 1 : 0),
             *last = text.data() + text.size();
  const auto [end, error] = std::from_chars(first, last, value);
  return error == std::errc{} && end == last && std::isfinite(static_cast<double>(value));
}

std::vector<std::string> itemsOf(const std::string& text) {
  std::vector<std::string> items;
  for (std::size_t start = 0, end = 0; end < text.size(); start = end + 1) {
    end = std::min(text.find(',', start), text.size());
    items.push_back(text.substr(start, end - start));
  }
  return items;
}

}  // namespace

ValueRule::ValueRule(Kind kind, bool is_list, double least, double most, const std::string& words)
    : kind_(kind), is_list_(is_list), least_(least), most_(most), words_(base::splitWords(words)) {}

ValueRule ValueRule::flag() {
  return {Kind::flag, false, 0, 0, truths};
}
ValueRule ValueRule::integer(long long least, long long most) {
  return {Kind::integer, false, static_cast<double>(least), static_cast<double>(most), ""};
}
ValueRule ValueRule::integers(long long least, long long most) {
  return {Kind::integer, true, static_cast<double>(least), static_cast<double>(most), ""};
}
ValueRule ValueRule::number(double least, double most) {
  return {Kind::number, false, least, most, ""};
}
ValueRule ValueRule::numbers(double least, double most) {
  return {Kind::number, true, least, most, ""};
}
ValueRule ValueRule::fraction() {
  return number(0.0, std::nextafter(1.0, 0.0));
}
ValueRule ValueRule::oneOf(const std::string& words) {
  return {Kind::word, false, 0, 0, words};
}
ValueRule ValueRule::text(const std::string& further) {
  return {Kind::text, false, 0, 0, std::string(text_viewers) + " " + further};
}
ValueRule ValueRule::monitor() {
  return {Kind::text, false, 0, 0, "ascii :stdout"};
}

bool ValueRule::accepts(const std::string& item) const {
  long long integer = 0;
  double number = 0.0;
  switch (kind_) {
    case Kind::integer:
      return decode(item, integer) && static_cast<double>(integer) >= least_ && static_cast<double>(integer) <= most_;
    case Kind::number:
      return decode(item, number) && number >= least_ && number <= most_;
    default:  // PETSc compares words without regard to case.
      return std::any_of(words_.begin(), words_.end(),
                         [&](const std::string& word) { return strcasecmp(word.c_str(), item.c_str()) == 0; });
  }
}

// Returns the reason of a rejection. The number of listed words is bounded, since a case may
// contain long lists.
std::string ValueRule::refusal(const std::optional<std::string>& value) const {
  const bool may_be_bare = kind_ == Kind::flag || kind_ == Kind::text;
  if (!value || value->empty()) return may_be_bare ? "" : fmt::format("needs a value: {}", description());
  const std::vector<std::string> items = is_list_ ? itemsOf(*value) : std::vector<std::string>{*value};
  const bool accepted = items.size() <= longest_list &&
                        std::all_of(items.begin(), items.end(), [this](const auto& item) { return accepts(item); });
  if (accepted) return "";
  const std::string near = kind_ == Kind::word && !is_list_ ? base::nearestName(*value, words_) : "";
  const bool prints = kind_ == Kind::text;
  return fmt::format("must be {}, but is {}{}{}", description(), base::quote(*value),
                     near.empty() ? "" : fmt::format("; did you mean '{}'?", near),
                     prints ? ": specify other viewers " + base::placeOfPetscOptions() : "");
}

std::string ValueRule::range() const {
  const bool has_least = least_ > -std::numeric_limits<double>::max();
  const bool has_most = most_ < std::numeric_limits<double>::max();
  if (has_least && has_most && most_ == std::nextafter(1.0, 0.0))
    return fmt::format(", at least {} and less than 1", least_);
  if (has_least && has_most) return fmt::format(" from {} to {}", least_, most_);
  if (has_least && least_ == std::numeric_limits<double>::min()) return " greater than 0";
  return has_least ? fmt::format(", at least {}", least_) : "";
}

std::string ValueRule::description() const {
  switch (kind_) {
    case Kind::flag:
      return "a flag (empty, true or false)";
    case Kind::integer:
      return (is_list_ ? "a list of whole numbers" : "a whole number") +
             fmt::format(" from {:.0f} to {:.0f}", least_, most_);
    case Kind::number:
      return (is_list_ ? "a list of numbers" : "a number") + range();
    case Kind::text:
      return fmt::format("empty or one of {}, which print text to the terminal", fmt::join(words_, ", "));
    default:
      return fmt::format("one of {}", fmt::join(words_, ", "));
  }
}

}  // namespace tenon::solver

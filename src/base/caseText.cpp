// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "caseText.hpp"

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <sstream>
#include <vector>

#include "tenon/base/Error.hpp"
#include "text.hpp"

namespace tenon::base {
namespace {

constexpr std::size_t longest_text = 4096, longest_key = 256, most_keys = 10'000;
constexpr std::uint64_t most_repeated = 1'000'000, most_values = 1'000'000;
// Values in brackets need twice the time and memory, because yaml-cpp reads a line ahead.
constexpr std::size_t most_in_brackets = 500'000;

/// Returns the position of the first control character other than line ends and tabs; npos if there
/// is none.
std::size_t firstForbiddenCharacter(const std::string& text) {
  std::size_t at = 0;
  for (std::size_t next = 0; next != std::string::npos; at += next + 1) {
    next = firstControlCharacter(std::string_view(text).substr(at));
    if (next == std::string::npos) return next;
    if (text[at + next] != '\r' && text[at + next] != '\t') return at + next;
  }
  return std::string::npos;
}

std::string withoutLineEnds(std::string text) {
  std::replace(text.begin(), text.end(), '\n', '?');
  return text;
}

/// Handler that checks the events of yaml-cpp's parser before nodes are created. One pass is
/// sufficient, even if aliases are circular.
class YamlValidator : public YAML::EventHandler {
 public:
  explicit YamlValidator(const std::string& file) : file_(file) {}

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (++num_documents_ > 1)
      fail(mark, "a second document begins here ('---'), but a case must be a single document.");
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    if (isKey()) fail(mark, "this key is empty, but every key must be a plain word.");
    addLeaf(mark, anchor);
  }

  void OnScalar(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor, const std::string& value) override {
    checkText(mark, value, isKey() ? longest_key : longest_text);
    if (isKey() && ++open_.back().num_keys > most_keys)
      fail(mark, fmt::format("this block has more than the maximum of {} keys.", most_keys));
    addLeaf(mark, anchor);
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    if (isKey()) fail(mark, "this key is an alias, but every key must be a plain word.");
    const auto is_open = [&](const Open& block) { return block.anchor == anchor; };
    if (std::any_of(open_.begin(), open_.end(), is_open))
      fail(mark, "this alias refers to a block or list that contains the alias itself.");
    num_nodes_ += sizes_[anchor];
    num_repeated_ += sizes_[anchor];
    if (num_repeated_ > most_repeated)
      fail(mark, fmt::format("nested aliases expand to more than the maximum of {} values.", most_repeated));
    next();
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    begin(mark, anchor, false);
  }
  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    begin(mark, anchor, true);
  }
  void OnSequenceEnd() override { end(); }
  void OnMapEnd() override { end(); }

 private:
  /// Block or list whose end has not been reached.
  struct Open {
    YAML::anchor_t anchor;
    std::uint64_t first;  // number of nodes before the block or list
    bool is_map, expects_key;
    std::size_t num_keys;
  };

  bool isKey() const { return !open_.empty() && open_.back().is_map && open_.back().expects_key; }
  void next() {
    if (!open_.empty()) open_.back().expects_key = !open_.back().expects_key;
  }
  void addLeaf(const YAML::Mark& mark, YAML::anchor_t anchor) {
    ++num_nodes_;
    if (num_nodes_ - num_repeated_ > most_values)
      fail(mark, fmt::format("the case has more than {} keys and values: store long lists in files.", most_values));
    if (anchor != 0) sizes_[anchor] = 1;
    next();
  }
  void begin(const YAML::Mark& mark, YAML::anchor_t anchor, bool is_map) {
    if (isKey()) fail(mark, "this key is a list or a block, but every key must be a plain word.");
    open_.push_back({anchor, num_nodes_++, is_map, true, 0});
  }
  void end() {
    if (open_.back().anchor != 0) sizes_[open_.back().anchor] = num_nodes_ - open_.back().first;
    open_.pop_back();
    next();
  }

  void checkText(const YAML::Mark& mark, const std::string& value, std::size_t longest) const {
    if (value.size() > longest)
      fail(mark, fmt::format("the string of {} characters that begins with '{}' is too long; at most {} are allowed.",
                             value.size(), abbreviate(printable(value)), longest));
    if (firstForbiddenCharacter(value) != std::string::npos)
      fail(mark, fmt::format("'{}' contains a control character, which is not allowed.", abbreviate(printable(value))));
    if (value.find_first_of("\n\r\t") != std::string::npos)
      fail(mark, fmt::format("'{}' contains a line break or a tab; start a multi-line string with >-.",
                             abbreviate(printable(withoutLineEnds(value)))));
    if (firstInvalidUtf8(value) != std::string::npos)  // yaml-cpp converts these escapes to single bytes
      fail(mark, fmt::format("'{}' contains the escape \\N or \\_, which is not supported: write the character itself.",
                             abbreviate(printable(value))));
  }

  [[noreturn]] void fail(const YAML::Mark& mark, const std::string& sentence) const {
    throw InputError(fmt::format("{}:{}: {}", file_, mark.line + 1, sentence));
  }

  std::string file_;
  int num_documents_ = 0;
  std::uint64_t num_nodes_ = 0, num_repeated_ = 0;  // an alias counts as the nodes that it repeats
  std::map<YAML::anchor_t, std::uint64_t> sizes_;
  std::vector<Open> open_;
};

}  // namespace

void requireValidYaml(const std::string& text, const std::string& file) {
  const auto refuseFrom = [&](std::string::const_iterator at, const char* sentence) {
    if (at != text.end())
      throw InputError(fmt::format("{}:{}: {}", file, 1 + std::count(text.begin(), at, '\n'), sentence));
  };
  const std::size_t invalid = std::min(firstInvalidUtf8(text), text.size());
  refuseFrom(text.begin() + static_cast<long>(invalid), "the text is not valid UTF-8: save the case in this encoding.");
  refuseFrom(text.begin() + static_cast<long>(std::min(firstForbiddenCharacter(text), text.size())),
             "the text contains a control character, which is not allowed.");
  std::size_t in_brackets = 0;
  const auto isTooMany = [&](char c) { return (c == ',' || c == '[' || c == '{') && ++in_brackets > most_in_brackets; };
  const auto too_many = std::find_if(text.begin(), text.end(), isTooMany);  // checked before yaml-cpp parses the text
  if (too_many != text.end()) {
    const std::string sentence =
        fmt::format("the case has more than {} values in brackets: store long lists in files.", most_in_brackets);
    refuseFrom(too_many, sentence.c_str());
  }
  std::istringstream stream(text);
  YAML::Parser parser(stream);
  YamlValidator watch(file);
  while (parser.HandleNextDocument(watch)) {
  }
}

std::string tabHint(const std::string& text, const std::string& file, int line) {
  std::string found;
  std::istringstream lines(text);
  std::string one;
  for (int number = 0; number <= line + 1 && std::getline(lines, one); ++number) {
    const std::size_t indent = std::min(one.find_first_not_of(" \t"), one.size());
    if (indent < one.size() && one.substr(0, indent).find('\t') != std::string::npos)
      found = fmt::format("{}:{}: this line is indented with a tab, but YAML requires spaces.", file, number + 1);
  }
  return found;
}

std::string yamlHint(const std::string& message) {
  const auto says = [&](const char* words) { return message.find(words) != std::string::npos; };
  if (says("flow")) return " Is a closing bracket or brace missing?";
  if (says("illegal map value") || says("end of map") || says("end of sequence") || says("block sequence"))
    return " All keys of a block must have the same indentation, and each entry of a list must begin with '- '.";
  return {};
}

std::string numberHint(const std::string& text) {
  std::size_t end = 0;
  if (!text.empty() && (text[0] == '+' || text[0] == '-')) ++end;
  const std::size_t first = end;
  const auto isDigit = [&](std::size_t i) { return i < text.size() && text[i] >= '0' && text[i] <= '9'; };
  while (isDigit(end) || (end < text.size() && text[end] == '.')) ++end;
  if (end == first) return {};
  if (end < text.size() && text[end] == ',' && isDigit(end + 1))
    return " The decimal point is '.', and digits are not grouped.";
  if (end < text.size() && (text[end] == 'e' || text[end] == 'E')) {
    std::size_t exponent = end + 1;
    if (exponent < text.size() && (text[exponent] == '+' || text[exponent] == '-')) ++exponent;
    if (isDigit(exponent)) {
      for (end = exponent; isDigit(end);) ++end;
    }
  }
  while (end < text.size() && text[end] == ' ') ++end;
  const auto isLetter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const std::string variables = "xyzt";
  const bool is_unit = end < text.size() && isLetter(text[end]) &&
                       (text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/^* ",
                                               end) == std::string::npos &&
                        !(text.size() == end + 1 && variables.find(text[end]) != std::string::npos));
  return is_unit ? " Values are written without units and must use a consistent system of units." : std::string();
}

}  // namespace tenon::base

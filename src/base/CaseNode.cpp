// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/base/CaseNode.hpp"

#include <fmt/format.h>
#include <yaml-cpp/depthguard.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <limits>
#include <unordered_set>

#include "ParameterValues.hpp"
#include "caseText.hpp"
#include "keyAdvice.hpp"
#include "quote.hpp"
#include "tenon/base/Error.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/base/suggest.hpp"
#include "text.hpp"

namespace tenon::base {
namespace {

std::string childPath(const std::string& path, const std::string& key) {
  return path.empty() ? key : path + "." + key;
}

int lineOf(const YAML::Node& node) {
  return node.IsDefined() ? node.Mark().line : -1;
}

/// YAML node with the line, from 0, at which messages locate it: that of the key if the node is the
/// value of a key. yaml-cpp locates a block at its first line, which is below the key.
struct LocatedNode : YAML::Node {
  explicit LocatedNode(YAML::Node node) : YAML::Node(std::move(node)), line(lineOf(*this)) {}
  LocatedNode(YAML::Node node, int line_of_key) : YAML::Node(std::move(node)), line(line_of_key) {}
  int line;
};

/// Returns the value of an entry of a block, located at its key.
std::shared_ptr<const YAML::Node> locateAtKey(const YAML::detail::iterator_value& entry) {
  return std::make_shared<const LocatedNode>(entry.second, lineOf(entry.first));
}

/// Returns the entry of a key, or the end of the block if the key is missing.
YAML::const_iterator findEntry(const YAML::Node& block, const std::string& key) {
  return std::find_if(block.begin(), block.end(), [&](const auto& entry) { return entry.first.Scalar() == key; });
}

/// Returns true if a string is a number whose magnitude a double-precision number cannot represent.
bool isOutOfRange(const std::string& text) {
  double value = 0.0;
  const char *first = text.data(), *last = text.data() + text.size();
  if (first != last && *first == '+') ++first;
  const auto [end, error] = std::from_chars(first, last, value);
  return error == std::errc::result_out_of_range && end == last;
}

// Converts a scalar to a number. A leading zero is rejected, because YAML 1.1 reads 010 as 8, YAML
// 1.2 as 10.
template <class Number>
bool decode(const CaseNode& node, const std::string& text, Number& value) {
  const auto at = [&](std::size_t i) { return i < text.size() ? text[i] : '\0'; };
  const auto isSign = [](char c) { return c == '+' || c == '-'; };
  const std::size_t sign = isSign(at(0)) ? 1 : 0;
  if (at(sign) == '0' && std::isdigit(static_cast<unsigned char>(at(sign + 1))) != 0)
    node.fail(
        fmt::format("the number '{}' has a leading zero: remove it, because some programs read such numbers as octal.",
                    abbreviate(text)));
  if (isSign(at(sign))) return false;
  const char *first = text.data() + (at(0) == '+' ? 1 : 0), *last = text.data() + text.size();
  const auto [end, error] = std::from_chars(first, last, value);
  return error == std::errc{} && end == last;
}

/// Returns the name of the parameter that replaces the number of a node; nullptr if there is none.
const std::string* replacementOf(const CaseNode& node) {
  return node.parameters() != nullptr ? node.parameters()->replacementAt(node.path()) : nullptr;
}

/// Returns the message on an unknown key, with a similar key, or the block to which the key
/// belongs.
std::string unknownKeyMessage(const std::string& key, const std::string& path, const std::vector<std::string>& known) {
  const std::string start = fmt::format("there is no key '{}' here", abbreviate(key)), advice = adviceOnKey(key, path);
  if (advice.empty()) return start + suggestionFor(key, known);
  const std::string near = nearestName(key, known);
  return fmt::format("{}{} {}", start, near.empty() ? "." : fmt::format("; did you mean '{}'?", near), advice);
}

}  // namespace

CaseNode::CaseNode() : CaseNode(YAML::Node(), nullptr, {}) {}

CaseNode::CaseNode(YAML::Node node, std::shared_ptr<Document> document, std::string path, int space)
    : node_(std::make_shared<const LocatedNode>(std::move(node))),
      document_(std::move(document)),
      path_(std::move(path)),
      space_(space) {}

CaseNode CaseNode::withSpaceDimension(int dimension) const {
  CaseNode node = *this;
  node.space_ = dimension;
  return node;
}

bool CaseNode::isDefined() const {
  return node_->IsDefined() && !node_->IsNull();
}
bool CaseNode::isMap() const {
  return node_->IsMap();
}
bool CaseNode::isList() const {
  return node_->IsSequence();
}
bool CaseNode::isScalar() const {
  return node_->IsScalar();
}

CaseNode CaseNode::parse(const std::string& text, const std::string& file) {
  return parse(text, Document{file, false, std::filesystem::path(file).parent_path().string()});
}

CaseNode CaseNode::parseTree(const std::string& text, const std::string& name, const std::string& folder) {
  return parse(text, Document{name, true, folder});
}

CaseNode CaseNode::parse(const std::string& text, Document properties) {
  const auto document = std::make_shared<Document>(std::move(properties));
  const std::string& file = document->file;
  try {
    requireValidYaml(text, file);
    CaseNode root(YAML::Load(text), document, "");
    root.rejectDuplicateKeys();
    return root;
  } catch (const YAML::DeepRecursion& error) {
    throw InputError(fmt::format("{}:{}: blocks are nested more deeply than the maximum of {} levels.", file,
                                 error.mark.line + 1, error.depth()));
  } catch (const YAML::ParserException& error) {
    const std::string tab = tabHint(text, file, error.mark.line);
    if (!tab.empty()) throw InputError(tab);
    throw InputError(fmt::format("{}:{}: the text is not valid YAML: {}.{}", file, error.mark.line + 1,
                                 printable(error.msg), yamlHint(error.msg)));
  }
}

std::string CaseNode::location() const {
  const std::string file = document_ ? document_->file : "";
  if (isInTree()) return path_.empty() ? file : childPath(file, abbreviate(path_, max_quote_length));
  const int line = static_cast<const LocatedNode&>(*node_).line;  // the constructor creates all nodes
  return line < 0 ? file : fmt::format("{}:{}", file, line + 1);
}

std::string CaseNode::place() const {
  const std::string path = abbreviate(path_, max_quote_length);  // long for nested blocks with long names
  return path.empty() || isInTree() ? location() : fmt::format("{}: {}", location(), path);
}

std::string CaseNode::folder() const {
  return document_ ? document_->folder : "";
}

bool CaseNode::isInTree() const {
  return document_ && document_->is_tree;
}

bool CaseNode::hasLocation(const std::string& message) const {
  const std::string file = document_ ? document_->file : "";
  const std::string begin = message.substr(0, file.size() + 1);
  return file.empty() || begin == file + ":" || (isInTree() && begin == file + ".");
}

void CaseNode::fail(const std::string& sentence) const {
  throw InputError(fmt::format("{}: {}", place(), sentence));
}

// Rejects keys that occur twice: yaml-cpp keeps both values but finds only the first, so that a
// value would be lost silently.
void CaseNode::rejectDuplicateKeys() const {
  if (isMap()) {
    std::unordered_set<std::string> seen;
    for (const auto& entry : *node_) {
      const std::string& key = entry.first.Scalar();
      CaseNode value(entry.second, document_, childPath(path_, key));
      value.node_ = locateAtKey(entry);
      if (!seen.insert(key).second) value.fail(fmt::format("the key '{}' occurs twice.", abbreviate(key)));
      value.rejectDuplicateKeys();
    }
  } else if (isList()) {
    for (const auto& item : items()) item.rejectDuplicateKeys();
  }
}

bool CaseNode::has(const std::string& key) const {
  return isMap() && findEntry(*node_, key) != node_->end();
}

std::vector<std::string> CaseNode::keys() const {
  if (!isDefined()) return {};
  if (!isMap()) fail(fmt::format("the value must be a block of 'key: value' lines, but is {}.", quotedValue()));
  std::vector<std::string> names;
  for (const auto& entry : *node_) names.push_back(entry.first.Scalar());
  return names;
}

CaseNode CaseNode::operator[](const std::string& key) const {
  if (isList() || (isScalar() && !scalar().empty())) {
    const bool has_example = isScalar() && !path_.empty();
    fail(fmt::format("the value must be a block {}, but is {}.",
                     has_example ? fmt::format("such as {{{}: {}}}", key, abbreviate(scalar()))
                                 : fmt::format("of 'key: value' lines with the key '{}'", key),
                     quotedValue()));
  }
  if (!has(key)) {
    const std::string misspelt = isMap() ? nearestName(key, keys()) : "";
    fail(fmt::format("the key '{}' is missing{}", key,
                     misspelt.empty() ? "." : fmt::format("; is it misspelt as '{}'?", abbreviate(misspelt))));
  }
  const auto entry = findEntry(*node_, key);
  CaseNode value(entry->second, document_, childPath(path_, key), space_);
  value.node_ = locateAtKey(*entry);
  return value;
}

std::optional<CaseNode> CaseNode::find(const std::string& key, const std::vector<std::string>& former) const {
  std::vector<std::string> given;
  if (has(key)) given.push_back(key);
  for (const std::string& name : former)
    if (has(name)) given.push_back(name);
  if (given.empty()) return std::nullopt;
  CaseNode value = (*this)[given.back()];
  if (given.size() > 1)
    value.fail(fmt::format("'{}' is a former name of '{}', and '{}' is also given ({}): remove one of them.",
                           given.back(), key, given.front(), (*this)[given.front()].location()));
  if (given.back() != key) value.reportFormerName(given.back(), key);
  return value;
}

void CaseNode::reportFormerName(const std::string& former, const std::string& standard) const {
  if (document_ && !document_->reported.emplace(former, standard).second) return;
  log().warn("{}: '{}' is a former name of '{}'. It is still accepted, but use '{}' instead.", place(), former,
             standard, standard);
}

std::vector<CaseNode> CaseNode::items() const {
  if (!isDefined()) return {};
  if (!isList()) fail(fmt::format("the value must be a list ('- ...' lines or [...]), but is {}.", quotedValue()));
  std::vector<CaseNode> list;
  for (const auto& item : *node_)
    list.push_back(CaseNode(item, document_, fmt::format("{}[{}]", path_, list.size()), space_));
  return list;
}

void CaseNode::requireKnownKeys(const std::vector<std::string>& known, const std::vector<std::string>& former) const {
  if (isDefined() && !isMap())
    fail(fmt::format("the value must be a block of 'key: value' lines (keys: {}), but is {}.", joinNames(known),
                     quotedValue()));
  ErrorCollector problems;
  if (!isDefined()) return;
  for (const auto& entry : *node_) {  // a search by name for each key would have quadratic cost
    const std::string& key = entry.first.Scalar();
    if (contains(known, key) || contains(former, key)) continue;
    CaseNode value(entry.second, document_, childPath(path_, key));
    value.node_ = locateAtKey(entry);
    problems.attempt([&] { value.fail(unknownKeyMessage(key, path_, known)); });
  }
  problems.throwIfAny();
}

std::string CaseNode::quotedValue() const {
  if (!isDefined()) return "empty";
  if (isMap()) return "a block";
  if (isList()) return "a list";
  return fmt::format("'{}'", abbreviate(node_->Scalar()));
}

void CaseNode::setParameters(std::shared_ptr<const ParameterValues> parameters) {
  if (!document_) document_ = std::make_shared<Document>();
  document_->parameters = std::move(parameters);
}

const ParameterValues* CaseNode::parameters() const {
  return document_ ? document_->parameters.get() : nullptr;
}

bool CaseNode::isNumber() const {
  double value = 0.0;
  if (!isScalar()) return false;
  if (parameters() != nullptr && parameters()->changeAt(path_) != nullptr) return false;
  if (replacementOf(*this) != nullptr) return true;
  return decode(*this, node_->Scalar(), value) || (parameters() != nullptr && parameters()->find(node_->Scalar()));
}

// Returns the value of a formula in terms of the parameters.
double CaseNode::evaluate(const std::string& expected) const {
  if (isOutOfRange(scalar()))
    fail(fmt::format("the value must be a number whose magnitude is 0 or lies between {:.1e} and {:.1e}, but is {}.",
                     std::numeric_limits<double>::min(), std::numeric_limits<double>::max(), quotedValue()));
  if (parameters() == nullptr || !isScalar() || scalar().empty())
    fail(fmt::format("the value must be {}, but is {}.{}", expected, quotedValue(),
                     expected == "a number" ? numberHint(scalar()) : ""));
  try {
    return parameters()->evaluate(scalar());
  } catch (const InputError& error) {
    fail(fmt::format("the value must be {}, but {}", expected, error.what()));
  }
}

double CaseNode::number() const {
  double value = 0.0;
  if (const std::string* parameter = replacementOf(*this)) return parameters()->value(*parameter);
  if (!isScalar() || !decode(*this, node_->Scalar(), value)) return evaluate("a number");
  if (!std::isfinite(value)) fail(fmt::format("the value must be a finite number, but is {}.", quotedValue()));
  return value;
}

int CaseNode::integer() const {
  using Limits = std::numeric_limits<int>;
  const std::string expected = "a whole number";
  double number = 0.0;
  const std::string* const parameter = replacementOf(*this);
  const bool is_number = parameter == nullptr && isScalar() && decode(*this, node_->Scalar(), number);
  if (!is_number) number = parameter != nullptr ? parameters()->value(*parameter) : evaluate(expected);
  const std::string given = is_number ? "" : fmt::format("{} ", quotedValue());
  const std::string value = is_number ? quotedValue() : fmt::format("{}", number);
  if (!std::isfinite(number) || number != std::round(number))
    fail(fmt::format("the value must be {}, but {}is {}.", expected, given, value));
  if (number < Limits::min() || number > Limits::max())
    fail(fmt::format("the value must be {} from {} to {}, but {}is {}.", expected, Limits::min(), Limits::max(), given,
                     value));
  return static_cast<int>(number);
}

bool CaseNode::boolean() const {
  bool value = false;
  if (!isScalar() || !YAML::convert<bool>::decode(*node_, value))
    fail(fmt::format("the value must be true or false, but is {}.", quotedValue()));
  return value;
}

std::string CaseNode::text() const {
  if (!isDefined() || !isScalar() || node_->Scalar().empty())
    fail(fmt::format("the value must be a string, but is {}.", isScalar() ? "empty" : quotedValue()));
  return node_->Scalar();
}

std::string CaseNode::scalar() const {
  return isScalar() ? node_->Scalar() : std::string();
}

std::vector<CaseNode> CaseNode::components(const std::string& called) const {
  std::vector<CaseNode> entries = items();
  if (entries.size() == 2 && space_ == 3)
    fail(fmt::format("the value must be [x, y, z], but has 2 {}: three components are needed in 3D.", called));
  if (entries.size() != 3 && entries.size() != 2)
    fail(fmt::format("the value must be [x, y, z]{}, but its length is {}.", space_ == 3 ? "" : " (or [x, y] in 2D)",
                     entries.size()));
  return entries;
}

Vec3 CaseNode::vector() const {
  const auto numbers = components();
  Vec3 value = Vec3::Zero();
  for (std::size_t i = 0; i < numbers.size(); ++i) value[static_cast<int>(i)] = numbers[i].number();
  return value;
}

void readValue(const CaseNode& node, double& value) {
  value = node.number();
}
void readValue(const CaseNode& node, int& value) {
  value = node.integer();
}
void readValue(const CaseNode& node, bool& value) {
  value = node.boolean();
}
void readValue(const CaseNode& node, std::string& value) {
  value = node.text();
}
void readValue(const CaseNode& node, Vec3& value) {
  value = node.vector();
}
void readValue(const CaseNode& node, CaseNode& value) {
  value = node;
}
void readValue(const CaseNode& node, std::vector<CaseNode>& value) {
  value = node.items();
}

void readValue(const CaseNode& node, Mat3& value) {
  const auto rows = node.items();
  if (rows.size() != 3)
    node.fail(fmt::format("the value must be three rows of three numbers, but the number of rows is {}.", rows.size()));
  for (int i = 0; i < 3; ++i) value.row(i) = rows[static_cast<std::size_t>(i)].vector();
}

void readValue(const CaseNode& node, std::vector<std::string>& value) {
  value.clear();
  if (node.isScalar()) {
    value.push_back(node.text());
    return;
  }
  for (const auto& item : node.items()) value.push_back(item.text());
  if (node.isDefined() && value.empty()) node.fail("the list is empty: add an entry, or remove the key.");
}

void readValue(const CaseNode& node, ComponentValues& value) {
  static const std::vector<std::string> names{"x", "y", "z"};
  node.requireKnownKeys(names);
  for (std::size_t i = 0; i < 3; ++i)
    if (node.has(names[i])) value[i] = node[names[i]].number();
}

std::string printValue(double value) {
  return fmt::format("{}", value);
}
std::string printValue(int value) {
  return fmt::format("{}", value);
}
std::string printValue(bool value) {
  return value ? "true" : "false";
}
std::string printValue(const std::string& value) {
  return value.empty() ? "(none)" : value;
}
std::string printValue(const Vec3& value) {
  return fmt::format("[{}, {}, {}]", value[0], value[1], value[2]);
}
std::string printValue(const CaseNode&) {
  return "(none)";
}
std::string printValue(const std::vector<CaseNode>&) {
  return "(none)";
}

std::string printValue(const Mat3& value) {
  std::string rows;
  for (int i = 0; i < 3; ++i) rows += (i > 0 ? ", " : "") + printValue(Vec3(value.row(i)));
  return "[" + rows + "]";
}

std::string printValue(const std::vector<std::string>& value) {
  return value.empty() ? "(none)" : fmt::format("[{}]", fmt::join(value, ", "));
}

std::string printValue(const ComponentValues& value) {
  std::vector<std::string> set;
  for (std::size_t i = 0; i < 3; ++i)
    if (value[i]) set.push_back(fmt::format("{}: {}", "xyz"[i], *value[i]));
  return set.empty() ? "(none)" : fmt::format("{{{}}}", fmt::join(set, ", "));
}

}  // namespace tenon::base

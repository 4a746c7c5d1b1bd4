// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "bodyColumns.hpp"

#include <fmt/format.h>

#include <map>
#include <sstream>

#include "base/InputFile.hpp"
#include "base/csv.hpp"
#include "base/text.hpp"
#include "tenon/base/Error.hpp"
#include "tenon/base/suggest.hpp"

namespace tenon::simulation {
namespace {

/// Function that assigns the number of a column to an entry.
using Setter = std::function<void(BodyEntry&, double)>;

template <class Member>
Setter component(Member BodyEntry::*member, int i) {
  return [=](BodyEntry& entry, double value) { (entry.*member)[i] = value; };
}

Setter moment(int i, int j) {
  return [=](BodyEntry& entry, double value) { entry.inertia(i, j) = entry.inertia(j, i) = value; };
}

std::map<std::string, Setter> settersOf(bool are_rigid) {
  std::map<std::string, Setter> setters{{"mass", [](BodyEntry& entry, double value) { entry.mass = value; }}};
  const auto addVector = [&](const char* prefix, base::Vec3 BodyEntry::*member) {
    for (int i = 0; i < 3; ++i) setters.emplace(fmt::format("{}{}", prefix, "xyz"[i]), component(member, i));
  };
  addVector("", &BodyEntry::position);
  addVector("v", &BodyEntry::velocity);
  if (!are_rigid) return setters;
  addVector("r", &BodyEntry::rotation);
  addVector("w", &BodyEntry::spin);
  for (int i = 0; i < 3; ++i)
    for (int j = i; j < 3; ++j) setters.emplace(fmt::format("i{}{}", "xyz"[i], "xyz"[j]), moment(i, j));
  return setters;
}

std::vector<std::string> required(bool are_rigid, bool are_mapped, int dimension) {
  std::vector<std::string> names{"x", "y"};
  if (dimension == 3) names.emplace_back("z");
  if (are_mapped) return names;
  names.emplace_back("mass");
  if (are_rigid) names.emplace_back("izz");
  if (are_rigid && dimension == 3) names.insert(names.end(), {"ixx", "iyy"});
  return names;
}

/// Reader of the lines of a CSV file in sequence.
class BodyReader {
 public:
  BodyReader(std::string path, bool are_rigid, bool are_mapped, int dimension, BodyCheck check)
      : path_(std::move(path)),
        setters_(settersOf(are_rigid)),
        required_(required(are_rigid, are_mapped, dimension)),
        check_(std::move(check)) {}

  void read(std::string_view line) {
    ++line_;
    const std::vector<std::string> fields = base::splitCsvLine(line);
    if (!fields.empty()) columns_.empty() ? readHeader(fields) : readBody(fields);
  }

  std::vector<BodyEntry> take() {
    if (entries_.empty())
      throw base::InputError(fmt::format("'{}' contains no bodies, but at least one is required.", path_));
    return std::move(entries_);
  }

 private:
  std::string where() const { return fmt::format("{}:{}", path_, line_); }

  [[noreturn]] void fail(const std::string& sentence) const {
    throw base::InputError(fmt::format("{}: {}", where(), sentence));
  }

  void readHeader(const std::vector<std::string>& names) {
    for (const std::string& name : names) {
      if (setters_.count(name) == 0) failUnknown(name);
      if (base::contains(columns_, name)) fail(fmt::format("the column '{}' occurs twice.", name));
      columns_.push_back(name);
    }
    for (const std::string& name : required_)
      if (!base::contains(columns_, name))
        fail(fmt::format("the first line names the columns, but the required column '{}' is missing.", name));
  }

  [[noreturn]] void failUnknown(const std::string& name) const {
    std::vector<std::string> known;
    for (const auto& setter : setters_) known.push_back(setter.first);
    fail(fmt::format("there is no column '{}'{}", name, base::suggestionFor(name, known)));
  }

  void readBody(const std::vector<std::string>& fields) {
    if (fields.size() != columns_.size())
      fail(fmt::format("the number of fields in this line is {}, but the first line names {}.", fields.size(),
                       base::formatCount(columns_.size(), "column")));
    BodyEntry entry;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      const auto value = base::parseNumber(fields[i]);
      if (!value) fail(fmt::format("{} must be a number, but is '{}'.", columns_[i], fields[i]));
      setters_.at(columns_[i])(entry, *value);
    }
    check_(entry, where());
    entries_.push_back(std::move(entry));
  }

  std::string path_;
  std::map<std::string, Setter> setters_;
  std::vector<std::string> required_, columns_;
  BodyCheck check_;
  std::vector<BodyEntry> entries_;
  std::int64_t line_ = 0;
};

}  // namespace

std::vector<BodyEntry> readBodyFile(const std::string& path, bool are_rigid, bool are_mapped, int dimension,
                                    const BodyCheck& check) {
  std::istringstream text(base::InputFile("the list of bodies", path).contents());
  BodyReader reader(path, are_rigid, are_mapped, dimension, check);
  for (std::string line; std::getline(text, line);) reader.read(line);
  return reader.take();
}

}  // namespace tenon::simulation

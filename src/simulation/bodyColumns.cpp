#include "bodyColumns.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <map>
#include <sstream>

#include "tenon/base/InputFile.hpp"
#include "tenon/base/suggest.hpp"

namespace tenon::simulation {
namespace {

/// Puts a number of a line where it belongs.
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

std::vector<std::string> required(bool are_rigid, int dimension) {
  std::vector<std::string> names{"x", "y", "mass"};
  if (dimension == 3) names.emplace_back("z");
  if (are_rigid) names.emplace_back("izz");
  if (are_rigid && dimension == 3) names.insert(names.end(), {"ixx", "iyy"});
  return names;
}

std::vector<std::string> fieldsOf(std::string line) {
  line = line.substr(0, line.find('#'));
  line.erase(std::remove_if(line.begin(), line.end(), [](char c) { return std::strchr(" \t\r\"", c) != nullptr; }),
             line.end());
  std::vector<std::string> fields;
  std::istringstream rest(line);
  for (std::string field; std::getline(rest, field, ',');) fields.push_back(field);
  if (!line.empty() && line.back() == ',') fields.emplace_back();
  return fields;
}

}  // namespace

std::vector<BodyEntry> readBodyFile(const std::string& path, bool are_rigid, int dimension,
                                    const std::function<void(const BodyEntry&, const std::string& where)>& check) {
  std::istringstream text(base::InputFile("the list of bodies", path).contents());
  const std::map<std::string, Setter> setters = settersOf(are_rigid);
  std::vector<std::string> columns;
  std::vector<BodyEntry> entries;
  std::int64_t number = 0;
  for (std::string line; std::getline(text, line);) {
    const std::string where = fmt::format("{}:{}", path, ++number);
    const auto fail = [&](const std::string& sentence) {
      throw base::InputError(fmt::format("{}: {}", where, sentence));
    };
    const std::vector<std::string> fields = fieldsOf(line);
    if (fields.empty()) continue;
    if (columns.empty()) {
      columns = fields;
      for (const std::string& name : columns)
        if (setters.count(name) == 0) {
          std::vector<std::string> known;
          for (const auto& setter : setters) known.push_back(setter.first);
          fail(fmt::format("there is no column '{}'{}", name, base::didYouMean(name, known)));
        } else if (std::count(columns.begin(), columns.end(), name) > 1) {
          fail(fmt::format("the column '{}' is there twice.", name));
        }
      for (const std::string& name : required(are_rigid, dimension))
        if (!base::contains(columns, name))
          fail(fmt::format("the first line names the columns, but '{}' is missing.", name));
      continue;
    }
    if (fields.size() != columns.size())
      fail(fmt::format("this line has {} fields, but the first line names {}.", fields.size(), columns.size()));
    BodyEntry entry;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      char* end = nullptr;
      const double value = std::strtod(fields[i].c_str(), &end);
      if (fields[i].empty() || *end != '\0' || !std::isfinite(value))
        fail(fmt::format("{} has to be a number, but is '{}'.", columns[i], fields[i]));
      setters.at(columns[i])(entry, value);
    }
    check(entry, where);
    entries.push_back(entry);
  }
  if (entries.empty()) throw base::InputError(fmt::format("'{}' lists no body.", path));
  return entries;
}

}  // namespace tenon::simulation

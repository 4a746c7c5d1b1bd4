// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "fieldCsv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <utility>

#include "base/csv.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::fem {
namespace {

using base::InputError;
using base::LocalIndex;

constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

/// Parser of the lines of a file, one after the other, on every rank.
class CsvReader {
 public:
  CsvReader(const std::string& path, const std::vector<std::string>& columns, std::vector<CsvTargets> kinds)
      : path_(path), names_(columns), kinds_(std::move(kinds)) {}

  void read(const std::string& text) {
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      readLine(std::string_view(text).substr(begin, end - begin));
      begin = end + 1;
    }
  }

  FieldCsv result(const std::string& context) {
    if (!has_header_) fail("the file is empty, but its first line must name the columns.");
    for (std::size_t i = 0; i < targets().size(); ++i)
      if (!is_read_[i] && targets()[i].is_owned)
        throw InputError(fmt::format("{}: '{}' has no line for {} {}.", context, path_, kind().what, targets()[i].tag));
    return std::move(csv_);
  }

 private:
  [[noreturn]] void fail(const std::string& sentence) const {
    throw InputError(fmt::format("{}:{}: {}", path_, line_, sentence));
  }

  void readLine(std::string_view line) {
    ++line_;
    fields_ = base::splitCsvLine(line);
    if (!fields_.empty()) has_header_ ? readRow() : readHeader();
  }

  void readHeader() {
    has_header_ = true;
    const auto named = std::find_if(kinds_.begin(), kinds_.end(), [&](const auto& k) { return k.what == fields_[0]; });
    bool is_good = named != kinds_.end() && fields_.size() > 1;
    for (std::size_t i = 1; i < fields_.size(); ++i) {
      const auto column =
          static_cast<std::size_t>(std::find(names_.begin(), names_.end(), fields_[i]) - names_.begin());
      is_good = is_good && column < names_.size() && !csv_.has_column[column];
      if (!is_good) break;
      csv_.has_column[column] = true;
      columns_.push_back(column);
    }
    if (!is_good)
      fail(fmt::format("the first line must name the columns: {}, followed by at least one of [{}].", kindNames(),
                       fmt::join(names_, ", ")));
    csv_.kind = static_cast<std::size_t>(named - kinds_.begin());
    std::sort(kinds_[csv_.kind].targets.begin(), kinds_[csv_.kind].targets.end(),
              [](const auto& a, const auto& b) { return a.tag < b.tag; });
    csv_.values.assign(3 * kind().num_slots, 0.0);
    is_read_.assign(targets().size(), false);
  }

  std::string kindNames() const {
    std::string names;
    for (const CsvTargets& kind : kinds_) names += (names.empty() ? "" : " or ") + kind.what;
    return names;
  }
  const CsvTargets& kind() const { return kinds_[csv_.kind]; }
  const std::vector<CsvTargets::Target>& targets() const { return kind().targets; }

  double number(const std::string& field, const char* what) const {
    const auto value = base::parseNumber(field);
    if (!value) fail(fmt::format("the value in the column '{}' must be a number, but is '{}'.", what, field));
    return *value;
  }

  void readRow() {
    if (fields_.size() != columns_.size() + 1)
      fail(fmt::format("the number of fields is {} in this line, but {} in the header.", fields_.size(),
                       columns_.size() + 1));
    const double tag = number(fields_[0], kind().what.c_str());
    double values[3] = {no_value, no_value, no_value};
    for (std::size_t i = 0; i < columns_.size(); ++i)
      values[columns_[i]] = number(fields_[i + 1], names_[columns_[i]].c_str());
    const auto place = std::lower_bound(targets().begin(), targets().end(), tag,
                                        [](const auto& entry, double t) { return static_cast<double>(entry.tag) < t; });
    // The node or element is not on this rank or not in the group.
    if (place == targets().end() || static_cast<double>(place->tag) != tag) return;
    const auto i = static_cast<std::size_t>(place - targets().begin());
    if (is_read_[i]) fail(fmt::format("there is more than one line for {} {}.", kind().what, place->tag));
    is_read_[i] = true;
    for (const std::size_t column : columns_) csv_.values[3 * place->slot + column] = values[column];
  }

  std::string path_;
  std::vector<std::string> names_, fields_;
  std::vector<std::size_t> columns_;  // index in names_ of each column after the first
  std::vector<CsvTargets> kinds_;
  std::vector<bool> is_read_;
  std::int64_t line_ = 0;
  bool has_header_ = false;
  FieldCsv csv_;
};

/// Returns the next lines of a file, approximately one megabyte; empty at the end of the file.
/// @throws InputError if a line exceeds the maximum length
std::string nextLines(std::ifstream& file, const std::string& path) {
  constexpr std::size_t most = 1 << 20;
  std::string text(most, '\0');
  file.read(text.data(), static_cast<std::streamsize>(most));
  text.resize(static_cast<std::size_t>(file.gcount()));
  char letter = '\0';
  while (!text.empty() && text.back() != '\n' && text.size() <= 2 * most && file.get(letter)) text += letter;
  if (text.size() > 2 * most)
    throw InputError(fmt::format("{}: a line exceeds the maximum length of {} characters.", path, most));
  return text;
}

}  // namespace

CsvTargets nodesOfCsv(const Domain& domain, const std::vector<LocalIndex>& nodes) {
  CsvTargets kind{"node", {}, static_cast<std::size_t>(domain.mesh.layout().numLocal())};
  for (const LocalIndex node : nodes)
    kind.targets.push_back({domain.mesh.nodeTags()[static_cast<std::size_t>(node)], static_cast<std::size_t>(node),
                            domain.mesh.layout().isOwned(node)});
  return kind;
}

FieldCsv readFieldCsv(const base::Communicator& comm, const std::string& path, const std::vector<std::string>& columns,
                      std::vector<CsvTargets> kinds, const std::string& context) {
  std::ifstream file;
  base::runOnRoot(comm, [&] {
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (!std::filesystem::is_regular_file(status) || (file.open(path), !file))
      throw base::FileError(fmt::format("{}: cannot read '{}': {}.", context, path,
                                        !std::filesystem::exists(status) ? "the file does not exist"
                                        : std::filesystem::is_regular_file(status)
                                            ? "opening it failed; check the permissions of the file"
                                            : "it is not a regular file"));
  });
  CsvReader rows(path, columns, std::move(kinds));
  for (;;) {
    std::string text;
    base::runOnRoot(comm, [&] { text = nextLines(file, path); });
    text = comm.broadcast(std::move(text));
    if (text.empty()) break;
    base::runCollectively(comm, [&] { rows.read(text); });
  }
  FieldCsv csv;
  base::runCollectively(comm, [&] { csv = rows.result(context); });
  return csv;
}

}  // namespace tenon::fem

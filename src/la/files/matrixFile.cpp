// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "matrixFile.hpp"

#include <fmt/compile.h>

#include "binaryFile.hpp"
#include "io/parallelFile.hpp"
#include "la/assembly/StoredEntries.hpp"
#include "tenon/base/suggest.hpp"

namespace tenon::la {
namespace {

struct FormatInfo {
  const char *name, *ending;
};
constexpr FormatInfo formats[] = {{"petsc", ".petsc"}, {"mm", ".mtx"},      {"hdf5", ".h5"},
                                  {"chrono", ".dat"},  {"chrono0", ".dat"}, {"csv", ".csv"}};

const FormatInfo& infoOf(FileFormat format) {
  return formats[static_cast<std::size_t>(format)];
}

bool isChronoFormat(FileFormat format) {
  return format == FileFormat::chrono || format == FileFormat::chronoFromZero;
}

/// Appends one entry of a matrix; row and column count from 0.
void formatEntry(FileFormat format, PetscInt row, PetscInt column, double value, fmt::memory_buffer& text) {
  const auto out = std::back_inserter(text);
  if (format == FileFormat::csv)
    fmt::format_to(out, FMT_COMPILE("{},{},{}\n"), row, column, value);
  else if (format == FileFormat::chrono)
    fmt::format_to(out, FMT_COMPILE("{} {} {:.12e}\n"), row + 1, column + 1, value);
  else if (format == FileFormat::chronoFromZero)
    fmt::format_to(out, FMT_COMPILE("{} {} {:.12e}\n"), row, column, value);
  else
    fmt::format_to(out, FMT_COMPILE("{} {} {}\n"), row + 1, column + 1, value);
}

void formatEntry(FileFormat format, PetscInt row, double value, fmt::memory_buffer& text) {
  const auto out = std::back_inserter(text);
  if (format == FileFormat::csv)
    fmt::format_to(out, FMT_COMPILE("{},{}\n"), row, value);
  else if (isChronoFormat(format))
    fmt::format_to(out, FMT_COMPILE("{:.12e}\n"), value);
  else
    fmt::format_to(out, FMT_COMPILE("{}\n"), value);
}

std::string headerOf(FileFormat format, const StoredEntries& entries) {
  if (format == FileFormat::csv) return "row,column,value\n";
  if (isChronoFormat(format)) return "";
  return fmt::format("%%MatrixMarket matrix coordinate real general\n{} {} {}\n", entries.numRows(),
                     entries.numColumns(), entries.numGlobal());
}

std::string headerOf(FileFormat format, PetscInt size) {
  if (format == FileFormat::csv) return "row,value\n";
  if (isChronoFormat(format)) return "";
  return fmt::format("%%MatrixMarket matrix array real general\n{} 1\n", size);
}

}  // namespace

const std::vector<std::string>& fileFormatNames() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const auto& info : formats) all.emplace_back(info.name);
    return all;
  }();
  return names;
}

FileFormat fileFormat(const std::string& name) {
  const auto& names = fileFormatNames();
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i] == name) return static_cast<FileFormat>(i);
  throw base::InputError(fmt::format("There is no file format '{}'{}", name, base::suggestionFor(name, names)));
}

std::string fileExtension(FileFormat format) {
  return infoOf(format).ending;
}

WriteSummary writeMatrix(const Matrix& matrix, const std::string& path, FileFormat format, const std::string& name) {
  const StoredEntries entries(matrix.get());
  const auto lines = [&](std::int64_t item, fmt::memory_buffer& text) {
    const auto local = static_cast<PetscInt>(item);
    const auto row = entries.row(local);
    for (std::size_t k = 0; k < row.columns().size(); ++k)
      formatEntry(format, entries.firstRow() + local, row.columns()[k], row.values()[k], text);
  };
  if (format == FileFormat::petsc)
    writePetsc(matrix.get(), entries, path);
  else if (format == FileFormat::hdf5)
    writeHdf5(entries, path, name);
  else
    io::writeLinesInParallel(entries.comm(), path, headerOf(format, entries), entries.numOwnedRows(), lines);
  return {entries.numRows(), entries.numColumns(), entries.numGlobal()};
}

WriteSummary writeVector(const Vector& vector, const std::string& path, FileFormat format, const std::string& name) {
  const OwnedValues values(vector.get());
  const auto line = [&](std::int64_t item, fmt::memory_buffer& text) {
    formatEntry(format, values.first() + static_cast<PetscInt>(item), values.entries()[static_cast<std::size_t>(item)],
                text);
  };
  if (format == FileFormat::petsc)
    writePetsc(vector.get(), values, path);
  else if (format == FileFormat::hdf5)
    writeHdf5(values, path, name);
  else
    io::writeLinesInParallel(values.comm(), path, headerOf(format, values.size()),
                             static_cast<std::int64_t>(values.entries().size()), line);
  return {values.size(), 1, values.size()};
}

}  // namespace tenon::la

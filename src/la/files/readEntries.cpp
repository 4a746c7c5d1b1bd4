// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "readEntries.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <type_traits>

#include "base/text.hpp"
#include "io/TextShare.hpp"
#include "tenon/base/Index.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::la {
namespace {

using base::FileError;

// ---- MatrixMarket

struct MatrixHeader {
  std::int64_t rows = 0, columns = 0, entries = 0;
  std::int64_t lines = 0;  // number of lines before the first entry
  bool is_symmetric = false;
};

[[noreturn]] void reject(const std::string& path, std::int64_t line, const std::string& what) {
  throw FileError(fmt::format("{}:{}: {}", path, line, what));
}

MatrixHeader readHeader(const std::string& path) {
  std::ifstream file(path);
  MatrixHeader header;
  std::string line;
  const auto next = [&] {
    ++header.lines;
    return static_cast<bool>(std::getline(file, line));
  };
  std::array<std::string, 5> words;
  if (next()) {
    std::istringstream text(line);
    for (auto& word : words) {
      text >> word;
      for (char& letter : word) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    }
  }
  if (words[0] != "%%matrixmarket" || words[1] != "matrix" || words[2] != "coordinate" ||
      (words[3] != "real" && words[3] != "integer") || (words[4] != "general" && words[4] != "symmetric"))
    reject(path, 1,
           "this line is not the header of a sparse matrix in the MatrixMarket format: coordinate, real or integer, "
           "general or symmetric.");
  header.is_symmetric = words[4] == "symmetric";
  while (next() && (line.empty() || line[0] == '%' || line == "\r")) {
  }
  std::istringstream sizes(line);
  if (!(sizes >> header.rows >> header.columns >> header.entries) || header.rows < 1 || header.columns < 1 ||
      header.entries < 0)
    reject(path, header.lines, "the numbers of rows, columns and entries are expected here.");
  return header;
}

/// Reader of lines "row column value", which count from 1.
class EntryReader {
 public:
  EntryReader(const std::string& path, const MatrixHeader& header) : path_(path), header_(header) {}

  void read(std::string_view line, std::int64_t number) {
    if (number <= header_.lines || line.find_first_not_of(" \t") == std::string_view::npos) return;
    const char *at = line.data(), *const end = at + line.size();
    std::int64_t row = 0, column = 0;
    double value = 0.0;
    if (!take(at, end, row) || !take(at, end, column) || !take(at, end, value) || !std::isfinite(value) ||
        std::string_view(at, static_cast<std::size_t>(end - at)).find_first_not_of(" \t") != std::string_view::npos)
      reject(path_, number, "an entry must consist of a row, a column and a finite number.");
    if (row < 1 || row > header_.rows || column < 1 || column > header_.columns)
      reject(path_, number,
             fmt::format("there is no entry ({}, {}) in a {} x {} matrix, whose rows and columns are numbered from 1.",
                         row, column, header_.rows, header_.columns));
    ++count;
    entries.push_back({row - 1, column - 1, value});
    if (header_.is_symmetric && row != column) entries.push_back({column - 1, row - 1, value});
  }

  std::vector<SparseEntries::MatrixEntry> entries;
  std::int64_t count = 0;

 private:
  template <class Number>
  static bool take(const char*& at, const char* end, Number& number) {
    while (at != end && (*at == ' ' || *at == '\t')) ++at;
    if (at != end && *at == '+') ++at;
    const auto [rest, error] = std::from_chars(at, end, number);
    at = rest;
    return error == std::errc();
  }

  const std::string& path_;
  const MatrixHeader& header_;
};

SparseEntries readMatrixMarket(const base::Communicator& comm, const std::string& path) {
  const io::TextShare text(comm, path);
  MatrixHeader header;
  base::runOnRoot(comm, [&] { header = readHeader(path); });
  header = comm.gather(header).front();
  EntryReader reader(path, header);
  base::runCollectively(
      comm, [&] { text.forEachLine([&](std::string_view line, std::int64_t number) { reader.read(line, number); }); });
  const std::int64_t count = comm.sum(reader.count);
  base::runCollectively(comm, [&] {
    if (count != header.entries)
      throw FileError(fmt::format("'{}' declares {}, but contains {}.", path,
                                  base::formatCount(header.entries, "entry", "entries"), count));
  });
  return {header.rows, header.columns, std::move(reader.entries)};
}

// ---- PETSc's binary format: class id, rows, columns, entries; lengths of rows; columns; values

constexpr std::int64_t petsc_matrix = 1211216;  // MAT_FILE_CLASSID

/// Reader of numbers in PETSc's byte order, which is big-endian.
class BigEndianReader {
 public:
  void open(const std::string& path) { file_.open(path, std::ios::binary); }
  void seek(std::int64_t place) { file_.seekg(place); }
  bool isGood() const { return file_.good(); }

  std::int64_t integer() { return static_cast<PetscInt>(bits<std::make_unsigned_t<PetscInt>>()); }
  double number() {
    const auto pattern = bits<std::uint64_t>();
    double value = 0.0;
    std::memcpy(&value, &pattern, sizeof(value));
    return value;
  }

 private:
  template <class Bits>
  Bits bits() {
    std::array<unsigned char, sizeof(Bits)> bytes{};
    file_.read(reinterpret_cast<char*>(bytes.data()), sizeof(Bits));
    Bits number = 0;
    for (const unsigned char byte : bytes) number = static_cast<Bits>(number << 8U | byte);
    return number;
  }
  std::ifstream file_;
};

/// Reader of a matrix in PETSc's binary format. Each rank reads a share of the rows.
class PetscReader {
 public:
  /// Reads the sizes. @note Collective.
  PetscReader(const base::Communicator& comm, const std::string& path) : comm_(comm), path_(path) {
    base::runOnRoot(comm, [&] { io::requireRegularFile(path); });  // before opening: opening a pipe would block
    base::runCollectively(comm, [&] { readSizes(); });
    first_ = begin(comm.rank()), last_ = begin(comm.rank() + 1);
  }

  /// Reads the entries. @note Collective.
  SparseEntries read() {
    base::runCollectively(comm_, [&] { readLengths(); });
    const std::int64_t before = comm_.exclusiveSum(num_mine_), all = comm_.sum(num_mine_);
    base::runCollectively(comm_, [&] {
      if (all != num_entries_)
        throw FileError(fmt::format("'{}' is damaged: its rows contain {} instead of {}.", path_,
                                    base::formatCount(all, "entry", "entries"), num_entries_));
      readColumns(before);
      readValues(before);
      if (!file_.isGood()) throw FileError(fmt::format("'{}' cannot be read completely.", path_));
    });
    return std::move(matrix_);
  }

 private:
  static constexpr std::int64_t width = sizeof(PetscInt), value_width = sizeof(double);

  std::int64_t begin(int rank) const {
    return matrix_.rows / comm_.size() * rank + std::min<std::int64_t>(rank, matrix_.rows % comm_.size());
  }
  void readSizes() {
    std::error_code error;
    file_.open(path_);
    const auto size = static_cast<std::int64_t>(std::filesystem::file_size(path_, error));
    const std::int64_t kind = file_.integer();
    matrix_.rows = file_.integer(), matrix_.columns = file_.integer(), num_entries_ = file_.integer();
    const bool fits = file_.isGood() && kind == petsc_matrix && matrix_.rows > 0 && matrix_.columns > 0 &&
                      num_entries_ >= 0 && std::max(matrix_.rows, num_entries_) <= size &&
                      size == (4 + matrix_.rows + num_entries_) * width + num_entries_ * value_width;
    if (!fits)
      throw FileError(
          fmt::format("'{}' is not a matrix in PETSc's binary format, or was written by a PETSc whose integers are not "
                      "{} bytes wide.",
                      path_, width));
  }
  void readLengths() {
    file_.seek((4 + first_) * width);
    for (std::int64_t row = first_; row < last_; ++row) {
      lengths_.push_back(file_.integer());
      if (lengths_.back() < 0 || lengths_.back() > num_entries_ - num_mine_)
        throw FileError(
            fmt::format("'{}' is damaged: row {} has an invalid number of entries ({}).", path_, row, lengths_.back()));
      num_mine_ += lengths_.back();
    }
  }
  void readColumns(std::int64_t before) {
    matrix_.entries.reserve(static_cast<std::size_t>(num_mine_));
    file_.seek((4 + matrix_.rows + before) * width);
    for (std::int64_t row = first_; row < last_; ++row)
      for (std::int64_t k = 0; k < lengths_[static_cast<std::size_t>(row - first_)]; ++k) {
        const std::int64_t column = file_.integer();
        if (column < 0 || column >= matrix_.columns)
          throw FileError(
              fmt::format("'{}' is damaged: row {} has an entry in column {}, but the number of columns is {}.", path_,
                          row, column, matrix_.columns));
        matrix_.entries.push_back({row, column, 0.0});
      }
  }
  void readValues(std::int64_t before) {
    file_.seek((4 + matrix_.rows + num_entries_) * width + before * value_width);
    for (auto& entry : matrix_.entries) {
      entry.value = file_.number();
      if (!std::isfinite(entry.value))
        throw FileError(fmt::format("'{}': the entry ({}, {}) is {}, but must be finite.", path_, entry.row,
                                    entry.column, entry.value));
    }
  }

  const base::Communicator& comm_;
  const std::string& path_;
  BigEndianReader file_;
  SparseEntries matrix_{};
  std::int64_t num_entries_ = 0, first_ = 0, last_ = 0;
  std::vector<std::int64_t> lengths_;  // numbers of entries of the rows of this rank
  std::int64_t num_mine_ = 0;          // number of entries of these rows
};

}  // namespace

SparseEntries readEntries(const base::Communicator& comm, const std::string& path) {
  const std::string ending = std::filesystem::path(path).extension().string();
  if (ending == ".petsc") return PetscReader(comm, path).read();
  if (ending == ".mtx") return readMatrixMarket(comm, path);
  base::InputError error(
      fmt::format("'{}' has no known matrix format: the name must end with .petsc or .mtx (MatrixMarket).", path));
  error.markOnAllRanks();
  throw error;
}

}  // namespace tenon::la

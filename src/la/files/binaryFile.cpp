// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "binaryFile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <vector>

#include "io/Hdf5File.hpp"
#include "io/parallelFile.hpp"
#include "io/textFile.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::la {
namespace {

constexpr std::int64_t index_bytes = sizeof(PetscInt), value_bytes = sizeof(double);
using StoredIndex = std::conditional_t<sizeof(PetscInt) == 4, std::int32_t, std::int64_t>;

/// Writer that collects numbers in the big-endian order of PETSc's files and writes them piecewise
/// from an offset on.
class BigEndianWriter {
 public:
  BigEndianWriter(const io::WriteAt& write, std::int64_t offset) : write_(write), offset_(offset) {}

  template <class T>
  void put(T value) {
    const std::size_t at = bytes_.size();
    bytes_.resize(at + sizeof(T));
    std::memcpy(bytes_.data() + at, &value, sizeof(T));
    const std::uint16_t one = 1;
    if (*reinterpret_cast<const char*>(&one) == 1)
      std::reverse(bytes_.begin() + static_cast<std::ptrdiff_t>(at), bytes_.end());
    if (bytes_.size() >= most) flush();
  }
  void flush() {
    write_(offset_, bytes_);
    offset_ += static_cast<std::int64_t>(bytes_.size());
    bytes_.clear();
  }

 private:
  static constexpr std::size_t most = std::size_t{4} << 20;
  const io::WriteAt& write_;
  std::int64_t offset_;
  std::vector<char> bytes_;
};

/// Writes the option from which PETSc's loaders obtain the block size; they read it from
/// `<path>.info`.
void writeInfo(const base::Communicator& comm, const std::string& path, const char* option, PetscInt block) {
  if (block > 1) io::writeTextAtomically(comm, path + ".info", fmt::format("-{} {}\n", option, block));
}

}  // namespace

OwnedValues::OwnedValues(Vec vector) : comm_(PetscObjectComm(reinterpret_cast<PetscObject>(vector))), vector_(vector) {
  PetscInt last = 0;
  TENON_PETSC(VecGetOwnershipRange(vector, &first_, &last));
  TENON_PETSC(VecGetSize(vector, &size_));
  TENON_PETSC(VecGetArrayRead(vector, &values_));
  entries_ = {values_, static_cast<std::size_t>(last - first_)};
}

OwnedValues::~OwnedValues() {
  VecRestoreArrayRead(vector_, &values_);
}

// The file has a header (class id, rows, columns, entries), then the lengths of all rows, all
// columns and all values; see MatLoad().
//
// MatView() is not used: it sends all data through one rank, and if this rank finds the disk full,
// the other ranks hang.
void writePetsc(Mat matrix, const StoredEntries& entries, const std::string& path) {
  const PetscInt num_entries = base::toPetscInt(entries.numGlobal(), "entries of a matrix in one file");
  const std::int64_t lengths = 4 * index_bytes, columns = lengths + entries.numRows() * index_bytes,
                     values = columns + entries.numGlobal() * index_bytes,
                     end = values + entries.numGlobal() * value_bytes;
  io::writeInParallel(entries.comm(), path, end, [&](const io::WriteAt& write) {
    if (entries.comm().isRoot()) {
      BigEndianWriter header(write, 0);
      for (const PetscInt number : {PetscInt{MAT_FILE_CLASSID}, entries.numRows(), entries.numColumns(), num_entries})
        header.put(number);
      header.flush();
    }
    BigEndianWriter to_lengths(write, lengths + entries.firstRow() * index_bytes);
    BigEndianWriter to_columns(write, columns + entries.numOnLowerRanks() * index_bytes);
    BigEndianWriter to_values(write, values + entries.numOnLowerRanks() * value_bytes);
    for (PetscInt local = 0; local < entries.numOwnedRows(); ++local) {
      const auto row = entries.row(local);
      to_lengths.put(static_cast<PetscInt>(row.columns().size()));
      for (const PetscInt column : row.columns()) to_columns.put(column);
      for (const double value : row.values()) to_values.put(value);
    }
    for (BigEndianWriter* writer : {&to_lengths, &to_columns, &to_values}) writer->flush();
  });
  PetscInt block = 1;
  TENON_PETSC(MatGetBlockSize(matrix, &block));
  writeInfo(entries.comm(), path, "matload_block_size", block);
}

void writePetsc(Vec vector, const OwnedValues& values, const std::string& path) {
  const std::int64_t start = 2 * index_bytes;
  io::writeInParallel(values.comm(), path, start + values.size() * value_bytes, [&](const io::WriteAt& write) {
    if (values.comm().isRoot()) {
      BigEndianWriter header(write, 0);
      header.put(PetscInt{VEC_FILE_CLASSID});
      header.put(values.size());
      header.flush();
    }
    BigEndianWriter writer(write, start + values.first() * value_bytes);
    for (const double value : values.entries()) writer.put(value);
    writer.flush();
  });
  PetscInt block = 1;
  TENON_PETSC(VecGetBlockSize(vector, &block));
  writeInfo(values.comm(), path, "vecload_block_size", block);
}

void writeHdf5(const StoredEntries& entries, const std::string& path, const std::string& name) {
  std::vector<StoredIndex> starts, columns;
  std::vector<double> values;
  base::runCollectively(entries.comm(), [&] {
    base::toPetscInt(entries.numGlobal(), "entries of a matrix in one file");
    columns.reserve(static_cast<std::size_t>(entries.numLocal()));
    values.reserve(static_cast<std::size_t>(entries.numLocal()));
    for (PetscInt local = 0; local < entries.numOwnedRows(); ++local) {
      const auto row = entries.row(local);
      starts.push_back(static_cast<StoredIndex>(entries.numOnLowerRanks() + static_cast<std::int64_t>(columns.size())));
      columns.insert(columns.end(), row.columns().begin(), row.columns().end());
      values.insert(values.end(), row.values().begin(), row.values().end());
    }
    if (entries.comm().rank() == entries.comm().size() - 1)
      starts.push_back(static_cast<StoredIndex>(entries.numGlobal()));
  });
  io::Hdf5File file = io::Hdf5File::create(entries.comm(), path);
  file.writeRows("/" + name + "/jc", starts);
  file.writeRows("/" + name + "/ir", columns);
  file.writeRows("/" + name + "/data", values);
  file.writeAttribute("/" + name, "MATLAB_sparse", static_cast<std::int64_t>(entries.numColumns()));
  file.commit();
}

void writeHdf5(const OwnedValues& values, const std::string& path, const std::string& name) {
  io::Hdf5File file = io::Hdf5File::create(values.comm(), path);
  file.writeRows("/" + name, values.entries());
  file.commit();
}

}  // namespace tenon::la

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <functional>
#include <gsl/span>
#include <optional>
#include <string>
#include <vector>

#include "Checksum.hpp"
#include "Hdf5Handle.hpp"
#include "Hdf5Metadata.hpp"
#include "PartialFile.hpp"
#include "tenon/base/Communicator.hpp"
#include "textFile.hpp"

namespace tenon::io {

/// HDF5 file that all ranks of a communicator write or read together. Move-only.
///
/// Data are written to a PartialFile, which commit() renames to the final name. A file with the
/// final name is therefore always complete: after any earlier failure an older file is unchanged. A
/// file that is not committed is deleted with its Hdf5File.
///
/// A growing file gets its name with the first flush(), and is after each flush() a complete HDF5
/// file with everything written before. Rows of later steps are placed beyond the end of the file,
/// and existing bytes are not changed before the next flush(), which writes new bytes first and
/// changes old metadata last. If this fails, the old metadata are restored.
///
/// While a file is written, HDF5 runs on the root only and keeps its metadata in memory, a few
/// hundred bytes per dataset. HDF5 determines the location of the rows of a dataset; every rank
/// writes its own rows there, and the root finally writes the metadata. MPI-IO is not used, because
/// a rank that cannot write would block the others (ADR 7). For reading, each rank opens the file
/// independently.
///
/// Paths inside the file start with '/'; missing groups are created. A dataset is a table of rows:
/// shape [rows] with one column, [rows, columns] with more. T is double, std::int32_t or
/// std::int64_t. Equal rows give equal bytes in the file for any number of ranks.
///
/// Errors are FileError, whose message names the file, on all ranks.
/// @note Every member is collective unless stated otherwise, with the same arguments except for the
///   rows on all ranks.
class Hdf5File {
 public:
  /// Creates a new file, which gets its final name in commit().
  static Hdf5File create(const base::Communicator& comm, const std::string& path,
                         PartialFile::Use use = PartialFile::Use::once);
  /// Creates a new file that gets a checksum of all its bytes, including rows, when it is
  /// committed. The checksum follows the data of HDF5 at the end of the file, where other readers
  /// ignore it.
  static Hdf5File createWithChecksum(const base::Communicator& comm, const std::string& path);
  /// Opens a file that was created by createWithChecksum() for reading. The checksum is verified
  /// before HDF5 opens the file. Files of earlier versions of tenon, which have no checksum, are
  /// read without verification.
  /// @throws FileError under the conditions of open(), and if any byte has changed
  static Hdf5File openWithChecksum(const base::Communicator& comm, const std::string& path);
  /// Opens a file for reading. Sizes in the file are compared with the size of the file before
  /// memory is allocated.
  /// @throws FileError if the file is missing, not HDF5, truncated or not readable, or if its
  ///   metadata have no checksums (formats before superblock version 2), without which HDF5 accepts
  ///   damaged metadata
  static Hdf5File open(const base::Communicator& comm, const std::string& path);

  /// Returns the communicator. @note Not collective.
  const base::Communicator& comm() const { return comm_; }
  /// Returns the final name. @note Not collective.
  const std::string& path() const { return path_; }

  /// Closes a new file and gives it its final name. Nothing can be written afterwards. The text
  /// files `beside` and, if flush() has not been called before, the files `others` (as given on the
  /// root) are renamed together with it, either all or none.
  void commit(const std::vector<NamedText>& beside = {}, const std::vector<PartialFile*>& others = {});

  /// Publishes the current contents of a growing file: readers that open it from now on find
  /// everything that has been written. The text files `beside` are published together with it. The
  /// first call gives the file and the files `others` (as given on the root) their final names,
  /// either all or none.
  void flush(const std::vector<NamedText>& beside, const std::vector<PartialFile*>& others = {});
  /// Returns true if a flush() has given the file its name. @note Not collective.
  bool isPublished() const { return is_published_; }

  /// Writes a dataset that concatenates the rows of all ranks in rank order. The dataset must not
  /// exist.
  /// @param my_rows  [rows of this rank x columns], row by row; may be empty
  template <class T>
  void writeRows(const std::string& dataset, gsl::span<const T> my_rows, int columns = 1);
  /// Writes a dataset that concatenates the rows of all ranks in rank order.
  template <class T>
  void writeRows(const std::string& dataset, const std::vector<T>& my_rows, int columns = 1) {
    writeRows(dataset, gsl::span<const T>(my_rows), columns);
  }
  /// Writes the root's string as a scalar UTF-8 dataset.
  void writeText(const std::string& dataset, const std::string& text);
  /// Gives an existing dataset a second name in the file, by a hard link; the values are stored
  /// once. Readers find a renamed dataset by either name.
  void addName(const std::string& dataset, const std::string& name);
  /// Creates a group and its parents if they do not exist.
  void createGroup(const std::string& group);
  /// Appends the root's row to a growing table [rows, columns], which the first call creates. HDF5
  /// keeps such a table in chunks in the memory of the root: it is intended for a few numbers per
  /// step.
  void appendRow(const std::string& dataset, gsl::span<const double> row);
  /// Writes an attribute of an existing group or dataset; "/" is the root group.
  void writeAttribute(const std::string& object, const std::string& name, const std::string& value);
  /// Writes an attribute of type double.
  void writeAttribute(const std::string& object, const std::string& name, double value);
  /// Writes an attribute of type int64.
  void writeAttribute(const std::string& object, const std::string& name, std::int64_t value);
  /// Writes an attribute of type int64.
  void writeAttribute(const std::string& object, const std::string& name, int value) {
    writeAttribute(object, name, static_cast<std::int64_t>(value));
  }

  /// Returns true if a group or dataset exists.
  bool exists(const std::string& object) const;
  /// Returns true if a group or dataset has an attribute.
  bool hasAttribute(const std::string& object, const std::string& name) const;
  /// Returns the names in a group, in alphabetical order.
  std::vector<std::string> children(const std::string& group) const;
  /// Returns the relative paths of all datasets below a group, "a/b/c", in alphabetical order.
  std::vector<std::string> datasets(const std::string& group) const;
  /// Returns the number of rows of a dataset.
  std::int64_t rows(const std::string& dataset) const;
  /// Returns the number of columns; 1 for a dataset of shape [rows].
  int columns(const std::string& dataset) const;

  /// Reads rows [first, first + count), which may differ between ranks. 32-bit integers are
  /// converted to 64 bits; any other difference of type ends with an error.
  /// @param columns  expected number of columns
  /// @return [count x columns]
  template <class T>
  std::vector<T> readRows(const std::string& dataset, std::int64_t first, std::int64_t count, int columns = 1) const;
  /// Reads this rank's share of the rows, distributed in equal contiguous blocks.
  template <class T>
  std::vector<T> readShare(const std::string& dataset, int columns = 1) const;
  /// Reads all rows of a table written by appendRow() on every rank: [rows x columns].
  std::vector<double> readTable(const std::string& dataset) const;
  /// Reads a string dataset.
  std::string readText(const std::string& dataset) const;
  /// Reads an attribute of type string.
  std::string textAttribute(const std::string& object, const std::string& name) const;
  /// Reads an attribute of type double.
  double numberAttribute(const std::string& object, const std::string& name) const;
  /// Reads an attribute of type integer.
  std::int64_t integerAttribute(const std::string& object, const std::string& name) const;

 private:
  /// Shape of a dataset: [rows] or [rows, columns].
  struct Shape {
    std::int64_t rows;
    int columns;
    int num_dimensions;
  };

  Hdf5File(const base::Communicator& comm, const std::string& path) : comm_(comm), path_(path) {}

  /// Runs `work` on all ranks; an error on any rank is thrown on all. A file being written is then
  /// abandoned, because its contents are undefined.
  void runOnAllRanks(const std::function<void()>& work) const;
  /// Runs `work`, which calls HDF5, in the manner of runOnAllRanks(), but on the root only while
  /// the file is written. Errors of HDF5 become messages "Cannot <action> '<path>': <reason>".
  void callHdf5(const std::string& action, const std::function<void()>& work) const;
  /// Throws FileError(sentence) on all ranks if `condition` is false on any.
  void require(bool condition, const std::string& sentence) const;
  void requireWriting() const;
  void requireObject(const std::string& object, const char* kind) const;

  /// Creates a growing table and its parent groups on the root.
  Hdf5Handle createTable(const std::string& dataset, hsize_t columns) const;
  /// Creates a dataset and its parent groups on the root, with its space in the file.
  Hdf5Handle createDataset(const std::string& dataset, hid_t type, const Shape& shape) const;
  /// Creates a dataset whose rows are to be written; returns their offset in the file on all ranks.
  std::int64_t allocateRows(const std::string& dataset, hid_t type, const Shape& shape);
  Hdf5Handle openDataset(const std::string& dataset) const;
  Shape shapeOf(const std::string& dataset, const Hdf5Handle& handle) const;
  /// Throws FileError unless all rows lie in the file.
  void requireStored(const std::string& dataset, const Hdf5Handle& handle, const Shape& shape) const;
  void writeAttribute(const std::string& object, const std::string& name, hid_t type, const void* value);
  void readAttribute(const std::string& object, const std::string& name,
                     const std::function<void(hid_t, hid_t)>& read) const;
  /// Writes the data of all ranks, and on the root the metadata of HDF5 between the rows, to disk.
  void writeToDisk(const std::vector<NamedText>& beside, const std::vector<PartialFile*>& others);
  /// Applies changes within a published file together with new text files that accompany it, on the
  /// root; on failure everything is restored.
  void applyAtomically(const std::vector<Hdf5Metadata::Change>& changes, const std::vector<PartialFile*>& texts) const;
  /// Throws FileError on the root if a growing file was removed, replaced or truncated since the
  /// last flush().
  void requireUnmodified() const;
  void close() const;
  /// Abandons a new file: it is deleted, or remains as the last flush() left it.
  void abandon() const;

  base::Communicator comm_;
  std::string path_;
  // During writing. Mutable, because a failure ends it.
  mutable std::optional<PartialFile> partial_;
  mutable std::optional<Hdf5Metadata> metadata_;  // present on the root only
  bool is_published_ = false;
  std::optional<Checksum> checksum_;  // bytes written by this rank, if the file gets a checksum
  std::int64_t size_ = 0;             // size of a file being read
  bool is_writing_ = false;
  mutable Hdf5Handle file_;
};

}  // namespace tenon::io

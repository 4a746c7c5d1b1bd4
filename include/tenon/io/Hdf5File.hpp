#pragma once
#include <cstdint>
#include <functional>
#include <gsl/span>
#include <optional>
#include <string>
#include <vector>

#include "tenon/base/Communicator.hpp"
#include "tenon/io/Bookkeeping.hpp"
#include "tenon/io/Checksum.hpp"
#include "tenon/io/Hdf5Handle.hpp"
#include "tenon/io/PartialFile.hpp"
#include "tenon/io/textFile.hpp"

namespace tenon::io {

/// One HDF5 file that all ranks of a communicator write or read together. Move-only.
///
/// Writing goes to a PartialFile; commit() gives it its name. So a file of that name is always whole: whatever fails
/// before, an older one stays as it was. A file that is not committed disappears with its Hdf5File.
///
/// A growing file gets its name with the first flush(), and is a whole HDF5 file with all that was written before each
/// of them: rows of later steps lie behind what the file holds, and nothing of it is changed before the next flush().
/// That one writes what is new first and changes old bookkeeping last; where this fails, it is put back.
///
/// While a file is written, HDF5 itself is on the root only, and keeps its bookkeeping in memory: some hundred bytes
/// for each dataset. It says where the rows of a dataset are to be; every rank writes its own there, and the
/// root the bookkeeping in the end. No MPI-IO: there one rank that cannot write leaves the others waiting (ADR 7).
/// Reading, each rank opens the file by itself.
///
/// Paths inside the file start with '/'; groups are made on the way. A dataset is a table of rows: shape [rows] with
/// one column, [rows, columns] with more. T is double, std::int32_t or std::int64_t. The same rows give the same
/// bytes in the file on any number of ranks.
///
/// Every member is collective unless it says otherwise, with the same arguments but the rows on all ranks. Errors are
/// FileError, whose sentence names the file, on all ranks alike.
class Hdf5File {
 public:
  /// Starts a new file, to be committed.
  static Hdf5File create(const base::Communicator& comm, const std::string& path,
                         PartialFile::Use use = PartialFile::Use::once);
  /// Starts a new file that gets a checksum of all its bytes, the rows included, when it is committed. The checksum
  /// stands behind what HDF5 knows of the file; other readers do not see it.
  static Hdf5File createSealed(const base::Communicator& comm, const std::string& path);
  /// Opens a file of createSealed() for reading. FileError as well if any byte is not what was written; this is found
  /// out before HDF5 sees the file. Files of earlier versions of tenon, which have no checksum, are read without.
  static Hdf5File openSealed(const base::Communicator& comm, const std::string& path);
  /// Opens a file for reading. FileError when it is missing, not HDF5, truncated or not to be read, or where its
  /// bookkeeping has no checksums (a format before superblock version 2), without which HDF5 believes what is damaged.
  /// What is read is held against the size of the file before memory is taken for it.
  static Hdf5File open(const base::Communicator& comm, const std::string& path);

  const base::Communicator& comm() const { return comm_; }
  const std::string& path() const { return path_; }  ///< the final name; not collective

  /// Closes a new file and gives it its name. Nothing can be written afterwards. The texts `beside` it and, where there
  /// has been no flush(), `others` (the root's count) appear together with it, or none of them all.
  void commit(const std::vector<NamedText>& beside = {}, const std::vector<PartialFile*>& others = {});

  /// Of a growing file: whoever opens it from now on finds all that has been written. The texts `beside` it appear
  /// together with it. With the first call the file and `others` (the root's count) get their names, all or none.
  void flush(const std::vector<NamedText>& beside, const std::vector<PartialFile*>& others = {});
  /// Whether a flush() has given it its name; not collective.
  bool isPublished() const { return is_published_; }

  /// Writes a dataset of each rank's rows, one rank's after the other's: `my_rows` is [rows here x columns], row by
  /// row, and may be empty. The dataset must not exist yet.
  template <class T>
  void writeRows(const std::string& dataset, gsl::span<const T> my_rows, int columns = 1);
  template <class T>
  void writeRows(const std::string& dataset, const std::vector<T>& my_rows, int columns = 1) {
    writeRows(dataset, gsl::span<const T>(my_rows), columns);
  }
  /// Writes a text as a scalar UTF-8 dataset; the root's text counts.
  void writeText(const std::string& dataset, const std::string& text);
  /// Makes a group with those above it, where it is not there.
  void makeGroup(const std::string& group);
  /// Appends a row to a table that grows, [rows, columns], which the first call makes. The root's row counts. HDF5
  /// keeps such a table in pieces, in the root's memory: for a few numbers a step.
  void appendRow(const std::string& dataset, gsl::span<const double> row);
  /// Writes an attribute of a group or dataset that exists; "/" is the root.
  void writeAttribute(const std::string& object, const std::string& name, const std::string& value);
  void writeAttribute(const std::string& object, const std::string& name, double value);
  void writeAttribute(const std::string& object, const std::string& name, std::int64_t value);
  void writeAttribute(const std::string& object, const std::string& name, int value) {
    writeAttribute(object, name, static_cast<std::int64_t>(value));
  }

  bool exists(const std::string& object) const;
  bool hasAttribute(const std::string& object, const std::string& name) const;
  /// Names in a group, in alphabetical order.
  std::vector<std::string> children(const std::string& group) const;
  /// All datasets below a group by their paths from there, "a/b/c", in alphabetical order.
  std::vector<std::string> datasets(const std::string& group) const;
  std::int64_t rows(const std::string& dataset) const;
  int columns(const std::string& dataset) const;  ///< 1 for a dataset of shape [rows]

  /// Reads rows [first, first + count), which may differ from rank to rank: [count x columns]. `columns` is what the
  /// caller expects. Integers widen from 32 to 64 bits; any other difference of type is an error.
  template <class T>
  std::vector<T> readRows(const std::string& dataset, std::int64_t first, std::int64_t count, int columns = 1) const;
  /// Reads this rank's share when the rows are dealt out in equal contiguous blocks.
  template <class T>
  std::vector<T> readShare(const std::string& dataset, int columns = 1) const;
  /// All rows of a table that has grown by appendRow(), on every rank: [rows x columns].
  std::vector<double> readTable(const std::string& dataset) const;
  std::string readText(const std::string& dataset) const;
  std::string textAttribute(const std::string& object, const std::string& name) const;
  double numberAttribute(const std::string& object, const std::string& name) const;
  std::int64_t integerAttribute(const std::string& object, const std::string& name) const;

 private:
  /// Shape of a dataset: [rows] or [rows, columns].
  struct Shape {
    std::int64_t rows;
    int columns;
    int num_dimensions;
  };

  Hdf5File(const base::Communicator& comm, const std::string& path) : comm_(comm), path_(path) {}

  /// Runs `work` on all ranks; an error of any is thrown on all. A file being written is then given up, as nobody knows
  /// what is in it.
  void together(const std::function<void()>& work) const;
  /// The same for what HDF5 does, on the root only while the file is written. Its errors become sentences: "Cannot
  /// <action> '<path>': <reason>".
  void inHdf5(const std::string& action, const std::function<void()>& work) const;
  /// Throws FileError(sentence) on all ranks where `condition` is false on any.
  void require(bool condition, const std::string& sentence) const;
  void requireWriting() const;
  void requireObject(const std::string& object, const char* kind) const;

  /// On the root: makes a dataset and the groups above it, with its room in the file.
  Hdf5Handle createTable(const std::string& dataset, hsize_t columns) const;
  Hdf5Handle createDataset(const std::string& dataset, hid_t type, const Shape& shape) const;
  /// The same for rows that are to be written; gives where they start, on all ranks.
  std::int64_t makeRoom(const std::string& dataset, hid_t type, const Shape& shape);
  Hdf5Handle openDataset(const std::string& dataset) const;
  Shape shapeOf(const std::string& dataset, const Hdf5Handle& handle) const;
  /// FileError unless all rows lie in the file.
  void requireStored(const std::string& dataset, const Hdf5Handle& handle, const Shape& shape) const;
  void writeAttribute(const std::string& object, const std::string& name, hid_t type, const void* value);
  void readAttribute(const std::string& object, const std::string& name,
                     const std::function<void(hid_t, hid_t)>& read) const;
  /// Brings to the disk what all ranks have written, and on the root what HDF5 has, between the rows.
  void bringOut(const std::vector<NamedText>& beside, const std::vector<PartialFile*>& others);
  /// On the root: what is changed within a file that has its name, with new texts beside it; or all stays as it was.
  void changeTogether(const std::vector<Bookkeeping::Change>& changes, const std::vector<PartialFile*>& texts) const;
  /// On the root, of a growing file: FileError if somebody has removed, replaced or truncated it since the last flush().
  void requireUntouched() const;
  void close() const;
  /// Gives a new file up: it is deleted, or stays as the last flush() left it.
  void abandon() const;

  base::Communicator comm_;
  std::string path_;
  // While writing; mutable: a failure ends it.
  mutable std::optional<PartialFile> partial_;
  mutable std::optional<Bookkeeping> bookkeeping_;  // on the root
  bool is_published_ = false;
  std::optional<Checksum> checksum_;  // of what this rank has written, if the file gets one
  std::int64_t size_ = 0;  // of a file being read
  bool writing_ = false;
  mutable Hdf5Handle file_;
};

}  // namespace tenon::io

#pragma once
#include <cstdint>
#include <functional>
#include <gsl/span>
#include <string>
#include <vector>

#include "tenon/base/Communicator.hpp"
#include "tenon/io/Hdf5Handle.hpp"

namespace tenon::io {

/// One HDF5 file that all ranks of a communicator write or read together by MPI-IO. Move-only.
///
/// Writing goes to `<path>.partial`; commit() renames it to `<path>`. So a file of that name is always whole: whatever
/// fails before, an older one stays as it was. A file that is not committed disappears with its Hdf5File.
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
  static Hdf5File create(const base::Communicator& comm, const std::string& path);
  /// Opens a file for reading. FileError when it is missing, not HDF5, truncated or not to be read.
  static Hdf5File open(const base::Communicator& comm, const std::string& path);

  Hdf5File(Hdf5File&& other) noexcept = default;
  Hdf5File& operator=(Hdf5File&& other) noexcept;
  ~Hdf5File();

  const std::string& path() const { return path_; }  ///< the final name; not collective

  /// Hands everything written so far to the operating system.
  void flush();
  /// Closes a new file and gives it its name. Nothing can be written afterwards.
  void commit();

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
  std::int64_t rows(const std::string& dataset) const;
  int columns(const std::string& dataset) const;  ///< 1 for a dataset of shape [rows]

  /// Reads rows [first, first + count), which may differ from rank to rank: [count x columns]. `columns` is what the
  /// caller expects. Integers widen from 32 to 64 bits; any other difference of type is an error.
  template <class T>
  std::vector<T> readRows(const std::string& dataset, std::int64_t first, std::int64_t count, int columns = 1) const;
  /// Reads this rank's share when the rows are dealt out in equal contiguous blocks.
  template <class T>
  std::vector<T> readShare(const std::string& dataset, int columns = 1) const;
  std::string readText(const std::string& dataset) const;
  std::string textAttribute(const std::string& object, const std::string& name) const;
  double numberAttribute(const std::string& object, const std::string& name) const;
  std::int64_t integerAttribute(const std::string& object, const std::string& name) const;

  /// At most so many bytes per rank in one call of MPI-IO, which fails at 2 GiB; more is moved in rounds.
  void setBytesPerRound(std::int64_t bytes) { bytes_per_round_ = bytes; }

 private:
  /// Shape of a dataset: [rows] or [rows, columns].
  struct Shape {
    std::int64_t rows;
    int columns;
    int num_dimensions;
  };

  Hdf5File(const base::Communicator& comm, const std::string& path, bool writing);

  /// Runs `work` on all ranks; a failure on any becomes one FileError on all: "Cannot <action> '<path>': <reason>".
  /// A file being written is then given up, as nobody knows what is in it.
  void together(const std::string& action, const std::function<void()>& work) const;
  /// Throws FileError(sentence) on all ranks where `condition` is false on any.
  void require(bool condition, const std::string& sentence) const;
  void requireWriting() const;
  void requireObject(const std::string& object, const char* kind) const;

  /// Throws where the disk is too small for a dataset, before anything is written into it.
  void claimSpace(const Hdf5Handle& dataset) const;
  /// Moves rows between memory and a dataset in rounds, by `move(memory space, file space, first row of the round)`.
  void transferRows(const std::string& action, const Hdf5Handle& dataset, std::int64_t first, std::int64_t count,
                    const Shape& shape, std::size_t bytes_per_row,
                    const std::function<void(hid_t, hid_t, std::int64_t)>& move) const;
  Hdf5Handle createDataset(const std::string& dataset, hid_t type, const Shape& shape) const;
  Hdf5Handle openDataset(const std::string& dataset) const;
  Shape shapeOf(const std::string& dataset, const Hdf5Handle& handle) const;
  void writeAttribute(const std::string& object, const std::string& name, hid_t type, const void* value);
  void readAttribute(const std::string& object, const std::string& name,
                     const std::function<void(hid_t, hid_t)>& read) const;

  void swap(Hdf5File& other) noexcept;
  /// Closes the file; deletes it when it was being written.
  void abandon() const noexcept;

  base::Communicator comm_;
  std::string path_;
  std::string partial_path_;  // empty when reading
  std::int64_t bytes_per_round_ = std::int64_t{1} << 28;
  mutable Hdf5Handle file_;  // mutable: a failure closes it
};

}  // namespace tenon::io

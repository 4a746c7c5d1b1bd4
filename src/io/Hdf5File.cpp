#include "tenon/io/Hdf5File.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <exception>
#include <filesystem>
#include <fstream>
#include <utility>

#include "tenon/base/collectively.hpp"
#include "tenon/io/diskSpace.hpp"
#include "tenon/io/textFile.hpp"

namespace tenon::io {
namespace {

using base::FileError;

Hdf5Handle accessProperties() {
  Hdf5Handle access(TENON_HDF5(H5Pcreate(H5P_FILE_ACCESS)), H5Pclose);
  TENON_HDF5(H5Pset_fclose_degree(access.id(), H5F_CLOSE_STRONG));
  // Locks fail on many network file systems and guard nothing here: a file being written has a name of its own.
  TENON_HDF5(H5Pset_file_locking(access.id(), false, true));
  return access;
}

Hdf5Handle parallelAccess(const base::Communicator& comm, bool writing) {
  Hdf5Handle access = accessProperties();
  TENON_HDF5(H5Pset_fapl_mpio(access.id(), comm.mpi(), MPI_INFO_NULL));
  // One rank reads the bookkeeping for all. (Written together it would drag uninitialised bytes into the file: Open
  // MPI's data sieving fills the gaps between two pieces with whatever its buffer held.)
  if (!writing) TENON_HDF5(H5Pset_all_coll_metadata_ops(access.id(), true));
  return access;
}

// What is wrong with a file is found by one rank through the plain file driver, before all open it.
void checkReadable(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) throw FileError(fmt::format("There is no file '{}'.", path));
  if (std::filesystem::is_directory(path, ignored))
    throw FileError(fmt::format("'{}' is a folder, not an HDF5 file.", path));
  if (!std::ifstream(path)) throw FileError(fmt::format("Cannot read '{}': {}.", path, std::strerror(errno)));
  if (H5Fis_hdf5(path.c_str()) <= 0) throw FileError(fmt::format("'{}' is not an HDF5 file.", path));
  try {
    Hdf5Handle(TENON_HDF5(H5Fopen(path.c_str(), H5F_ACC_RDONLY, accessProperties().id())), H5Fclose);
  } catch (const FileError& error) {
    throw FileError(fmt::format("The HDF5 file '{}' is truncated or damaged: {}", path, error.what()));
  }
}

void checkCreatable(const std::string& path, const std::string& partial_path) {
  if (std::filesystem::is_directory(path)) throw FileError(fmt::format("Cannot create '{}': it is a folder.", path));
  if (!std::ofstream(partial_path, std::ios::trunc))
    throw FileError(fmt::format("Cannot create '{}': {}.", path, std::strerror(errno)));
}

}  // namespace

Hdf5File::Hdf5File(const base::Communicator& comm, const std::string& path, bool writing) : comm_(comm), path_(path) {
  if (writing) partial_path_ = path + ".partial";
}

Hdf5File Hdf5File::create(const base::Communicator& comm, const std::string& path) {
  Hdf5File file(comm, path, true);
  base::onRoot(comm, [&] { checkCreatable(path, file.partial_path_); });
  file.together("create", [&] {
    const Hdf5Handle access = parallelAccess(comm, true);
    file.file_ = Hdf5Handle(TENON_HDF5(H5Fcreate(file.partial_path_.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access.id())),
                            H5Fclose);
  });
  return file;
}

Hdf5File Hdf5File::open(const base::Communicator& comm, const std::string& path) {
  Hdf5File file(comm, path, false);
  base::onRoot(comm, [&] { checkReadable(path); });
  file.together("open", [&] {
    const Hdf5Handle access = parallelAccess(comm, false);
    file.file_ = Hdf5Handle(TENON_HDF5(H5Fopen(path.c_str(), H5F_ACC_RDONLY, access.id())), H5Fclose);
  });
  return file;
}

Hdf5File& Hdf5File::operator=(Hdf5File&& other) noexcept {
  Hdf5File taken(std::move(other));
  swap(taken);
  return *this;
}

void Hdf5File::swap(Hdf5File& other) noexcept {
  std::swap(comm_, other.comm_);
  std::swap(path_, other.path_);
  std::swap(partial_path_, other.partial_path_);
  std::swap(bytes_per_round_, other.bytes_per_round_);
  std::swap(file_, other.file_);
}

Hdf5File::~Hdf5File() {
  // Closing is collective, but an exception may be passing through this rank alone: then the others would be waited
  // for in vain. MPI_Finalize closes the file instead, if the program gets there.
  if (std::uncaught_exceptions() > 0) {
    if (file_ && !partial_path_.empty() && comm_.isRoot()) ::unlink(partial_path_.c_str());
    file_.release();
  }
  abandon();
}

void Hdf5File::abandon() const noexcept {
  if (!file_) return;
  file_.close();
  if (!partial_path_.empty() && comm_.isRoot()) ::unlink(partial_path_.c_str());
}

void Hdf5File::together(const std::string& action, const std::function<void()>& work) const {
  try {
    base::collectively(comm_, [&] {
      try {
        work();
      } catch (const FileError& error) {
        const std::string space = partial_path_.empty() ? "" : freeSpaceNote(partial_path_);
        throw FileError(fmt::format("Cannot {} '{}'{}: {}", action, path_, space, error.what()));
      }
    });
  } catch (const base::Error&) {
    if (!partial_path_.empty()) abandon();
    throw;
  }
}

void Hdf5File::require(bool condition, const std::string& sentence) const {
  base::collectively(comm_, [&] {
    if (!condition) throw FileError(sentence);
  });
}

void Hdf5File::requireWriting() const {
  base::ensure(!partial_path_.empty(),
               fmt::format("'{}' was opened for reading; nothing can be written to it.", path_));
  base::ensure(static_cast<bool>(file_), fmt::format("'{}' is closed; nothing more can be written to it.", path_));
}

void Hdf5File::claimSpace(const Hdf5Handle& dataset) const {
  const haddr_t start = H5Dget_offset(dataset.id());
  const hsize_t size = H5Dget_storage_size(dataset.id());
  if (start == HADDR_UNDEF || size == 0) return;  // no rows
  // Some more for the bookkeeping that HDF5 writes behind it; closing cuts off what is not used.
  constexpr haddr_t bookkeeping = 1 << 16;
  together("write", [&] {
    if (comm_.isRoot()) claimDiskSpace(partial_path_, static_cast<std::int64_t>(start + size + bookkeeping));
  });
}

void Hdf5File::flush() {
  requireWriting();
  together("write", [&] { TENON_HDF5(H5Fflush(file_.id(), H5F_SCOPE_GLOBAL)); });
}

void Hdf5File::commit() {
  flush();
  together("close", [&] { TENON_HDF5(file_.close()); });
  base::onRoot(comm_, [&] {
    try {
      checkReadable(partial_path_);
      publish(partial_path_, path_);
    } catch (const FileError&) {
      ::unlink(partial_path_.c_str());
      throw;
    }
  });
}

}  // namespace tenon::io

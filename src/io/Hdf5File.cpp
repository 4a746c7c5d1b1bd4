// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Hdf5File.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <utility>

#include "hdf5Links.hpp"
#include "hdf5Probe.hpp"
#include "memoryDriver.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::io {
namespace {

using base::FileError;

Hdf5Handle accessProperties() {
  Hdf5Handle access(TENON_HDF5(H5Pcreate(H5P_FILE_ACCESS)), H5Pclose);
  TENON_HDF5(H5Pset_fclose_degree(access.id(), H5F_CLOSE_STRONG));
  // Locks fail on many network file systems and are not needed here, because a file being written
  // has a name of its own.
  TENON_HDF5(H5Pset_file_locking(access.id(), false, true));
  // From format 1.8 on everything except the rows has checksums, which HDF5 verifies before it uses
  // the data. The free-space information of growing files requires a later format.
  TENON_HDF5(H5Pset_libver_bounds(access.id(), H5F_LIBVER_V18, H5F_LIBVER_LATEST));
  return access;
}

/// Keeps the metadata cache of HDF5 at a fixed size. Each flush visits every entry of the cache, so
/// that with a cache growing with the file each step would cost more than the previous one; evicted
/// entries remain in memory anyway.
void limitCache(const Hdf5Handle& access) {
  constexpr std::size_t bytes = 1 << 20;
  H5AC_cache_config_t config{};
  config.version = H5AC__CURR_CACHE_CONFIG_VERSION;
  TENON_HDF5(H5Pget_mdc_config(access.id(), &config));
  config.set_initial_size = true;
  config.initial_size = config.min_size = config.max_size = bytes;
  config.incr_mode = H5C_incr__off;
  config.flash_incr_mode = H5C_flash_incr__off;
  config.decr_mode = H5C_decr__off;
  TENON_HDF5(H5Pset_mdc_config(access.id(), &config));
}

/// Returns the properties of a new file without a creation time.
Hdf5Handle creationProperties(PartialFile::Use use) {
  Hdf5Handle creation(TENON_HDF5(H5Pcreate(H5P_FILE_CREATE)), H5Pclose);
  TENON_HDF5(H5Pset_obj_track_times(creation.id(), false));
  // Space that readers may still access is not reused.
  if (use == PartialFile::Use::growing)
    TENON_HDF5(H5Pset_file_space_strategy(creation.id(), H5F_FSPACE_STRATEGY_NONE, false, 1));
  return creation;
}

/// Throws FileError for a file whose metadata have no checksums: if it is damaged, it may crash
/// HDF5.
void requireChecksums(const std::string& path) {
  constexpr std::size_t version_at = 8;  // after the signature
  std::array<char, version_at + 1> start{};
  std::ifstream file(path, std::ios::binary);
  if (!file.read(start.data(), static_cast<std::streamsize>(start.size())))
    throw FileError(fmt::format("The HDF5 file '{}' is truncated or damaged: it ends within its signature.", path));
  if (static_cast<unsigned char>(start[version_at]) < 2)
    throw FileError(
        fmt::format("The HDF5 file '{}' has no checksums: tenon reads only files that it has written and files in the "
                    "format of HDF5 1.8 or later (convert the file with h5repack --low=1).",
                    path));
}

/// Attribute of the root group of files that have a checksum.
constexpr const char* seal_attribute = "sealed";

/// Returns the size of a file. @throws FileError unless `path` is a regular file that can be read
std::int64_t requireReadable(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0)
    throw FileError(errno == ENOENT ? fmt::format("There is no file '{}'.", path)
                                    : fmt::format("Cannot read '{}': {}.", path, std::strerror(errno)));
  if (S_ISDIR(status.st_mode)) throw FileError(fmt::format("'{}' is a folder, not an HDF5 file.", path));
  if (!S_ISREG(status.st_mode)) throw FileError(fmt::format("Cannot read '{}': it is not a regular file.", path));
  if (!std::ifstream(path)) throw FileError(fmt::format("Cannot read '{}': {}.", path, std::strerror(errno)));
  return status.st_size;
}

/// Kind of opening: a file without a checksum is first opened on the root, which verifies that HDF5
/// survives it.
enum class Use { first, later };

/// Opens a file for reading and sets `size` to its size in bytes.
Hdf5Handle openFile(const std::string& path, std::int64_t& size, Use use) {
  size = requireReadable(path);
  if (H5Fis_hdf5(path.c_str()) <= 0) throw FileError(fmt::format("'{}' is not an HDF5 file.", path));
  requireChecksums(path);
  disableExternalAccess();
  if (use == Use::first)
    requireTraversable(path, [&] { return H5Fopen(path.c_str(), H5F_ACC_RDONLY, accessProperties().id()); });
  try {
    return Hdf5Handle(TENON_HDF5(H5Fopen(path.c_str(), H5F_ACC_RDONLY, accessProperties().id())), H5Fclose);
  } catch (const FileError& error) {
    throw FileError(fmt::format("The HDF5 file '{}' is truncated or damaged: {}", path, error.what()));
  }
}

}  // namespace

Hdf5File Hdf5File::create(const base::Communicator& comm, const std::string& path, PartialFile::Use use) {
  Hdf5File file(comm, path);
  file.partial_ = PartialFile::create(comm, path, use);
  file.is_writing_ = true;
  file.callHdf5("write", [&] {
    file.metadata_.emplace();
    const Hdf5Handle access = accessProperties();
    setMemoryDriver(access.id(), file.metadata_->image());
    limitCache(access);
    file.file_ = Hdf5Handle(
        TENON_HDF5(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, creationProperties(use).id(), access.id())), H5Fclose);
  });
  return file;
}

Hdf5File Hdf5File::createWithChecksum(const base::Communicator& comm, const std::string& path) {
  Hdf5File file = create(comm, path);
  file.checksum_.emplace();
  file.writeAttribute("/", seal_attribute, 1);
  return file;
}

Hdf5File Hdf5File::openWithChecksum(const base::Communicator& comm, const std::string& path) {
  base::runOnRoot(comm, [&] { requireReadable(path); });
  const bool has_checksum = verifyChecksum(comm, path);
  Hdf5File file(comm, path);
  base::runOnRoot(comm, [&] { openFile(path, file.size_, has_checksum ? Use::later : Use::first); });
  base::runCollectively(comm, [&] { file.file_ = openFile(path, file.size_, Use::later); });
  const bool had_seal = file.hasAttribute("/", seal_attribute);
  file.require(has_checksum || !had_seal, fmt::format("'{}' is damaged: its checksum is missing or unreadable.", path));
  return file;
}

Hdf5File Hdf5File::open(const base::Communicator& comm, const std::string& path) {
  Hdf5File file(comm, path);
  // Errors concern all ranks and are reported once.
  base::runOnRoot(comm, [&] { openFile(path, file.size_, Use::first); });
  base::runCollectively(comm, [&] { file.file_ = openFile(path, file.size_, Use::later); });
  return file;
}

void Hdf5File::close() const {
  file_.close();
  metadata_.reset();
  partial_.reset();
}

void Hdf5File::abandon() const {
  if (is_published_ && metadata_ && partial_) {
    try {
      requireUnmodified();
      partial_->resize(metadata_->sizeOnDisk());  // without the rows of an unfinished step
    } catch (const FileError&) {                  // rows beyond the end known to HDF5 are harmless
    }
  }
  close();
}

void Hdf5File::runOnAllRanks(const std::function<void()>& work) const {
  try {
    base::runCollectively(comm_, work);
  } catch (const base::Error&) {
    if (is_writing_) abandon();
    throw;
  }
}

void Hdf5File::callHdf5(const std::string& action, const std::function<void()>& work) const {
  runOnAllRanks([&] {
    if (is_writing_ && !comm_.isRoot()) return;
    try {
      work();
    } catch (const FileError& error) {
      throw FileError(fmt::format("Cannot {} '{}': {}", action, path_, error.what()));
    }
  });
}

void Hdf5File::require(bool condition, const std::string& sentence) const {
  base::runCollectively(comm_, [&] {
    if (!condition) throw FileError(sentence);
  });
}

void Hdf5File::requireWriting() const {
  base::ensure(is_writing_, fmt::format("'{}' was opened for reading; nothing can be written to it.", path_));
  base::ensure(partial_.has_value(), fmt::format("'{}' is closed; nothing more can be written to it.", path_));
}

void Hdf5File::commit(const std::vector<NamedText>& beside, const std::vector<PartialFile*>& others) {
  requireWriting();
  callHdf5("write", [&] { TENON_HDF5(file_.close()); });
  writeToDisk(beside, others);
  close();
}

void Hdf5File::flush(const std::vector<NamedText>& beside, const std::vector<PartialFile*>& others) {
  requireWriting();
  callHdf5("write", [&] { TENON_HDF5(H5Fflush(file_.id(), H5F_SCOPE_GLOBAL)); });
  writeToDisk(beside, others);
}

void Hdf5File::writeToDisk(const std::vector<NamedText>& beside, const std::vector<PartialFile*>& others) {
  Hdf5Metadata::Changes changes;
  Checksum checksum = checksum_ ? checksum_->sumOver(comm_) : Checksum();
  runOnAllRanks([&] {
    if (!comm_.isRoot()) return partial_->sync();
    if (is_published_) requireUnmodified();
    if (metadata_->isIncomplete()) throw FileError(fmt::format("Cannot write '{}': memory is exhausted.", path_));
    changes = metadata_->changes();
    if (changes.size > metadata_->sizeOnDisk()) partial_->resize(changes.size);
    for (const auto& change : changes.appended) {
      partial_->write(change.offset, change.current);
      if (checksum_) checksum.add(change.offset, change.current);
    }
    if (checksum_) partial_->write(changes.size, checksumFooter(changes.size, checksum));
    partial_->sync();
  });
  runOnAllRanks([&] {
    if (!comm_.isRoot()) return;
    std::vector<PartialFile> texts;
    for (const NamedText& text : beside) texts.push_back(prepareTextFile(text));
    std::vector<PartialFile*> files;
    for (PartialFile& text : texts) files.push_back(&text);
    if (is_published_) {
      applyAtomically(changes.replaced, files);
      if (changes.size < metadata_->sizeOnDisk()) partial_->resize(changes.size);
    } else {
      for (PartialFile* other : others) other->sync();
      files.insert(files.end(), others.begin(), others.end());
      files.push_back(&*partial_);
      publish(files);
    }
    metadata_->accept(changes);
  });
  is_published_ = true;
}

void Hdf5File::requireUnmodified() const {
  for (const Hdf5Metadata::Sample& sample : metadata_->samplesOnDisk())
    partial_->requireIntact(metadata_->sizeOnDisk(), sample.offset, sample.bytes);
}

void Hdf5File::applyAtomically(const std::vector<Hdf5Metadata::Change>& changes,
                               const std::vector<PartialFile*>& texts) const {
  try {
    for (const auto& change : changes) partial_->write(change.offset, change.current);
    partial_->sync();
    publish(texts);
  } catch (const base::FileError&) {
    for (const auto& change : changes) partial_->write(change.offset, change.previous);
    throw;
  }
}

}  // namespace tenon::io

#include "tenon/io/parallelFile.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "tenon/base/collectively.hpp"
#include "tenon/io/diskSpace.hpp"
#include "tenon/io/textFile.hpp"

namespace tenon::io {
namespace {

using base::FileError;

constexpr std::size_t bytes_at_once = std::size_t{4} << 20;

void checkFile(int code) {
  if (code == MPI_SUCCESS) return;
  std::array<char, MPI_MAX_ERROR_STRING> text{};
  int length = 0;
  MPI_Error_string(code, text.data(), &length);
  throw FileError(std::string(text.data(), static_cast<std::size_t>(length)) + ".");
}

/// Makes the file with all its space, on the root.
void prepare(const std::string& path, const std::string& partial_path, std::int64_t size) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) throw FileError("it is a folder.");
  errno = 0;
  if (!std::ofstream(partial_path, std::ios::trunc)) throw FileError(fmt::format("{}.", std::strerror(errno)));
  claimDiskSpace(partial_path, size);
}

void writePart(MPI_File file, std::int64_t offset, gsl::span<const char> bytes) {
  while (!bytes.empty()) {
    const auto part = bytes.first(std::min(bytes.size(), std::size_t{1} << 28));
    checkFile(MPI_File_write_at(file, offset, part.data(), static_cast<int>(part.size()), MPI_BYTE, MPI_STATUS_IGNORE));
    offset += static_cast<std::int64_t>(part.size());
    bytes = bytes.subspan(part.size());
  }
}

}  // namespace

void writeInParallel(const base::Communicator& comm, const std::string& path, std::int64_t size,
                     const std::function<void(const WriteAt&)>& work) {
  const std::string partial_path = path + ".partial";
  MPI_File file = MPI_FILE_NULL;
  const auto together = [&](const std::function<void()>& step) {
    base::collectively(comm, [&] {
      try {
        step();
      } catch (const FileError& error) {
        throw FileError(fmt::format("Cannot write '{}'{}: {}", path, freeSpaceNote(partial_path), error.what()));
      }
    });
  };
  try {
    together([&] {
      if (comm.isRoot()) prepare(path, partial_path, size);
    });
    const int opened = MPI_File_open(comm.mpi(), partial_path.c_str(), MPI_MODE_WRONLY, MPI_INFO_NULL, &file);
    if (!comm.all(opened == MPI_SUCCESS)) file = MPI_FILE_NULL;  // closing is collective
    together([&] { checkFile(opened); });
    together(
        [&] { work([file](std::int64_t offset, gsl::span<const char> bytes) { writePart(file, offset, bytes); }); });
    const int closed = MPI_File_close(&file);
    together([&] { checkFile(closed); });
    base::onRoot(comm, [&] { publish(partial_path, path); });
  } catch (const base::Error& error) {
    if (file != MPI_FILE_NULL && error.onAllRanks()) MPI_File_close(&file);
    if (comm.isRoot()) ::unlink(partial_path.c_str());
    throw;
  }
}

void writeLinesInParallel(const base::Communicator& comm, const std::string& path, const std::string& header,
                          std::int64_t count, const FormatLines& format) {
  fmt::memory_buffer text;
  std::int64_t length = comm.isRoot() ? static_cast<std::int64_t>(header.size()) : 0;
  base::collectively(comm, [&] {
    for (std::int64_t item = 0; item < count; ++item) {
      text.clear();
      format(item, text);
      length += static_cast<std::int64_t>(text.size());
    }
  });
  const std::int64_t first = comm.exclusiveSum(length);
  writeInParallel(comm, path, comm.sum(length), [&](const WriteAt& write) {
    std::int64_t offset = first;
    text.clear();
    if (comm.isRoot()) text.append(header);
    for (std::int64_t item = 0; item < count; ++item) {
      format(item, text);
      if (text.size() < bytes_at_once && item + 1 < count) continue;
      write(offset, {text.data(), text.size()});
      offset += static_cast<std::int64_t>(text.size());
      text.clear();
    }
    if (text.size() > 0) write(offset, {text.data(), text.size()});
  });
}

}  // namespace tenon::io

#include "tenon/io/textFile.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "tenon/base/collectively.hpp"

namespace tenon::io {
namespace {

[[noreturn]] void failToWrite(const std::string& path, int reason) {
  throw base::FileError(fmt::format("Cannot write '{}': {}.", path, std::strerror(reason)));
}

void writeText(const std::string& partial_path, const std::string& path, const std::string& text) {
  errno = 0;
  std::ofstream out(partial_path, std::ios::binary | std::ios::trunc);
  if (!out) failToWrite(path, errno);
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
  out.close();
  if (!out) failToWrite(path, errno);
}

}  // namespace

void publish(const std::string& partial_path, const std::string& path) {
  const int descriptor = ::open(partial_path.c_str(), O_RDONLY);
  const int reason = descriptor < 0 || ::fsync(descriptor) != 0 ? errno : 0;
  if (descriptor >= 0) ::close(descriptor);
  if (reason != 0) failToWrite(path, reason);
  std::error_code error;
  std::filesystem::rename(partial_path, path, error);
  if (error) failToWrite(path, error.value());
}

void writeTextAtomically(const base::Communicator& comm, const std::string& path, const std::string& text) {
  base::onRoot(comm, [&] {
    const std::string partial_path = path + ".partial";
    try {
      writeText(partial_path, path, text);
      publish(partial_path, path);
    } catch (const base::FileError&) {
      ::unlink(partial_path.c_str());
      throw;
    }
  });
}

void checkWritable(const base::Communicator& comm, const std::string& path) {
  base::onRoot(comm, [&] {
    if (std::filesystem::is_directory(path)) failToWrite(path, EISDIR);
    const std::string partial_path = path + ".partial";
    writeText(partial_path, path, "");
    ::unlink(partial_path.c_str());
  });
}

void makeFolder(const base::Communicator& comm, const std::string& path) {
  base::onRoot(comm, [&] {
    std::error_code error;
    std::filesystem::create_directories(path, error);
    if (error) throw base::FileError(fmt::format("Cannot make the folder '{}': {}.", path, error.message()));
  });
}

}  // namespace tenon::io

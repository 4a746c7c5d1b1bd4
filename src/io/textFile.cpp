#include "tenon/io/textFile.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "tenon/base/collectively.hpp"

namespace tenon::io {

std::string csvField(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string field = "\"";
  for (const char letter : text) field += letter == '"' ? std::string("\"\"") : std::string(1, letter);
  return field + "\"";
}

PartialFile finishedText(const NamedText& text) {
  PartialFile file = PartialFile::create(text.path);
  file.write(0, text.text);
  file.sync();
  return file;
}

void writeTextAtomically(const base::Communicator& comm, const std::string& path, const std::string& text) {
  base::onRoot(comm, [&] {
    PartialFile file = finishedText({path, text});
    publish({&file});
  });
}

void checkWritable(const base::Communicator& comm, const std::string& path) {
  base::onRoot(comm, [&] { PartialFile::create(path); });
}

void makeFolder(const base::Communicator& comm, const std::string& path) {
  base::onRoot(comm, [&] {
    std::error_code error;
    std::filesystem::create_directories(path, error);
    if (error) throw base::FileError(fmt::format("Cannot create the folder '{}': {}.", path, error.message()));
  });
}

}  // namespace tenon::io

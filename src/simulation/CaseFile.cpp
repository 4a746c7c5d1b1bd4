#include "tenon/simulation/CaseFile.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "tenon/base/collectively.hpp"

namespace tenon::simulation {
namespace {

std::string contentsOf(const std::string& path) {
  if (std::filesystem::is_directory(path))
    throw base::FileError(fmt::format("'{}' is a folder, not a case file.", path));
  std::ifstream file(path, std::ios::binary);
  if (!file) throw base::FileError(fmt::format("The case file '{}' cannot be opened: is the path right?", path));
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace

CaseFile CaseFile::read(const base::Communicator& comm, const std::string& path) {
  CaseFile file;
  file.path = path;
  base::onRoot(comm, [&] { file.text = contentsOf(path); });
  file.text = comm.broadcast(std::move(file.text));
  base::collectively(comm, [&] {
    file.root = base::CaseNode::parse(file.text, path);
    if (!file.root.defined() || !file.root.isMap())
      throw base::InputError(
          fmt::format("{}: a case is a block of 'key: value' lines that begins with 'objects:'.", path));
  });
  return file;
}

std::string CaseFile::resolve(const std::string& name) const {
  return (std::filesystem::path(path).parent_path() / name).lexically_normal().string();
}

std::string CaseFile::stem() const {
  return std::filesystem::path(path).stem().string();
}

}  // namespace tenon::simulation

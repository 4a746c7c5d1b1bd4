#include "outputs.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <filesystem>
#include <map>

#include "tenon/base/collectively.hpp"
#include "tenon/io/textFile.hpp"

namespace tenon::simulation {
namespace {

namespace fs = std::filesystem;

/// The same text for names of one file, there already or not.
std::string identityOf(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0) return fmt::format("{}:{}", status.st_dev, status.st_ino);
  std::error_code error;
  const fs::path canonical = fs::weakly_canonical(path, error);
  return error ? path : canonical.string();
}

void refuseOverwriting(const std::vector<std::string>& outputs, const std::vector<std::string>& inputs) {
  std::map<std::string, std::string> read, written;  // the name by the identity
  for (const std::string& input : inputs) read.emplace(identityOf(input), input);
  for (const std::string& output : outputs) {
    if (output.empty()) continue;
    const std::string identity = identityOf(output);
    if (const auto input = read.find(identity); input != read.end())
      throw base::InputError(fmt::format("The output '{}' would overwrite '{}', which is read; choose another output.",
                                         output, input->second));
    if (const auto [other, is_new] = written.emplace(identity, output); !is_new)
      throw base::InputError(fmt::format("The outputs '{}' and '{}' are one file; choose another name for one.",
                                         other->second, output));
  }
}

}  // namespace

void requireNoInput(const base::Communicator& comm, const std::vector<std::string>& outputs,
                    const std::vector<std::string>& inputs) {
  base::onRoot(comm, [&] { refuseOverwriting(outputs, inputs); });
}

void requireOutputs(const base::Communicator& comm, const std::vector<std::string>& outputs,
                    const std::vector<std::string>& inputs) {
  requireNoInput(comm, outputs, inputs);
  for (const std::string& path : outputs) {
    if (path.empty()) continue;
    const auto folder = fs::path(path).parent_path();
    if (!folder.empty()) io::makeFolder(comm, folder.string());
    io::checkWritable(comm, path);
  }
}

}  // namespace tenon::simulation

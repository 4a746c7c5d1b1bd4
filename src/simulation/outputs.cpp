#include "outputs.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "tenon/base/collectively.hpp"
#include "tenon/io/textFile.hpp"

namespace tenon::simulation {
namespace {

namespace fs = std::filesystem;

/// Whether both are there and are one file, or will be one.
bool areOne(const std::string& a, const std::string& b) {
  std::error_code no_file, no_path;
  if (fs::equivalent(a, b, no_file)) return true;
  const fs::path first = fs::weakly_canonical(a, no_path), second = fs::weakly_canonical(b, no_file);
  return !no_path && !no_file && first == second;
}

void refuseOverwriting(const std::vector<std::string>& outputs, const std::vector<std::string>& inputs) {
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    if (outputs[i].empty()) continue;
    for (const std::string& input : inputs)
      if (areOne(outputs[i], input))
        throw base::InputError(fmt::format("The output '{}' would overwrite '{}', which is read; choose another output.",
                                           outputs[i], input));
    for (std::size_t j = 0; j < i; ++j)
      if (!outputs[j].empty() && areOne(outputs[i], outputs[j]))
        throw base::InputError(fmt::format("The outputs '{}' and '{}' are one file; choose another name for one.",
                                           outputs[j], outputs[i]));
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

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "outputs.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "base/interface/interfaceNames.hpp"
#include "base/quote.hpp"
#include "io/textFile.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::simulation {
namespace {

namespace fs = std::filesystem;

/// Returns a string that is the same for all names of one file, whether the file exists or not.
std::string identityOf(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0) return fmt::format("{}:{}", status.st_dev, status.st_ino);
  std::error_code error;
  const fs::path canonical = fs::weakly_canonical(fs::absolute(path), error);  // relative names may begin with "./"
  return error ? path : canonical.string();
}

/// Returns the real path of a folder, without links and "..", whether it exists or not.
fs::path realFolder(const fs::path& folder) {
  std::error_code error;
  const fs::path absolute = fs::absolute(folder.empty() ? fs::path(".") : folder, error);
  const fs::path real = error ? absolute : fs::weakly_canonical(absolute, error);
  if (error) throw base::FileError(fmt::format("Cannot write into '{}': {}.", folder.string(), error.message()));
  return real.has_filename() ? real : real.parent_path();
}

bool isWithin(const fs::path& folder, const fs::path& other) {
  const auto [end_of_other, ignored] = std::mismatch(other.begin(), other.end(), folder.begin(), folder.end());
  return end_of_other == other.end();
}

void refuseOverwriting(const std::vector<std::string>& outputs, const std::vector<std::string>& inputs) {
  std::map<std::string, std::string> read, written;  // Name by identity.
  for (const std::string& input : inputs) read.emplace(identityOf(input), input);
  for (const std::string& output : outputs) {
    if (output.empty()) continue;
    const std::string identity = identityOf(output);
    if (const auto input = read.find(identity); input != read.end())
      throw base::InputError("The output " + io::describeOverwriting(output, input->second));
    if (const auto [other, is_new] = written.emplace(identity, output); !is_new)
      throw base::InputError(
          fmt::format("The outputs '{}' and '{}' are the same file; rename one of them.", other->second, output));
  }
}

}  // namespace

void requireNoInput(const base::Communicator& comm, const std::vector<std::string>& outputs,
                    const std::vector<std::string>& inputs) {
  base::runOnRoot(comm, [&] { refuseOverwriting(outputs, inputs); });
}

io::OutputFolders requireOutputs(const base::Communicator& comm, const std::vector<std::string>& outputs,
                                 const std::vector<std::string>& inputs) {
  requireNoInput(comm, outputs, inputs);
  io::OutputFolders folders(comm);
  for (const std::string& path : outputs) {
    if (path.empty()) continue;
    const auto folder = fs::path(path).parent_path();
    if (!folder.empty()) folders.create(folder.string());
    io::requireWritable(comm, path);
  }
  return folders;
}

void requireConfined(const base::Communicator& comm, const std::vector<std::string>& outputs,
                     const std::vector<std::string>& folders, const std::string& where) {
  base::runOnRoot(comm, [&] {
    std::vector<fs::path> allowed;
    for (const std::string& folder : folders) allowed.push_back(realFolder(folder));
    for (const std::string& output : outputs) {
      if (output.empty()) continue;
      const fs::path folder = realFolder(fs::path(output).parent_path());
      if (std::any_of(allowed.begin(), allowed.end(), [&](const fs::path& one) { return isWithin(folder, one); }))
        continue;
      throw base::InputError(
          fmt::format("{}: the output {} would lie in {}; a case may write only to {}. Use {} to permit this.", where,
                      base::quote(output), base::quote(folder.string()),
                      folders.size() > 1 ? "its own folder and the working directory"
                                         : "the folder given with " + base::nameOfOption("-o"),
                      base::nameOfOption("--allow-outside")));
    }
  });
}

}  // namespace tenon::simulation

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "convertMesh.hpp"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <vector>

#include "base/text.hpp"
#include "mesh/distribution/distribute.hpp"
#include "mesh/reading/readMeshes.hpp"
#include "mesh/reading/writeGmsh.hpp"
#include "simulation/reading/outputs.hpp"
#include "simulation/reading/placement.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::simulation {
namespace {

/// Returns the environment without the variables of an MPI launcher, because the child process is
/// no rank.
std::vector<char*> environmentOfOneProcess() {
  std::vector<char*> kept;
  for (char** entry = environ; *entry != nullptr; ++entry)
    if (std::strncmp(*entry, "OMPI_", 5) != 0 && std::strncmp(*entry, "PMI", 3) != 0) kept.push_back(*entry);
  kept.push_back(nullptr);
  return kept;
}

std::string readAll(int descriptor) {
  std::string text;
  std::array<char, 4096> buffer;
  for (;;) {
    const ssize_t count = ::read(descriptor, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return text;
    text.append(buffer.data(), static_cast<std::size_t>(count));
  }
}

/// Returns the path of the converter next to this program, or its name, which is searched in PATH.
std::string converter() {
  const auto beside = std::filesystem::read_symlink("/proc/self/exe").parent_path() / "tenon-convert";
  return std::filesystem::exists(beside) ? beside.string() : "tenon-convert";
}

struct Outcome {
  int code = 0;      // Exit code of a program that ended regularly.
  int signal = 0;    // Signal that ended the program; 0: none.
  std::string said;  // Text on standard error.
};

Outcome run(const std::string& program, const std::vector<std::string>& words) {
  const auto check = [&](int error) {
    if (error != 0) throw base::FileError(fmt::format("Cannot start '{}': {}.", program, std::strerror(error)));
  };
  int ends[2];
  check(::pipe(ends) == 0 ? 0 : errno);
  posix_spawn_file_actions_t actions;
  check(posix_spawn_file_actions_init(&actions));
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
  posix_spawn_file_actions_addclose(&actions, ends[0]);
  std::vector<char*> arguments{const_cast<char*>(program.c_str())};
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  pid_t child = 0;
  const int error =
      posix_spawnp(&child, program.c_str(), &actions, nullptr, arguments.data(), environmentOfOneProcess().data());
  posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  Outcome outcome;
  if (error == 0) outcome.said = readAll(ends[0]);
  ::close(ends[0]);
  check(error);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  outcome.code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
  outcome.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  return outcome;
}

/// Converts a mesh by the program tenon-convert.
void convertByProgram(const std::string& source, const std::string& target) {
  const Outcome outcome = run(converter(), {source, target});
  if (outcome.signal != 0)
    throw base::InputError(fmt::format(
        "Cannot convert '{}': the reader was terminated by signal {} ({}); the file is damaged or too large.", source,
        outcome.signal, strsignal(outcome.signal)));
  const std::string mark = "tenon: error: ";
  const std::size_t at = outcome.said.rfind(mark);
  if (outcome.code == 0 || at == std::string::npos) std::fputs(base::printable(outcome.said).c_str(), stderr);
  if (outcome.code == 0) return;
  std::string sentence = at == std::string::npos ? fmt::format("tenon-convert failed with exit code {}.", outcome.code)
                                                 : outcome.said.substr(at + mark.size());
  while (!sentence.empty() && sentence.back() == '\n') sentence.pop_back();
  if (outcome.code == static_cast<int>(base::ExitCode::input)) throw base::InputError(sentence);
  if (outcome.code == static_cast<int>(base::ExitCode::files)) throw base::FileError(sentence);
  throw base::InternalError(sentence);
}

/// Temporary folder within the folder of a file; the destructor removes it with its contents.
class TemporaryFolder {
 public:
  explicit TemporaryFolder(const std::string& path) {
    const auto folder = std::filesystem::absolute(path).parent_path();
    path_ = (folder / ".tenon-convert-XXXXXX").string();
    if (::mkdtemp(path_.data()) == nullptr)
      throw base::FileError(fmt::format("Cannot write into '{}': {}.", folder.string(), std::strerror(errno)));
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  std::string operator/(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

mesh::RawMesh readAnyMesh(const std::string& source, const std::string& target) {
  if (mesh::isReadable(source)) return mesh::readRawMesh({source, {}});
  const TemporaryFolder folder(target);
  const std::string path = folder / std::filesystem::path(target).filename().string();
  convertByProgram(source, path);
  mesh::RawMesh mesh = mesh::readRawMesh({path, {}});
  mesh.file = source;
  return mesh;
}

/// Converts a mesh that tenon can read, or derives a mesh. @throws InputError if the name of the
/// target does not end in .msh.
void derive(const std::string& source, const std::string& target, const std::vector<mesh::DerivationStep>& steps,
            const mesh::Placement& placement) {
  if (std::filesystem::path(target).extension() != ".msh")
    throw base::InputError(fmt::format("The file name '{}' must end in .msh.", target));
  mesh::RawMesh raw = readAnyMesh(source, target);
  std::vector<int> parts(raw.numTopCells(), 0);
  mesh::Mesh mesh = mesh::distribute(base::Communicator::self(), std::move(raw), std::move(parts), placement);
  for (const mesh::DerivationStep& step : steps) mesh = mesh::derive(mesh, step).mesh;
  mesh::writeGmsh(mesh, target);
}

}  // namespace

void convertMesh(const base::Communicator& comm, const std::string& source, const std::string& target,
                 const std::vector<mesh::DerivationStep>& steps, const std::string& place) {
  requireNoInput(comm, {target}, {source});
  base::runOnRoot(comm, [&] {
    if (steps.empty() && place.empty() && !mesh::isReadable(source)) return convertByProgram(source, target);
    derive(source, target, steps, parsePlacement(place));
  });
}

}  // namespace tenon::simulation

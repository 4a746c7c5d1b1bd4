// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "viewerFiles.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <petscdraw.h>
#include <petscviewer.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "base/quote.hpp"
#include "base/text.hpp"
#include "io/textFile.hpp"
#include "tenon/base/Error.hpp"
#include "tenon/base/Index.hpp"
#include "tenon/base/check.hpp"
#include "tenon/base/runCollectively.hpp"
#include "tenon/base/suggest.hpp"

namespace tenon::solver {
namespace {

/// Words in the names of options whose values are viewers.
constexpr std::array<const char*, 3> viewer_words{"view", "monitor", "converged_reason"};

bool isViewer(const std::string& name) {
  const std::string low = base::toLowerCase(name);
  return std::any_of(viewer_words.begin(), viewer_words.end(),
                     [&](const char* word) { return low.find(word) != std::string::npos; });
}

/// Returns the reason why this rank cannot write a file; empty if it can.
std::string explainUnwritable(const std::string& path) {
  struct stat status {};
  const auto refusal = [](const std::string& of, int mode) {
    return ::faccessat(AT_FDCWD, of.c_str(), mode, AT_EACCESS) == 0 ? "" : std::strerror(errno);
  };
  if (::stat(path.c_str(), &status) == 0) return S_ISDIR(status.st_mode) ? "it is a folder" : refusal(path, W_OK);
  if (errno != ENOENT) return std::strerror(errno);
  const std::string parent = std::filesystem::path(path).parent_path().string(), folder = parent.empty() ? "." : parent;
  if (::stat(folder.c_str(), &status) != 0)
    return errno == ENOENT ? fmt::format("there is no folder '{}'", folder) : std::strerror(errno);
  return S_ISDIR(status.st_mode) ? refusal(folder, W_OK | X_OK) : fmt::format("'{}' is not a folder", folder);
}

bool isSameFile(const std::string& a, const std::string& b) {
  struct stat first {
  }, second{};
  return ::stat(a.c_str(), &first) == 0 && ::stat(b.c_str(), &second) == 0 && first.st_dev == second.st_dev &&
         first.st_ino == second.st_ino;
}

/// Returns true if PETSc has a viewer of this type. Nothing is opened.
bool isViewerType(const std::string& type) {
  PetscViewer viewer = nullptr;
  TENON_PETSC(PetscViewerCreate(PETSC_COMM_SELF, &viewer));
  const bool is_known = PetscViewerSetType(viewer, type.c_str()) == 0;
  PetscViewerDestroy(&viewer);
  return is_known;
}

/// Returns true if PETSc has this type of drawing. A window is opened later, if at all.
bool isDrawType(const std::string& type) {
  if (type.empty() || type == PETSC_DRAW_X) return true;
  PetscDraw draw = nullptr;
  TENON_PETSC(PetscDrawCreate(PETSC_COMM_SELF, nullptr, nullptr, 0, 0, 1, 1, &draw));
  const bool is_known = PetscDrawSetType(draw, type.c_str()) == 0;
  PetscDrawDestroy(&draw);
  return is_known;
}

/// Returns the reason why a socket viewer would find no listening program; empty if a program
/// listens, or if only another machine can determine it. No data are sent.
std::string explainRefusedConnection() {
  constexpr int default_port = 5005;  // PETSc's default.
  const char* const of_environment = std::getenv("PETSC_VIEWER_SOCKET_PORT");
  PetscInt port = of_environment != nullptr ? std::atoi(of_environment) : default_port;
  PetscBool has_machine = PETSC_FALSE;
  TENON_PETSC(PetscOptionsHasName(nullptr, nullptr, "-viewer_socket_machine", &has_machine));
  TENON_PETSC(PetscOptionsGetInt(nullptr, nullptr, "-viewer_socket_port", &port, nullptr));
  if (has_machine == PETSC_TRUE || std::getenv("PETSC_VIEWER_SOCKET_MACHINE") != nullptr) return "";
  if (port < 1 || port > 65535) return fmt::format("{} is not a port number", port);
  const int tried = ::socket(AF_INET, SOCK_STREAM, 0);
  if (tried < 0) return std::strerror(errno);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_ANY);
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  const bool is_taken = ::bind(tried, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0;
  ::close(tried);
  if (is_taken) return "";
  return fmt::format(
      "no program is listening on port {} of this machine; start the receiving program before this run, or specify "
      "its port and machine with -viewer_socket_port and -viewer_socket_machine",
      port);
}

/// Returns true if the viewer of an option sends its data to another program.
bool isSocket(const std::string& name, const std::string& value) {
  return isViewer(name) && base::toLowerCase(value.substr(0, value.find(':'))) == PETSCVIEWERSOCKET;
}

/// Returns the reason why PETSc does not have such a viewer; empty if it has, or if the option is
/// not a viewer.
std::string unknownType(const std::string& name, const std::string& value) {
  const std::size_t colon = value.find(':');
  if (!isViewer(name) || colon == std::string::npos || colon == 0) return "";
  const std::string type = base::toLowerCase(value.substr(0, colon));
  if (!isViewerType(type)) return fmt::format("PETSc has no viewer of type {}", base::quote(type));
  const std::string drawn = value.substr(colon + 1, value.find(':', colon + 1) - colon - 1);
  if (type == PETSCVIEWERDRAW && !isDrawType(drawn))
    return fmt::format("PETSc has no drawing type {}", base::quote(drawn));
  return "";
}

}  // namespace

std::string viewerFileName(const std::string& name, const std::string& value) {
  static const std::vector<std::string> types{"",       "ascii", "binary", "hdf5",    "vtk",
                                              "matlab", "adios", "cgns",   "exodusii"};
  const std::size_t colon = value.find(':');
  if (!isViewer(name) || colon == std::string::npos ||
      !base::contains(types, base::toLowerCase(value.substr(0, colon))))
    return "";
  const std::string file = value.substr(colon + 1, value.find(':', colon + 1) - colon - 1);
  const bool is_screen = file == "stdout" || file == "stderr";
  // PETSc completes ${PETSC_TMP} and similar names.
  return is_screen || file.find("${") != std::string::npos ? "" : file;
}

void requireViewerFiles(const base::Communicator& comm, const std::vector<std::string>& words, const std::string& where,
                        const std::vector<std::string>& inputs) {
  const auto fileAt = [&](std::size_t i) {
    return i + 1 < words.size() && words[i][0] == '-' ? viewerFileName(words[i], words[i + 1]) : "";
  };
  base::runCollectively(comm, [&] {
    for (std::size_t i = 0; i + 1 < words.size(); ++i)
      if (const std::string reason = words[i][0] == '-' ? unknownType(words[i], words[i + 1]) : ""; !reason.empty())
        throw base::InputError(fmt::format("{}: {} {}: {}.", where, words[i], base::quote(words[i + 1]), reason));
  });
  try {
    base::runOnRoot(comm, [&] {
      for (std::size_t i = 0; i + 1 < words.size(); ++i)
        if (const std::string reason =
                words[i][0] == '-' && isSocket(words[i], words[i + 1]) ? explainRefusedConnection() : "";
            !reason.empty())
          throw base::FileError(fmt::format("{}: {} {}: {}.", where, words[i], base::quote(words[i + 1]), reason));
      for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string file = fileAt(i), reason = file.empty() ? "" : explainUnwritable(file);
        for (const std::string& input : inputs)
          if (!file.empty() && isSameFile(file, input))
            throw base::InputError(fmt::format("{}: {}: {}", where, words[i], io::describeOverwriting(file, input)));
        if (!reason.empty())
          throw base::FileError(fmt::format("{}: {} cannot write '{}': {}.", where, words[i], file, reason));
      }
    });
  } catch (const base::Error&) {
    // PETSc would otherwise write these files at its end, and the other ranks would wait for the
    // root, which cannot.
    for (std::size_t i = 0; i < words.size(); ++i)
      if (!fileAt(i).empty() || (i + 1 < words.size() && isSocket(words[i], words[i + 1])))
        PetscOptionsClearValue(nullptr, words[i].c_str());
    throw;
  }
}

}  // namespace tenon::solver

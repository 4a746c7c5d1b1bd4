// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Replaces this process by the program `tenon` that was compiled for the highest instruction-set
// level of this processor. Arguments, working folder, signals and exit codes are those of the
// program. TENON_CPU=v2, v3 or v4 overrides the choice.
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <string>

#include "base/processor/ProcessorLevel.hpp"
#include "selection.hpp"

int main(int /*count*/, char** arguments) {
  using namespace tenon;
  char path[PATH_MAX];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
  if (length <= 0 || length == static_cast<ssize_t>(sizeof path))
    base::abortStartup("/proc/self/exe cannot be read, but the programs of tenon are located by means of this link.");
  const std::string folder = launcher::programFolder(std::string(path, static_cast<std::size_t>(length)));
  const launcher::Selection selected = launcher::selectLevel(std::getenv("TENON_CPU"), base::supportedLevel(),
                                                             launcher::installedLevels(folder), folder);
  if (!selected.error.empty()) base::abortStartup(selected.error.c_str());
  const std::string program = launcher::programPath(folder, selected.level);
  execv(program.c_str(), arguments);
  base::abortStartup((program + " cannot be started: " + std::strerror(errno) + ".").c_str());
}

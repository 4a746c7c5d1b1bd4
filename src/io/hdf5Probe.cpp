// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5Probe.hpp"

#include <fmt/format.h>
#include <malloc.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

#include "tenon/base/Error.hpp"

namespace tenon::io {
namespace {

constexpr unsigned most_seconds = 60;
constexpr int names_illegible = 1;  // exit code of the child process

herr_t visitAttribute(hid_t, const char*, const H5A_info_t*, void*) {
  return 0;
}

herr_t visitObject(hid_t group, const char* name, const H5O_info_t*, void*) {
  const hid_t object = H5Oopen(group, name, H5P_DEFAULT);
  if (object < 0) return 0;  // the error is reported when the object is read
  H5Aiterate2(object, H5_INDEX_NAME, H5_ITER_INC, nullptr, visitAttribute, nullptr);
  H5Oclose(object);
  return 0;
}

herr_t visitLink(hid_t, const char*, const H5L_info_t*, void*) {
  return 0;
}

/// Fills memory that is allocated from now on with a pattern. For a damaged table of names HDF5
/// frees uninitialised pointers; the pattern causes an immediate crash instead of a random one in a
/// later process.
void exposeUninitialisedMemory() {
#ifdef M_PERTURB
  ::mallopt(M_PERTURB, 0x5a);
#endif
}

[[noreturn]] void traverse(const std::function<hid_t()>& open) {
  for (const int number : {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGALRM, SIGINT, SIGTERM})
    std::signal(number, SIG_DFL);
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  ::alarm(most_seconds);
  exposeUninitialisedMemory();
  const hid_t file = open();
  if (file >= 0) {
    if (H5Lvisit(file, H5_INDEX_NAME, H5_ITER_INC, visitLink, nullptr) < 0) ::_exit(names_illegible);
    H5Ovisit2(file, H5_INDEX_NAME, H5_ITER_INC, visitObject, nullptr, H5O_INFO_BASIC);
    H5Fclose(file);
  }
  ::_exit(0);
}

}  // namespace

void requireTraversable(const std::string& path, const std::function<hid_t()>& open) {
  const pid_t child = ::fork();
  if (child < 0) return;  // the system cannot create a second process
  if (child == 0) traverse(open);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return;
  if (WIFSIGNALED(status))
    throw base::FileError(
        fmt::format("The HDF5 file '{}' is damaged: HDF5 {} the names of the objects in the file.", path,
                    WTERMSIG(status) == SIGALRM ? fmt::format("takes more than {} s to read", most_seconds)
                                                : "crashes while reading"));
  if (WIFEXITED(status) && WEXITSTATUS(status) == names_illegible)
    throw base::FileError(
        fmt::format("The HDF5 file '{}' is damaged: HDF5 cannot read the names of the objects in the file.", path));
}

}  // namespace tenon::io

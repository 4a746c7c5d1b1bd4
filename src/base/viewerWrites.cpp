// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "viewerWrites.hpp"

#include <fmt/format.h>
#include <petscsys.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstring>

#include "tenon/base/runCollectively.hpp"

namespace tenon::base {
namespace {

std::string failed_write;
PetscErrorCode (*usual_print)(FILE*, const char[], std::va_list) = nullptr;

/// Returns the name of an open file; "a file" if the system does not provide it.
std::string nameOf(FILE* file) {
  std::array<char, 4096> name{};
  const std::string link = fmt::format("/proc/self/fd/{}", ::fileno(file));
  const auto length = ::readlink(link.c_str(), name.data(), name.size());
  return length > 0 ? fmt::format("'{}'", std::string(name.data(), static_cast<std::size_t>(length))) : "a file";
}

PetscErrorCode printMonitored(FILE* file, const char format[], std::va_list arguments) {
  const PetscErrorCode code = usual_print(file, format, arguments);
  const bool is_terminal = file == stdout || file == stderr;  // requireStandardOutput() checks these
  if (!is_terminal && failed_write.empty() && (std::fflush(file) != 0 || std::ferror(file) != 0))
    failed_write = fmt::format("Cannot write the complete output of a PETSc option to {}: {}.", nameOf(file),
                               std::strerror(errno));
  return code;
}

}  // namespace

void monitorViewerWrites() {
  failed_write.clear();
  if (PetscVFPrintf != printMonitored) usual_print = PetscVFPrintf;
  PetscVFPrintf = printMonitored;
}

std::string viewerWriteError() {
  return failed_write;
}

void requireViewerWrites(const Communicator& comm) {
  runCollectively(comm, [] {
    if (!failed_write.empty()) throw FileError(failed_write);
  });
}

}  // namespace tenon::base

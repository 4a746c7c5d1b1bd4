// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/base/runCollectively.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <new>

#include "failures.hpp"

namespace tenon::base {
namespace {

[[noreturn]] void throwOnAllRanks(ExitCode code, const std::string& sentence) {
  const auto raise = [&](auto error) {
    error.markOnAllRanks();
    throw error;
  };
  switch (code) {
    case ExitCode::input:
      raise(InputError(sentence));
      break;
    case ExitCode::notConverged:
      raise(NotConvergedError(sentence));
      break;
    case ExitCode::files:
      raise(FileError(sentence));
      break;
    default:
      raise(InternalError(sentence));
  }
  std::terminate();  // not reached
}

}  // namespace

void runCollectively(const Communicator& comm, const std::function<void()>& work) {
  ExitCode code = ExitCode::ok;
  std::string sentence;
  try {
    work();
  } catch (const Error& error) {
    code = error.code();
    sentence = error.what();
  } catch (const std::filesystem::filesystem_error& error) {
    code = ExitCode::files;
    sentence = messageOf(error);
  } catch (const std::bad_alloc&) {
    code = ExitCode::internal;
    sentence = fmt::format("Rank {} ran out of memory.", comm.rank());
  } catch (const std::exception& error) {
    code = ExitCode::internal;
    sentence = error.what();
  }

  const bool failed = code != ExitCode::ok;
  const int first = comm.min(failed ? comm.rank() : comm.size());
  if (first == comm.size()) return;
  const int count = comm.sum(failed ? 1 : 0);
  const std::string agreed = comm.broadcast(sentence, first);
  const int agreed_code = std::stoi(comm.broadcast(std::to_string(static_cast<int>(code)), first));
  const std::string others =
      count > 1 && count < comm.size() ? fmt::format(" (reported by {} of {} ranks)", count, comm.size()) : "";
  throwOnAllRanks(static_cast<ExitCode>(agreed_code), agreed + others);
}

}  // namespace tenon::base

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "reportSignals.hpp"

#include <unistd.h>

#include <csignal>
#include <cstddef>

namespace tenon::app {
namespace {

/// Prints a message and raises the signal again, whose treatment is the default one by now. Calls
/// only functions that a handler may call.
extern "C" void reportAndTerminate(int number) {
  static const char interrupted[] = "tenon: error: SIGINT terminated the program; files *.partial may remain.\n";
  static const char terminated[] = "tenon: error: SIGTERM terminated the program; files *.partial may remain.\n";
  const bool is_interrupt = number == SIGINT;
  const std::size_t length = (is_interrupt ? sizeof interrupted : sizeof terminated) - 1;
  const auto ignored = ::write(STDERR_FILENO, is_interrupt ? interrupted : terminated, length);
  static_cast<void>(ignored);
  ::raise(number);
}

}  // namespace

void reportSignals() {
  struct sigaction action {};
  action.sa_handler = reportAndTerminate;
  action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_NODEFER;
  for (const int number : {SIGINT, SIGTERM}) {
    struct sigaction before {};
    ::sigaction(number, nullptr, &before);
    if (before.sa_handler != SIG_IGN) ::sigaction(number, &action, nullptr);
  }
}

}  // namespace tenon::app

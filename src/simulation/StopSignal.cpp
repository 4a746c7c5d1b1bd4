// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "StopSignal.hpp"

#include <unistd.h>

namespace tenon::simulation {
namespace {

volatile std::sig_atomic_t number_caught = 0;

extern "C" void rememberSignal(int number) {
  number_caught = number;
}

/// Remembers the key combination Ctrl-C and tells the user what happens, since a step may be long.
extern "C" void rememberInterrupt(int number) {
  static const char text[] =
      "tenon: SIGINT ends the run after the current step; a second SIGINT ends it immediately.\n";
  number_caught = number;
  const auto ignored = ::write(STDERR_FILENO, text, sizeof text - 1);
  static_cast<void>(ignored);
}

std::string nameOf(int number) {
  return number == 0 ? "" : number == SIGTERM ? "SIGTERM" : number == SIGINT ? "SIGINT" : "SIGUSR1";
}

}  // namespace

void StopSignal::begin() {
  number_caught = 0;
  struct sigaction action {};
  action.sa_handler = rememberSignal;
  action.sa_flags = SA_RESTART;  // Interrupted input and output are resumed.
  ::sigaction(SIGTERM, &action, nullptr);
  ::sigaction(SIGUSR1, &action, nullptr);
  struct sigaction before {};
  ::sigaction(SIGINT, nullptr, &before);
  if (before.sa_handler == SIG_IGN) return;  // a job in the background of a shell
  action.sa_handler = rememberInterrupt;
  action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
  ::sigaction(SIGINT, &action, nullptr);
}

std::string StopSignal::received(const base::Communicator& comm) const {
  return nameOf(comm.max(static_cast<int>(number_caught)));
}

}  // namespace tenon::simulation

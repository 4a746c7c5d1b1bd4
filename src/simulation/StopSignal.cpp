// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "StopSignal.hpp"

namespace tenon::simulation {
namespace {

volatile std::sig_atomic_t number_caught = 0;

extern "C" void rememberSignal(int number) {
  number_caught = number;
}

std::string nameOf(int number) {
  return number == 0 ? "" : number == SIGTERM ? "SIGTERM" : "SIGUSR1";
}

}  // namespace

void StopSignal::begin() {
  number_caught = 0;
  struct sigaction action {};
  action.sa_handler = rememberSignal;
  action.sa_flags = SA_RESTART;  // Interrupted input and output are resumed.
  ::sigaction(SIGTERM, &action, nullptr);
  ::sigaction(SIGUSR1, &action, nullptr);
}

std::string StopSignal::received(const base::Communicator& comm) const {
  return nameOf(comm.max(static_cast<int>(number_caught)));
}

}  // namespace tenon::simulation

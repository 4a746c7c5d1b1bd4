// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include "base/processor/ProcessorLevel.hpp"
#include "tenon/base/Communicator.hpp"
#include "tenon/base/Error.hpp"

namespace tenon::base {

void requireSameLevel(const Communicator& comm, ProcessorLevel level) {
  const int lowest = comm.min(static_cast<int>(level)), highest = comm.max(static_cast<int>(level));
  if (lowest == highest) return;
  const char* name = nameOf(static_cast<ProcessorLevel>(lowest));
  throw InputError(fmt::format(
      "Ranks run programs for different processor levels, from {} to {}. The round-off of these programs differs, so "
      "collective decisions may differ too. Run the program for a level that all processors support: mpirun -x "
      "TENON_CPU={} ...",
      name, nameOf(static_cast<ProcessorLevel>(highest)), name));
}

}  // namespace tenon::base

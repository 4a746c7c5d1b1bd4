#pragma once
#include <spdlog/logger.h>

#include <string>

#include "tenon/base/Communicator.hpp"

namespace tenon::base {

/// The program's log: spdlog on the root, silence on the other ranks, so every rank may call it alike. Up to info it
/// goes to standard output as it is, from warn on to standard error as "tenon: warning: ...".
///   log().info("read {} cells", n);   log().warn("...");
spdlog::logger& log();

/// Sets who speaks and how much: level is one of trace, debug, info, warn, error, off (InputError otherwise).
/// Until it is called only the root of MPI_COMM_WORLD speaks, at level info.
void setUpLog(const Communicator& comm, const std::string& level);

/// Names of the levels, for help texts.
const std::vector<std::string>& logLevels();

}  // namespace tenon::base

#pragma once
#include <mpi.h>

#include <filesystem>
#include <string>

namespace tenon::base {

/// Which ranks have failed, as far as this rank, which has, could find out.
struct Failures {
  bool is_first;      ///< no failed rank has a lower number
  bool on_all_ranks;  ///< all ranks have failed, and each knows it
};

/// Tells the other ranks that this one has failed and waits up to `seconds` for theirs to say so. `comm` must serve
/// nothing else. Not collective: the others may hang in a call that this rank will never make.
Failures gatherFailures(MPI_Comm comm, double seconds);

/// "'<path>': <why>." for what the standard library says of a path.
std::string sentenceOf(const std::filesystem::filesystem_error& error);

}  // namespace tenon::base

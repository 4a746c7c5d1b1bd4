#pragma once
#include <mpi.h>

#include <filesystem>
#include <string>

#include "tenon/base/Error.hpp"

namespace tenon::base {

/// Which ranks have failed, as far as this rank, which has, could find out.
struct Failures {
  bool is_first;      ///< no failed rank has a lower number
  bool on_all_ranks;  ///< all ranks have failed, and each knows it
};

/// Tells the other ranks that this one has failed and waits up to `seconds` for theirs to say so. `comm` must serve
/// nothing else. Not collective: the others may hang in a call that this rank will never make.
Failures gatherFailures(MPI_Comm comm, double seconds);

/// Ends the program where not all ranks call this: the first that does reports `sentence`, and MPI_Abort ends the others
/// with `code`. To be called where a library has failed in a collective call: a rank that did not fail may still wait
/// in it, or would wait where the stack unwinds and objects are destroyed together. Returns where all ranks call it.
void endUnlessOnAllRanks(const std::string& sentence, ExitCode code);

/// "'<path>': <why>." for what the standard library says of a path.
std::string sentenceOf(const std::filesystem::filesystem_error& error);

}  // namespace tenon::base

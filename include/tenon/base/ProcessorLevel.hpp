#pragma once

namespace tenon::base {

class Communicator;

/// Level of the x86-64 instruction set (System V psABI for AMD64, section 3.1.1), lowest first. Other architectures
/// have the baseline only.
enum class ProcessorLevel { baseline, v2, v3, v4 };

/// Returns the name that compilers know, such as "x86-64-v3"; of other architectures, the name of the architecture.
const char* nameOf(ProcessorLevel level);

/// Parses "v3" or "x86-64-v3".
/// @return False if `text` names none of the levels v2, v3 and v4; `level` is then unchanged.
bool parseLevel(const char* text, ProcessorLevel& level);

/// Returns the highest level that this processor and its operating system support.
ProcessorLevel supportedLevel();

/// Returns the highest level all of whose instructions the compiler was allowed to use in this library.
ProcessorLevel compiledLevel();

/// Requires that all ranks run programs of one level. Decisions that all ranks compute from the same data differ if the
/// round-off does, and the ranks would then wait for each other in different calls.
/// @throws InputError with the remedy if ranks differ. @note Collective.
void requireSameLevel(const Communicator& comm, ProcessorLevel level = compiledLevel());

/// Prints "tenon: error: <message>" and ends the process with exit code 2, before MPI has started. Ranks other than the
/// first one wait before they print, so that mpirun ends them if all of them fail alike.
[[noreturn]] void refuseToStart(const char* message);

}  // namespace tenon::base

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace tenon::base {

class Communicator;

/// Level of the x86-64 instruction set (System V psABI for AMD64, section 3.1.1), lowest first.
/// Other architectures have the baseline only.
enum class ProcessorLevel { baseline, v2, v3, v4 };

/// Returns the level's name in compiler options, such as "x86-64-v3"; on other architectures, the
/// name of the architecture.
const char* nameOf(ProcessorLevel level);

/// Parses "v3" or "x86-64-v3".
/// @return false if `text` names none of the levels v2, v3 and v4; `level` is then unchanged
bool parseLevel(const char* text, ProcessorLevel& level);

/// Returns the highest level that this processor and its operating system support.
ProcessorLevel supportedLevel();

/// Returns the highest level all of whose instructions the compiler was allowed to use in this
/// library.
ProcessorLevel compiledLevel();

/// Requires that the programs of all ranks have been compiled for the same level. Ranks derive
/// decisions from identical data; if their round-off differed, they could make different decisions
/// and deadlock in different collective calls.
/// @throws InputError with the remedy if the levels differ
/// @note Collective.
void requireSameLevel(const Communicator& comm, ProcessorLevel level = compiledLevel());

/// Prints "tenon: error: <message>" and ends the process with exit code 2, before MPI starts. Ranks
/// other than the first wait before they print, so that mpirun terminates them first if all ranks
/// fail alike.
[[noreturn]] void abortStartup(const char* message);

}  // namespace tenon::base

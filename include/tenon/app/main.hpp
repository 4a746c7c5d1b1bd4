// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>

#include "tenon/simulation/reading/registries.hpp"

namespace tenon {

/// Function that adds user-defined types to those that a case may name.
using RegisterTypes = std::function<void(simulation::Registries&)>;

/// Runs the complete command `tenon`: initialisation and finalisation of MPI and PETSc, all
/// subcommands, messages and exit codes. A program with user-defined types consists of this call:
///   int main(int argc, char** argv) {
///     return tenon::main(argc, argv, [](tenon::simulation::Registries& mine) {
///       mine.forces.add<MyForce>("my-force", "what it does");
///     });
///   }
/// @param argc  number of arguments, including the name of the program
/// @param argv  [argc] arguments of the command line, including options of PETSc
/// @param register_types  function that every rank calls before it reads a case; may be empty
/// @return Exit code of the program: base::ExitCode, or 6 if a signal ended the run after a
///   checkpoint.
/// @note Collective over all ranks of the program. Exceptions of type base::Error are printed and
///   converted to the exit code.
int main(int argc, char** argv, const RegisterTypes& register_types = {});

}  // namespace tenon

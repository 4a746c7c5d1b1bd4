// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>

#include "tenon/simulation/reading/registries.hpp"

namespace tenon {

/// Function that registers user-defined types in addition to those of tenon.
using RegisterTypes = std::function<void(simulation::Registries&)>;

/// Runs the complete command `tenon`, including the initialisation and finalisation of MPI and
/// PETSc, all subcommands, messages and exit codes. A program with user-defined types only has to
/// call this function:
///   int main(int argc, char** argv) {
///     return tenon::main(argc, argv, [](tenon::simulation::Registries& mine) {
///       mine.forces.add<MyForce>("my-force", "what it does");
///     });
///   }
/// @param argc  number of command-line arguments, including the name of the program
/// @param argv  [argc] command-line arguments, including PETSc options
/// @param register_types  function that every rank calls before it reads a case; may be empty
/// @return exit code of the program: a value of base::ExitCode, or 6 if a signal ended the run
///   after a checkpoint was written
/// @note Collective over all ranks of the program. Exceptions of type base::Error are printed and
///   converted to exit codes.
int main(int argc, char** argv, const RegisterTypes& register_types = {});

}  // namespace tenon

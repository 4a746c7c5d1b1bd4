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
/// @return Exit code of the program.
int main(int argc, char** argv, const RegisterTypes& register_types = {});

}  // namespace tenon

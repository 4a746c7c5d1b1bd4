// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

// Names of inputs in messages: options of the program, or arguments of functions in Python.
namespace tenon::base {

/// Interface through which the user calls tenon.
enum class UserInterface { commandLine, python };

/// Sets the interface of this process, the command line by default. Called once at the start.
void setUserInterface(UserInterface interface);

/// Returns an option as the user of the interface writes it: "--ranks-per-run" on the command line,
/// "`ranks_per_run`" in Python.
/// @param option  option of the command line with its dashes
std::string nameOfOption(const std::string& option);

/// Returns the source of values of parameters: "the command line (--set)" or "`parameters`".
std::string sourceOfSettings();

/// Returns the source of PETSc options: "the command line" or "`petsc`".
std::string sourceOfPetscOptions();

/// Returns where PETSc options are specified: "on the command line" or "in `petsc`".
std::string placeOfPetscOptions();

/// Returns where PETSc options are specified that PETSc reads when it starts: "on the command line"
/// or "when PETSc is initialised (petsc4py.init)".
std::string placeOfStartOptions();

}  // namespace tenon::base

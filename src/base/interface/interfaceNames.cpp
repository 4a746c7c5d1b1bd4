// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "interfaceNames.hpp"

#include <algorithm>

namespace tenon::base {
namespace {

UserInterface& interfaceInUse() {
  static UserInterface interface = UserInterface::commandLine;
  return interface;
}

bool isPython() {
  return interfaceInUse() == UserInterface::python;
}

}  // namespace

void setUserInterface(UserInterface interface) {
  interfaceInUse() = interface;
}

std::string nameOfOption(const std::string& option) {
  if (!isPython()) return option;
  std::string name = option.substr(std::min(option.find_first_not_of('-'), option.size()));
  std::replace(name.begin(), name.end(), '-', '_');
  if (name == "set") name = "parameters";
  if (name == "o") name = "output";
  return "`" + name + "`";
}

std::string sourceOfSettings() {
  return isPython() ? "`parameters`" : "the command line (--set)";
}

std::string sourceOfPetscOptions() {
  return isPython() ? "`petsc`" : "the command line";
}

std::string placeOfPetscOptions() {
  return isPython() ? "in `petsc`" : "on the command line";
}

std::string placeOfStartOptions() {
  return isPython() ? "when PETSc is initialised (petsc4py.init)" : "on the command line";
}

}  // namespace tenon::base

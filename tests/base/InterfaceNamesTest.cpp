// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "base/interface/interfaceNames.hpp"

#include <gtest/gtest.h>

namespace tenon::base {
namespace {

TEST(InterfaceNames, AreOptionsOnTheCommandLine) {
  EXPECT_EQ(nameOfOption("--ranks-per-run"), "--ranks-per-run");
  EXPECT_EQ(sourceOfSettings(), "the command line (--set)");
  EXPECT_EQ(sourceOfPetscOptions(), "the command line");
  EXPECT_EQ(placeOfPetscOptions(), "on the command line");
  EXPECT_EQ(placeOfStartOptions(), "on the command line");
}

TEST(InterfaceNames, AreArgumentsInPython) {
  setUserInterface(UserInterface::python);
  EXPECT_EQ(nameOfOption("--ranks-per-run"), "`ranks_per_run`");
  EXPECT_EQ(nameOfOption("--set"), "`parameters`");
  EXPECT_EQ(nameOfOption("-o"), "`output`");
  EXPECT_EQ(sourceOfSettings(), "`parameters`");
  EXPECT_EQ(sourceOfPetscOptions(), "`petsc`");
  EXPECT_EQ(placeOfPetscOptions(), "in `petsc`");
  EXPECT_EQ(placeOfStartOptions(), "when PETSc is initialised (petsc4py.init)");
  setUserInterface(UserInterface::commandLine);
  EXPECT_EQ(nameOfOption("--vary"), "--vary");
}

}  // namespace
}  // namespace tenon::base

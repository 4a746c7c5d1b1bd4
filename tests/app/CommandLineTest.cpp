// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "app/CommandLine.hpp"

#include <gmock/gmock.h>

namespace tenon::app {
namespace {

using ::testing::ElementsAre;

TEST(CommandLine, WordsBehindPetscOptionsAreTheirValues) {
  const CommandLineWords words =
      separateWords({"run", "-ksp_rtol", "1e-9", "case.yaml", "--log-level", "debug", "-o", "out"});
  EXPECT_THAT(words.tenon_words, ElementsAre("run", "case.yaml", "--log-level", "debug", "-o", "out"));
  EXPECT_THAT(words.petsc, ElementsAre("-ksp_rtol", "1e-9"));
}

TEST(CommandLine, PetscOptionsWithoutValueTakeNoCaseMeshOrCommand) {
  for (const char* operand : {"case.yaml", "case.yml", "cube.msh", "run", "solve-report"}) {
    const CommandLineWords words = separateWords({"-ksp_monitor", operand});
    EXPECT_THAT(words.tenon_words, ElementsAre(operand));
    EXPECT_THAT(words.petsc, ElementsAre("-ksp_monitor"));
  }
  EXPECT_THAT(separateWords({"-ksp_monitor", "-ksp_view"}).petsc, ElementsAre("-ksp_monitor", "-ksp_view"));
}

TEST(CommandLine, OptionsTakeWhatEndsAsACaseOrMeshOnceOursIsThere) {
  for (const std::vector<std::string>& value :
       {std::vector<std::string>{"-options_file", "opts.yaml"}, {"-prefix", "info"}, {"-ksp_view", ":view.msh"}}) {
    const CommandLineWords behind = separateWords({"run", "case.yaml", value[0], value[1]});
    EXPECT_THAT(behind.petsc, ElementsAre(value[0], value[1]));
    EXPECT_THAT(behind.tenon_words, ElementsAre("run", "case.yaml"));
  }
  for (const char* value : {"opts.yaml", "opts.yml", "opts.msh"})
    EXPECT_THAT(separateWords({"run", "-options_file", value, "case.yaml"}).tenon_words,
                ElementsAre("run", "case.yaml"));
  EXPECT_THAT(separateWords({"-ksp_view", "ascii:a.yaml", "run"}).tenon_words, ElementsAre("run"));
  EXPECT_THAT(separateWords({"convert", "a.msh", "-log_view", "b.msh"}).tenon_words,
              ElementsAre("convert", "a.msh", "b.msh"));
  EXPECT_THAT(separateWords({"run", "-o", "x.yaml", "-log_view", "a.yaml"}).tenon_words,
              ElementsAre("run", "-o", "x.yaml", "a.yaml"));
}

TEST(CommandLine, NegativeNumbersAreValues) {
  const CommandLineWords words =
      separateWords({"-ksp_chebyshev_shift", "-1.5e3", "run", "case.yaml", "--factors", "0,0,-1"});
  EXPECT_THAT(words.petsc, ElementsAre("-ksp_chebyshev_shift", "-1.5e3"));
  EXPECT_THAT(words.tenon_words, ElementsAre("run", "case.yaml", "--factors", "0,0,-1"));
}

}  // namespace
}  // namespace tenon::app

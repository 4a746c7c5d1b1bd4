#include "tenon/app/CommandLine.hpp"

#include <gmock/gmock.h>

namespace tenon::app {
namespace {

using ::testing::ElementsAre;

TEST(CommandLine, WordsBehindPetscOptionsAreTheirValues) {
  const SortedWords words = sortWords({"run", "-ksp_rtol", "1e-9", "case.yaml", "--log-level", "debug", "-o", "out"});
  EXPECT_THAT(words.ours, ElementsAre("run", "case.yaml", "--log-level", "debug", "-o", "out"));
  EXPECT_THAT(words.petsc, ElementsAre("-ksp_rtol", "1e-9"));
}

TEST(CommandLine, PetscOptionsWithoutValueTakeNoCaseMeshOrCommand) {
  for (const char* operand : {"case.yaml", "case.yml", "cube.msh", "run", "solve-report"}) {
    const SortedWords words = sortWords({"-ksp_monitor", operand});
    EXPECT_THAT(words.ours, ElementsAre(operand));
    EXPECT_THAT(words.petsc, ElementsAre("-ksp_monitor"));
  }
  EXPECT_THAT(sortWords({"-ksp_monitor", "-ksp_view"}).petsc, ElementsAre("-ksp_monitor", "-ksp_view"));
}

TEST(CommandLine, OptionsTakeWhatEndsAsACaseOrMeshOnceOursIsThere) {
  for (const std::vector<std::string>& value :
       {std::vector<std::string>{"-options_file", "opts.yaml"}, {"-prefix", "info"}, {"-ksp_view", ":view.msh"}}) {
    const SortedWords behind = sortWords({"run", "case.yaml", value[0], value[1]});
    EXPECT_THAT(behind.petsc, ElementsAre(value[0], value[1]));
    EXPECT_THAT(behind.ours, ElementsAre("run", "case.yaml"));
  }
  for (const char* value : {"opts.yaml", "opts.yml", "opts.msh"})
    EXPECT_THAT(sortWords({"run", "-options_file", value, "case.yaml"}).ours, ElementsAre("run", "case.yaml"));
  EXPECT_THAT(sortWords({"-ksp_view", "ascii:a.yaml", "run"}).ours, ElementsAre("run"));
  EXPECT_THAT(sortWords({"convert", "a.msh", "-log_view", "b.msh"}).ours, ElementsAre("convert", "a.msh", "b.msh"));
  EXPECT_THAT(sortWords({"run", "-o", "x.yaml", "-log_view", "a.yaml"}).ours,
              ElementsAre("run", "-o", "x.yaml", "a.yaml"));
}

TEST(CommandLine, NegativeNumbersAreValues) {
  const SortedWords words = sortWords({"-ksp_chebyshev_shift", "-1.5e3", "run", "case.yaml", "--factors", "0,0,-1"});
  EXPECT_THAT(words.petsc, ElementsAre("-ksp_chebyshev_shift", "-1.5e3"));
  EXPECT_THAT(words.ours, ElementsAre("run", "case.yaml", "--factors", "0,0,-1"));
}

}  // namespace
}  // namespace tenon::app

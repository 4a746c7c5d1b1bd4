#include "tenon/solver/SolverOptions.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <petscsys.h>

#include <initializer_list>

#include "tenon/base/check.hpp"

namespace tenon::solver {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

// Not a constant: MPI starts in main().
base::Communicator world() {
  return base::Communicator::world();
}

Preset preset(std::vector<Preset::Option> options) {
  return {"test", "for a test", Preset::Multipliers::either, std::move(options)};
}

/// What PETSC_OPTIONS would have put into the database.
class Environment {
 public:
  explicit Environment(std::initializer_list<std::pair<std::string, std::string>> options) : options_(options) {
    for (const auto& [name, value] : options_) TENON_PETSC(PetscOptionsSetValue(nullptr, name.c_str(), value.c_str()));
  }
  ~Environment() {
    for (const auto& [name, value] : options_) PetscOptionsClearValue(nullptr, name.c_str());
  }

 private:
  std::vector<std::pair<std::string, std::string>> options_;
};

std::string inDatabase(const char* name) {
  char text[64] = "";
  PetscBool set = PETSC_FALSE;
  TENON_PETSC(PetscOptionsGetString(nullptr, nullptr, name, text, sizeof text, &set));
  return set == PETSC_TRUE ? text : "unset";
}

base::CaseNode parsed(const std::string& text) {
  return base::CaseNode::parse(text, "case.yaml");
}

std::string unusedError(const SolverOptions& options, std::vector<std::string> known, bool allow = false) {
  try {
    options.checkUsed(world(), allow, [&] { return known; });
  } catch (const base::InputError& error) {
    EXPECT_TRUE(error.onAllRanks());
    return error.what();
  }
  return "";
}

TEST(SolverOptions, StrongerSourcesWin) {
  const Environment environment{{"-t_environment", "2"}, {"-t_case", "2"}, {"-t_command", "2"}};
  TENON_PETSC(PetscOptionsSetValue(nullptr, "-t_command", "4"));  // as PetscInitialize() does
  {
    SolverOptions options({"-t_command", "4"});
    options.addCase(parsed("{t_case: 3, -t_command: 3}"));
    options.addPreset(preset({{"-t_preset", "1", ""}, {"-t_environment", "1", ""}, {"-t_case", "1", ""}}));
    EXPECT_EQ(inDatabase("-t_preset"), "1");
    EXPECT_EQ(inDatabase("-t_environment"), "2");
    EXPECT_EQ(inDatabase("-t_case"), "3");
    EXPECT_EQ(inDatabase("-t_command"), "4");
    EXPECT_EQ(options.value("-T_Case"), "3");
    EXPECT_EQ(options.value("-t_nothing"), std::nullopt);
    for (const auto& option : options.inForce()) EXPECT_TRUE(option.name != "-t_case" || option.where == "case.yaml:1");
  }
  EXPECT_EQ(inDatabase("-t_preset"), "unset");
  EXPECT_EQ(inDatabase("-t_case"), "2");
}

TEST(SolverOptions, TheOrderOfAddingDoesNotMatter) {
  SolverOptions options;
  options.addPreset(preset({{"-t_one", "preset", ""}}));
  options.addCase(parsed("t_one: case"));
  EXPECT_EQ(inDatabase("-t_one"), "case");
}

TEST(SolverOptions, CaseBlockKnowsFlagsAndLists) {
  SolverOptions options;
  options.addCase(parsed("{t_flag: , t_true: true, t_list: [1, 2, 3], t_no: false}"));
  EXPECT_EQ(inDatabase("-t_flag"), "");
  EXPECT_EQ(inDatabase("-t_true"), "");
  EXPECT_EQ(inDatabase("-t_list"), "1,2,3");
  EXPECT_EQ(inDatabase("-t_no"), "false");
}

TEST(SolverOptions, CaseBlockRefusesWhatIsNoOption) {
  SolverOptions options;
  try {
    options.addCase(parsed("{1e-8: x, \"ksp rtol\": 1, log_view: }"));
    FAIL();
  } catch (const base::InputError& error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr("'1e-8' is no PETSc option"), HasSubstr("'ksp rtol' is no PETSc option"),
                                    HasSubstr("give it on the command line")));
  }
}

TEST(SolverOptions, UnusedOptionsAreErrorsWithTheNearestName) {
  const Environment environment{{"-t_of_environment", "1"}};
  SolverOptions options({"-t_mistyped", "1", "-t_asked", "1"});
  options.addCase(parsed("t_nonsense: 5"));
  options.addPreset(preset({{"-t_of_preset", "1", ""}}));
  EXPECT_EQ(inDatabase("-t_asked"), "1");
  const std::string error = unusedError(options, {"-t_mistype", "-pc_type"});
  EXPECT_THAT(error,
              HasSubstr("the command line: nothing used the PETSc option -t_mistyped; did you mean -t_mistype?"));
  EXPECT_THAT(error, HasSubstr("case.yaml:1: nothing used the PETSc option -t_nonsense"));
  EXPECT_THAT(error, ::testing::Not(HasSubstr("-t_asked")));
  EXPECT_THAT(error, ::testing::Not(HasSubstr("-t_of_")));
  EXPECT_EQ(unusedError(options, {}, true), "");
}

TEST(SolverOptions, AnOptionThatOneRankUsesIsUsed) {
  SolverOptions options({"-t_coarse", "1"});
  if (world().rank() == world().size() - 1) {
    EXPECT_EQ(inDatabase("-t_coarse"), "1");
  }
  EXPECT_EQ(unusedError(options, {}), "");
}

TEST(SolverOptions, OptionsOfPetscItselfAreNotReported) {
  SolverOptions options({"-options_left", "-log_view", "-malloc_dump"});
  EXPECT_EQ(unusedError(options, {}), "");
}

}  // namespace
}  // namespace tenon::solver

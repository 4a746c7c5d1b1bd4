// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "solver/options/SolverOptions.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <petscsys.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <initializer_list>

#include "tenon/base/check.hpp"

namespace tenon::solver {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

// Returns the communicator; a function because MPI is initialised in main().
base::Communicator world() {
  return base::Communicator::world();
}

Preset preset(std::vector<Preset::Option> options) {
  return {"test", "for a test", Preset::Multipliers::either, std::move(options)};
}

/// Options that PETSC_OPTIONS would have added to the database.
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

using Known = std::vector<KnownOption>;

std::string unknownError(const SolverOptions& options, const Known& known) {
  try {
    options.requireKnown(world(), [&] { return known; });
  } catch (const base::InputError& error) {
    EXPECT_TRUE(error.isOnAllRanks());
    return error.what();
  }
  return "";
}

std::string caseError(const std::string& text) {
  SolverOptions options;
  try {
    options.addCase(parsed(text));
  } catch (const base::InputError& error) {
    return error.what();
  }
  return "";
}

constexpr auto refuse = SolverOptions::UnusedOptions::reject;

TEST(SolverOptions, StrongerSourcesWin) {
  const Environment environment{
      {"-t_environment", "2"}, {"-fieldsplit_t_ksp_max_it", "2"}, {"-fieldsplit_c_ksp_max_it", "2"}};
  TENON_PETSC(PetscOptionsSetValue(nullptr, "-fieldsplit_c_ksp_max_it", "4"));  // as PetscInitialize() does
  {
    SolverOptions options({"-fieldsplit_c_ksp_max_it", "4"});
    options.addCase(parsed("{fieldsplit_t_ksp_max_it: 3, -fieldsplit_c_ksp_max_it: 3}"));
    options.addPreset(
        preset({{"-t_preset", "1", ""}, {"-t_environment", "1", ""}, {"-fieldsplit_t_ksp_max_it", "1", ""}}));
    EXPECT_EQ(inDatabase("-t_preset"), "1");
    EXPECT_EQ(inDatabase("-t_environment"), "2");
    EXPECT_EQ(inDatabase("-fieldsplit_t_ksp_max_it"), "3");
    EXPECT_EQ(inDatabase("-fieldsplit_c_ksp_max_it"), "4");
    EXPECT_EQ(options.value("-Fieldsplit_T_ksp_max_it"), "3");
    EXPECT_EQ(options.value("-t_nothing"), std::nullopt);
    for (const auto& option : options.activeOptions())
      EXPECT_TRUE(option.name != "-fieldsplit_t_ksp_max_it" || option.where == "case.yaml:1");
  }
  EXPECT_EQ(inDatabase("-t_preset"), "unset");
  EXPECT_EQ(inDatabase("-fieldsplit_t_ksp_max_it"), "2");
}

TEST(SolverOptions, TheOrderOfAddingDoesNotMatter) {
  SolverOptions options;
  options.addPreset(preset({{"-ksp_type", "preset", ""}}));
  options.addCase(parsed("ksp_type: cg"));
  EXPECT_EQ(inDatabase("-ksp_type"), "cg");
}

TEST(SolverOptions, CaseBlockKnowsFlagsAndLists) {
  SolverOptions options;
  options.addCase(
      parsed("{ksp_knoll: , ksp_lag_norm: true, pc_gamg_threshold: [0.1, 0.2], ksp_initial_guess_nonzero: false}"));
  EXPECT_EQ(inDatabase("-ksp_knoll"), "");
  EXPECT_EQ(inDatabase("-ksp_lag_norm"), "");
  EXPECT_EQ(inDatabase("-pc_gamg_threshold"), "0.1,0.2");
  EXPECT_EQ(inDatabase("-ksp_initial_guess_nonzero"), "false");
}

TEST(SolverOptions, CaseBlockRefusesWhatIsNoOption) {
  SolverOptions options;
  try {
    options.addCase(parsed("{1e-8: x, \"ksp rtol\": 1, log_view: }"));
    FAIL();
  } catch (const base::InputError& error) {
    EXPECT_THAT(error.what(),
                AllOf(HasSubstr("'1e-8' is not a PETSc option"), HasSubstr("'ksp rtol' is not a PETSc option"),
                      HasSubstr("specify the option on the command line")));
  }
}

TEST(SolverOptions, UnknownOptionsAreErrorsWithTheNearestName) {
  const Environment environment{{"-t_of_environment", "1"}};
  const std::vector<std::string> words{"-t_mistyped", "1", "-t_asked", "1", "-t_later", "1"};
  const Known known{{"-t_mistype"}, {"-pc_type"}, {"-T_Later"}};
  SolverOptions options(words, refuse);
  options.addCase(parsed("pc_sor_its: 5"));
  options.addPreset(preset({{"-t_of_preset", "1", ""}}));
  EXPECT_EQ(inDatabase("-t_asked"), "1");
  const std::string error = unknownError(options, known);
  EXPECT_THAT(error, HasSubstr("the command line: unused PETSc option -t_mistyped; did you mean -t_mistype?"));
  EXPECT_THAT(error, HasSubstr("case.yaml:1: unused PETSc option -pc_sor_its"));
  for (const char* other : {"-t_asked", "-t_of_", "-t_later"}) EXPECT_THAT(error, ::testing::Not(HasSubstr(other)));
  EXPECT_EQ(unknownError(SolverOptions(words), known), "");
}

TEST(SolverOptions, WhatNeedsAValueHasOne) {
  SolverOptions options({"-t_rtol", "-t_monitor", "-t_flag", "-t_other", "1"}, refuse);
  for (const char* name : {"-t_rtol", "-t_flag", "-t_monitor", "-t_other"}) inDatabase(name);
  const std::string error = unknownError(options, {{"-t_rtol", true}, {"-t_flag", false}, {"-t_monitor", true}});
  EXPECT_EQ(error, "the command line: the PETSc option -t_rtol needs a value.");
}

TEST(SolverOptions, AnOptionThatOneRankUsesIsUsed) {
  SolverOptions options({"-t_coarse", "1"}, refuse);
  if (world().rank() == world().size() - 1) {
    EXPECT_EQ(inDatabase("-t_coarse"), "1");
  }
  EXPECT_EQ(unknownError(options, {}), "");
}

TEST(SolverOptions, OptionsOfPetscItselfAreNotReported) {
  SolverOptions options({"-options_left", "-log_view", "-malloc_dump"}, refuse);
  EXPECT_EQ(unknownError(options, {}), "");
}

TEST(SolverOptions, ACaseSetsAllowedOptionsToAllowedValuesOnly) {
  for (const char* value : {"ascii:lost.txt", "ascii:lost.txt:ascii_info", "binary", "draw", "draw:lost"})
    EXPECT_THAT(caseError(std::string("ksp_view: '") + value + "'"),
                AllOf(HasSubstr("case.yaml:1: ksp_view: "), HasSubstr("text to the terminal")))
        << value;
  EXPECT_EQ(caseError("{ksp_view: '::ascii_info_detail', pc_type: gamg, ksp_monitor: }"), "");
  EXPECT_THAT(caseError("ksp_rtol: "), HasSubstr("case.yaml:1: ksp_rtol: -ksp_rtol needs a value: a number"));
  SolverOptions options;
  EXPECT_THROW(options.addCase(parsed("{ksp_rtol: 1e-9, draw_save: x, ksp_max_it: 99999999999999999999}")),
               base::InputError);
  EXPECT_EQ(inDatabase("-draw_save"), "unset");
  EXPECT_EQ(inDatabase("-ksp_max_it"), "unset");
}

/// Option file written by the root that exists until the end of the scope.
class OptionFile {
 public:
  explicit OptionFile(const std::string& text)
      : path("/tmp/tenon-options-" + world().broadcast(std::to_string(::getpid())) + ".opts") {
    if (world().isRoot()) std::ofstream(path) << text;
    MPI_Barrier(world().mpi());
  }
  ~OptionFile() {
    MPI_Barrier(world().mpi());
    if (world().isRoot()) std::filesystem::remove(path);
  }
  const std::string path;
};

TEST(SolverOptions, FilesOfOptionsAreOneMoreSource) {
  const OptionFile file("# a comment\n-t_file 1\n-fieldsplit_t_ksp_max_it 1\n-fieldsplit_c_ksp_max_it 1\n-t_flag\n");
  SolverOptions options({"-fieldsplit_c_ksp_max_it", "2", "-options_file", file.path});
  options.addCase(parsed("fieldsplit_t_ksp_max_it: 3"));
  EXPECT_EQ(inDatabase("-t_file"), "1");
  EXPECT_EQ(inDatabase("-fieldsplit_t_ksp_max_it"), "1");
  EXPECT_EQ(inDatabase("-fieldsplit_c_ksp_max_it"), "2");
  EXPECT_EQ(inDatabase("-t_flag"), "");
  for (const auto& option : options.activeOptions())
    EXPECT_TRUE(option.name != "-t_file" || option.where == "the file '" + file.path + "'");
}

TEST(SolverOptions, FilesOfOptionsAreRefusedInOneSentence) {
  const auto errorOf = [](const std::vector<std::string>& words) {
    try {
      SolverOptions options(words);
    } catch (const base::InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_THAT(errorOf({"-options_file", "/tmp/no-such-file.opts"}),
              AllOf(HasSubstr("-options_file (from the command line)"), HasSubstr("No such file")));
  EXPECT_THAT(errorOf({"-options_file"}), HasSubstr("needs the name of a file"));
  {
    const OptionFile file("this is no option\n");
    EXPECT_THAT(errorOf({"-options_file", file.path}), HasSubstr("cannot parse"));
  }
  const OptionFile file("-log_view\n");
  EXPECT_THAT(errorOf({"-options_file", file.path}), HasSubstr("specify the option on the command line"));
}

}  // namespace
}  // namespace tenon::solver

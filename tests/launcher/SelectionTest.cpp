// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "selection.hpp"

#include <gmock/gmock.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

namespace tenon::launcher {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Level = base::ProcessorLevel;

const std::vector<Level> all{Level::v2, Level::v3, Level::v4};

Selection select(const char* requested, Level supported, const std::vector<Level>& installed = all) {
  return selectLevel(requested, supported, installed, "/opt/lib/tenon");
}

TEST(LauncherSelection, TakesTheHighestLevelOfTheProcessor) {
  for (const Level supported : all)
    for (const char* nothing : {static_cast<const char*>(nullptr), ""}) {
      const Selection selected = select(nothing, supported);
      EXPECT_EQ(selected.error, "");
      EXPECT_EQ(selected.level, supported);
    }
}

TEST(LauncherSelection, TakesTheHighestInstalledLevelBelowThatOfTheProcessor) {
  EXPECT_EQ(select(nullptr, Level::v4, {Level::v2, Level::v3}).level, Level::v3);
  EXPECT_EQ(select(nullptr, Level::v3, {Level::v2, Level::v4}).level, Level::v2);
}

TEST(LauncherSelection, TakesTheWantedLevel) {
  EXPECT_EQ(select("v2", Level::v4).level, Level::v2);
  EXPECT_EQ(select("x86-64-v3", Level::v4).level, Level::v3);
  EXPECT_EQ(select("v4", Level::v4).level, Level::v4);
  EXPECT_EQ(select("v3", Level::v3).error, "");
}

TEST(LauncherSelection, RefusesAnUnknownLevel) {
  EXPECT_EQ(select("v5", Level::v4).error, "TENON_CPU is 'v5', which is not a processor level: use v2, v3 or v4.");
  EXPECT_THAT(select("\x1b[2Javx", Level::v4).error, HasSubstr("'?[2Javx'"));
  EXPECT_THAT(select(std::string(5000, 'x').c_str(), Level::v4).error, HasSubstr("'" + std::string(40, 'x') + "'"));
}

TEST(LauncherSelection, RefusesALevelAboveThatOfTheProcessor) {
  EXPECT_EQ(select("v4", Level::v3).error,
            "TENON_CPU is 'v4', but this processor supports x86-64-v3 at most: use this level, or unset TENON_CPU.");
}

TEST(LauncherSelection, RefusesALevelThatIsNotInstalled) {
  EXPECT_EQ(
      select("v3", Level::v4, {Level::v2, Level::v4}).error,
      "TENON_CPU is 'v3', but no program for this level is installed; /opt/lib/tenon has programs for: x86-64-v2, "
      "x86-64-v4.");
}

TEST(LauncherSelection, RefusesToStartWithoutAProgramForTheProcessor) {
  EXPECT_EQ(
      select(nullptr, Level::v2, {Level::v3, Level::v4}).error,
      "No program for this processor is installed: this processor supports x86-64-v2 at most, but /opt/lib/tenon has "
      "programs for: x86-64-v3, x86-64-v4.");
  EXPECT_THAT(select(nullptr, Level::baseline).error, HasSubstr("supports x86-64 at most"));
  EXPECT_THAT(select("", Level::v4, {}).error, HasSubstr("has programs for: none."));
}

TEST(LauncherSelection, FindsProgramsBesideTheFolderOfTheLauncher) {
  EXPECT_EQ(programFolder("/usr/bin/tenon"), "/usr/lib/tenon");
  EXPECT_EQ(programFolder("/opt/tenon 1/bin/tenon"), "/opt/tenon 1/lib/tenon");
  EXPECT_EQ(programPath("/usr/lib/tenon", Level::v3), "/usr/lib/tenon/x86-64-v3/tenon");
}

TEST(LauncherSelection, CountsOnlyProgramsThatCanBeExecuted) {
  const auto folder = std::filesystem::path(::testing::TempDir()) / "tenon_launcher_selection";
  for (const char* level : {"x86-64-v2", "x86-64-v3", "x86-64-v5"}) {
    std::filesystem::create_directories(folder / level);
    std::ofstream(folder / level / "tenon") << "#!/bin/sh\n";
  }
  EXPECT_THAT(installedLevels(folder), ElementsAre());
  std::filesystem::permissions(folder / "x86-64-v3/tenon", std::filesystem::perms::owner_all);
  EXPECT_THAT(installedLevels(folder), ElementsAre(Level::v3));
  std::filesystem::remove_all(folder);
  EXPECT_THAT(installedLevels(folder), ElementsAre());
}

}  // namespace
}  // namespace tenon::launcher

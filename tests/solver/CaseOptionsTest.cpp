// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "solver/options/caseOptions.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

namespace tenon::solver {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
namespace fs = std::filesystem;

bool isAllowed(const std::string& name, const std::optional<std::string>& value) {
  return explainRejection(name, value).empty();
}

/// Returns true if a case may set this option to some value; a rejected name has an error message
/// of its own.
bool isListed(const std::string& name) {
  const std::string reason = explainRejection(name, "no such value", false);
  return reason.find("a case may not set") == std::string::npos &&
         reason.find("is not a PETSc option") == std::string::npos;
}

/// Returns the folder of the PETSc library that this program has loaded.
fs::path libraryFolder() {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);)
    if (const std::size_t at = line.find('/'); at != std::string::npos && line.find("libpetsc") != std::string::npos)
      return fs::path(line.substr(at)).parent_path();
  return {};
}

/// Adds every string in a library that looks like an option name, without the dash.
void addOptionsOf(const fs::path& library, std::set<std::string>& names) {
  std::ifstream file(library, std::ios::binary);
  std::stringstream all;
  all << file.rdbuf();
  const std::string bytes = all.str();
  const auto isOfName = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
  for (std::size_t at = bytes.find('-'); at != std::string::npos; at = bytes.find('-', at + 1)) {
    std::size_t end = at + 1;
    while (end < bytes.size() && isOfName(static_cast<unsigned char>(bytes[end]))) ++end;
    if (end - at > 3 && end - at < 100 && std::isalpha(static_cast<unsigned char>(bytes[at + 1])) != 0)
      names.insert(bytes.substr(at + 1, end - at - 1));
  }
}

std::set<std::string> optionsOfLibraries() {
  std::set<std::string> names;
  const fs::path folder = libraryFolder();
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    const bool is_one = name.rfind("libpetsc", 0) == 0 || name.rfind("libslepc", 0) == 0;
    if (is_one && name.find("real.so") != std::string::npos && !entry.is_symlink()) addOptionsOf(entry.path(), names);
  }
  return names;
}

const std::regex& dangerous() {
  static const std::regex names(
      "draw|python|file|(^|_)dir$|tmpdir|save|load|socket|plugin|dll|matlab|pause|debug|(^|_)log($|_)|options_|binary|"
      "hdf5|vtk|glvis|saws|popen|host|machine|program|exec|history|display|dump|(^|_)lg(_|$)|movie|image|library|"
      "^help$|^info$|citations|trace|server|sleep|mat_mumps_icntl_([123]|22|31)$|ooc|view_(vectors|final_vectors)|"
      "krylov_"
      "monitor|monitor_solution|shell$|composite_snes",
      std::regex::icase);
  return names;
}

const std::vector<const char*> hostile{"draw",
                                       "draw:x:a.ppm",
                                       "a`touch X`b",
                                       "$(touch X)",
                                       "x;touch X",
                                       "|touch X",
                                       "/etc/passwd",
                                       "../x",
                                       "x.so",
                                       "evil.py:run",
                                       "binary",
                                       "binary:x",
                                       "hdf5:x.h5",
                                       "vtk:x.vtu",
                                       "socket",
                                       "socket:localhost:1",
                                       ":x.txt",
                                       "ascii:x.txt",
                                       "matlab:x.m",
                                       "python",
                                       "nan",
                                       "inf",
                                       "1e999",
                                       "0x1p3",
                                       " 1",
                                       "1 ",
                                       "1\n",
                                       "--",
                                       "-help",
                                       "~/x",
                                       "${HOME}/x",
                                       "::ascii_x",
                                       "::ascii_info:w",
                                       ":stdout:x",
                                       "ascii::",
                                       "saws",
                                       "mathematica"};

TEST(CaseOptions, LibrariesHoldNoDangerousOptionOfTheList) {
  const std::set<std::string> names = optionsOfLibraries();
  ASSERT_GT(names.size(), 2000U);
  ASSERT_EQ(names.count("draw_save"), 1U);
  ASSERT_EQ(names.count("eps_view_vectors"), 1U);
  std::set<std::string> list;
  for (const auto& type : caseOptionTypes()) list.insert(type.name);
  int num_listed = 0;
  for (const std::string& name : names) {
    if (!isListed(name)) continue;
    ++num_listed;
    EXPECT_FALSE(std::regex_search(name, dangerous())) << name;
    EXPECT_EQ(list.count(name), 1U) << name << " is accepted by a prefix of the grammar";
  }
  EXPECT_GT(num_listed, 200);
  for (const char* prefix : {"fieldsplit_displacement_", "mg_levels_", "mg_levels_12_", "sub_", "st_", "newton_"})
    for (const std::string& name : names)
      EXPECT_FALSE(isListed(prefix + name) && std::regex_search(name, dangerous())) << prefix << name;
}

TEST(CaseOptions, AreOptionsOfPetsc) {
  const std::set<std::string> names = optionsOfLibraries();
  for (const auto& type : caseOptionTypes()) {
    EXPECT_FALSE(std::regex_search(type.name, dangerous())) << type.name;
    const bool is_own = type.name.rfind("saddle_", 0) == 0;
    // Names that PETSc composes from parts do not occur in its library as a whole.
    const bool is_composed =
        type.name.find("view") != std::string::npos || type.name.find("monitor") != std::string::npos;
    EXPECT_TRUE(is_own || is_composed || names.count(type.name) == 1) << type.name;
  }
}

TEST(CaseOptions, RefuseHostileValues) {
  for (const auto& type : caseOptionTypes())
    for (const char* value : hostile)
      for (const char* prefix : {"", "fieldsplit_a_b_", "mg_levels_2_"})
        EXPECT_FALSE(isAllowed(prefix + type.name, value)) << prefix << type.name << " " << value;
}

TEST(CaseOptions, HaveTypesAndRanges) {
  for (const auto& [name, value] :
       std::vector<std::pair<const char*, const char*>>{{"ksp_rtol", "1e-8"},
                                                        {"ksp_rtol", "0"},
                                                        {"ksp_max_it", "+10"},
                                                        {"-ksp_type", "cg"},
                                                        {"KSP_TYPE", "CG"},
                                                        {"pc_gamg_threshold", "0.01,-1,1"},
                                                        {"mat_mumps_icntl_14", "200"},
                                                        {"mat_mumps_cntl_3", "-1e-13"},
                                                        {"pc_hypre_boomeramg_P_max", "4"},
                                                        {"pc_hypre_boomeramg_relax_type_all", "SOR/Jacobi"},
                                                        {"ksp_view", "::ascii_info"},
                                                        {"ksp_converged_reason", "::failed"},
                                                        {"pc_use_amat", "false"},
                                                        {"eps_ncv", "60"},
                                                        {"saddle_schur", "selfp"}})
    EXPECT_EQ(explainRejection(name, value), "") << name << " " << value;
  for (const auto& [name, value] :
       std::vector<std::pair<const char*, const char*>>{{"ksp_rtol", "1"},
                                                        {"ksp_rtol", "-1"},
                                                        {"ksp_rtol", "1e"},
                                                        {"ksp_rtol", ""},
                                                        {"ksp_max_it", "1.5"},
                                                        {"ksp_max_it", "-1"},
                                                        {"ksp_max_it", "2147483648"},
                                                        {"ksp_max_it", "99999999999999999999"},
                                                        {"ksp_type", "python"},
                                                        {"pc_type", "shell"},
                                                        {"pc_gamg_threshold", "0.1,,0.2"},
                                                        {"pc_gamg_threshold", "2"},
                                                        {"pc_use_amat", "maybe"},
                                                        {"ksp_monitor", "::ascii_info"},
                                                        {"pc_hypre_type", "euclid"},
                                                        {"mat_mumps_icntl_4", "5"},
                                                        {"pc_sor_omega", "0"},
                                                        {"snes_linesearch_type", "shell"}})
    EXPECT_NE(explainRejection(name, value), "") << name << " " << value;
}

TEST(CaseOptions, MayStandBehindPrefixesOfInnerSolvers) {
  for (const char* name :
       {"mg_levels_ksp_type", "mg_levels_3_ksp_type", "mg_coarse_sub_ksp_type", "fieldsplit_displacement_ksp_type",
        "fieldsplit_displacement_fieldsplit_a_b_ksp_type", "fieldsplit_multipliers_ksp_ksp_type", "fieldsplit_ksp_type",
        "fieldsplit_displacement_mg_levels_2_esteig_ksp_type", "newton_ksp_type", "st_ksp_type",
        "Fieldsplit_Disp_KSP_type"})
    EXPECT_EQ(explainRejection(name, "cg"), "") << name;
  for (const char* name :
       {"mg_levels_", "mg_levels_3", "fieldsplit_", "fieldsplit_ksp", "a_ksp_type", "_ksp_type", "log_ksp_type",
        "mg_levels_x_ksp_type", "options_ksp_type", "ksp_type_", "prefix_push", "fieldsplit_aksp_typ"})
    EXPECT_THAT(explainRejection(name, "cg"), HasSubstr("a case may not set")) << name;
  for (const char* name : {"", "-", "--ksp_type", "ksp type", "ksp_type\n", "ksp-type", "1e-8", "ksp_typ\xC3\xA9"})
    EXPECT_THAT(explainRejection(name, "cg"), HasSubstr("is not a PETSc option")) << name;
}

TEST(CaseOptions, NameTheNearestOption) {
  EXPECT_THAT(explainRejection("ksp_rtoll", "1"), HasSubstr("-ksp_rtoll; did you mean -ksp_rtol?"));
  EXPECT_THAT(explainRejection("mg_levels_ksp_typ", "cg"), HasSubstr("did you mean -mg_levels_ksp_type?"));
  EXPECT_THAT(explainRejection("fieldsplit_multipliers_ksp_rtoll", "1"),
              HasSubstr("did you mean -fieldsplit_multipliers_ksp_rtol?"));
  EXPECT_THAT(explainRejection("pc_type", "gammg"), EndsWith("did you mean 'gamg'?"));
  EXPECT_THAT(explainRejection("ksp_rtol", "small"), EndsWith("."));
  EXPECT_THAT(explainRejection("draw_save", "x"), HasSubstr("on the command line"));
  EXPECT_LT(explainRejection("ksp_type", std::string(100000, 'x')).size(), 1000U);
}

}  // namespace
}  // namespace tenon::solver

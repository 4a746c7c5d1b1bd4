// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "solver/options/viewerFiles.hpp"

#include <gtest/gtest.h>

namespace tenon::solver {
namespace {

TEST(ViewerFiles, AreNamedBehindTheType) {
  EXPECT_EQ(viewerFileName("-ksp_view", "ascii:a.txt"), "a.txt");
  EXPECT_EQ(viewerFileName("-ksp_view_solution", "binary:out/a"), "out/a");
  EXPECT_EQ(viewerFileName("-LOG_VIEW", ":a.xml:ascii_xml"), "a.xml");
  EXPECT_EQ(viewerFileName("-ksp_monitor", "hdf5:a.h5::append"), "a.h5");
  EXPECT_EQ(viewerFileName("-mg_levels_ksp_converged_reason", ":a"), "a");
}

TEST(ViewerFiles, AreNoneOnScreensInWindowsAndOfOtherOptions) {
  for (const char* value : {"", "ascii", "binary", "::ascii_info", "ascii:", ":stdout", ":stderr", "draw:0",
                            "socket:host:1", ":${PETSC_TMP}/a"})
    EXPECT_EQ(viewerFileName("-ksp_view", value), "") << value;
  EXPECT_EQ(viewerFileName("-ksp_rtol", ":a"), "");
}

}  // namespace
}  // namespace tenon::solver

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "base/processor/ProcessorLevel.hpp"

namespace tenon::launcher {

/// Outcome of a selection: a level, or a message that says why there is none.
struct Selection {
  base::ProcessorLevel level = base::ProcessorLevel::baseline;
  std::string error;  ///< empty if a level was found
};

/// Returns the folder of the programs, which lies next to the folder of the launcher: lib/tenon.
/// Each level has its own folder there.
/// @param launcher  path of the launcher, without symbolic links
std::string programFolder(const std::string& launcher);

/// Returns the path of the program of a level.
std::string programPath(const std::string& folder, base::ProcessorLevel level);

/// Returns the levels whose programs can be executed, lowest first.
std::vector<base::ProcessorLevel> installedLevels(const std::string& folder);

/// Selects the highest installed level that the processor supports, or exactly the level
/// `requested`.
/// @param wanted     value of TENON_CPU; null or empty for none
/// @param supported  highest level of the processor
/// @param folder     folder of the programs, for messages
Selection selectLevel(const char* requested, base::ProcessorLevel supported,
                      const std::vector<base::ProcessorLevel>& installed, const std::string& folder);

}  // namespace tenon::launcher

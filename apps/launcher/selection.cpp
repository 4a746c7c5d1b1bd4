// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "selection.hpp"

#include <unistd.h>

#include <algorithm>

namespace tenon::launcher {
namespace {

using Level = base::ProcessorLevel;

std::string listOf(const std::vector<Level>& levels) {
  std::string list;
  for (const Level level : levels) list += (list.empty() ? "" : ", ") + std::string(base::nameOf(level));
  return list.empty() ? "none" : list;
}

/// Returns a text as quoted in messages: printable characters, at most 40.
std::string quoted(const std::string& text) {
  std::string quoted = text.substr(0, 40);
  std::replace_if(
      quoted.begin(), quoted.end(), [](unsigned char letter) { return letter < 32 || letter > 126; }, '?');
  return quoted;
}

}  // namespace

std::string programFolder(const std::string& launcher) {
  const std::string bin = launcher.substr(0, launcher.rfind('/'));
  return bin.substr(0, bin.rfind('/')) + "/lib/tenon";
}

std::string programPath(const std::string& folder, Level level) {
  return folder + "/" + base::nameOf(level) + "/tenon";
}

std::vector<Level> installedLevels(const std::string& folder) {
  std::vector<Level> levels;
  for (const Level level : {Level::v2, Level::v3, Level::v4})
    if (access(programPath(folder, level).c_str(), X_OK) == 0) levels.push_back(level);
  return levels;
}

Selection selectLevel(const char* requested, Level supported, const std::vector<Level>& installed,
                      const std::string& folder) {
  const std::string has = folder + " has programs for: " + listOf(installed) + ".";
  const std::string supports = std::string("this processor supports ") + base::nameOf(supported) + " at most";
  if (requested == nullptr || *requested == '\0') {
    Selection selection;
    for (const Level level : installed)
      if (level <= supported) selection.level = level;
    if (selection.level == Level::baseline)
      selection.error = "No program for this processor is installed: " + supports + ", but " + has;
    return selection;
  }
  const std::string asked = "TENON_CPU is '" + quoted(requested) + "'";
  Level level = Level::baseline;
  if (!base::parseLevel(requested, level))
    return {level, asked + ", which is not a processor level: use v2, v3 or v4."};
  if (level > supported) return {level, asked + ", but " + supports + ": use this level, or unset TENON_CPU."};
  if (std::find(installed.begin(), installed.end(), level) == installed.end())
    return {level, asked + ", but no program for this level is installed; " + has};
  return {level, ""};
}

}  // namespace tenon::launcher

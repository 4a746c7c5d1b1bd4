// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

namespace tenon::io {

/// Old and new name of a file.
struct Rename {
  std::string from, to;
};

/// Renames either all files or none: if one rename fails, the preceding ones are undone and
/// replaced files are restored.
/// @throws FileError if a file cannot be renamed
/// @note Not collective.
void renameAtomically(const std::vector<Rename>& renames);

}  // namespace tenon::io

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

namespace tenon::base {

/// Rejects texts that yaml-cpp would accept but that are not valid cases: bytes that are not UTF-8,
/// a control character, more than a million values, a block of more than ten thousand keys, a
/// string of more than 4096 characters, an alias inside the node that it refers to, aliases that
/// repeat more than a million values, and a second document.
/// @throws InputError with file and line if the text is invalid.
/// @throws YAML::ParserException if the text is not YAML.
void requireValidYaml(const std::string& text, const std::string& file);

/// Returns the sentence "this line is indented with a tab, ..." with its line if an indentation by
/// tabs is the reason why the text is not YAML up to `line` (numbered from 0); otherwise empty.
std::string tabHint(const std::string& text, const std::string& file, int line);

/// Returns a hint on a parser message of yaml-cpp, beginning with a space: that the indentation or
/// a bracket may be wrong; otherwise empty.
std::string yamlHint(const std::string& message);

/// Returns a hint on a string that was meant as a number, beginning with a space: that it contains
/// a unit or a decimal comma; otherwise empty.
std::string numberHint(const std::string& text);

}  // namespace tenon::base

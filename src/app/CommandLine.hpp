// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

namespace tenon::app {

/// Words of a command line, separated by recipient.
struct CommandLineWords {
  /// Words of tenon: the command, its operands, `--options` and one-letter options.
  std::vector<std::string> tenon_words;
  /// Words of PETSc: `-name [value]` with a name of two or more letters.
  std::vector<std::string> petsc;
};

/// Separates the words of tenon from those of PETSc. PETSc's options have one dash and a name;
/// tenon's options have two dashes or one letter. A word after a PETSc option is its value unless
/// it is an option itself (a negative number is a value), or is the command, the case file or the
/// mesh file that is still missing: `-ksp_monitor case.yaml` is a flag and the case, `case.yaml
/// -ksp_view view.yaml` contains a value. A word after -options_file is always its value, and so is
/// a word in the form of a viewer, `:view.yaml`.
CommandLineWords separateWords(const std::vector<std::string>& words);

}  // namespace tenon::app

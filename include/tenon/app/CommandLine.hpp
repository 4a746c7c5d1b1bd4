#pragma once
#include <string>
#include <vector>

namespace tenon::app {

/// The words of a command line, sorted by who reads them.
struct SortedWords {
  std::vector<std::string> ours;   ///< the command, its operands, `--options`, one-letter options
  std::vector<std::string> petsc;  ///< `-name [value]` with a name of two letters or more
};

/// PETSc's options have one dash and a name, ours have two dashes or one letter. A word after a PETSc option is its
/// value unless it is an option itself (a negative number is a value), or the command or the case or mesh file that is
/// still missing: `-ksp_monitor case.yaml` means the flag and the case, `case.yaml -ksp_view view.yaml` a value. What
/// follows -options_file is always its value, and so is what begins as a viewer, `:view.yaml`.
SortedWords sortWords(const std::vector<std::string>& words);

}  // namespace tenon::app

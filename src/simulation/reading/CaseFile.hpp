// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <utility>
#include <vector>
#include <vector>

#include "tenon/base/CaseNode.hpp"
#include "tenon/base/Communicator.hpp"

namespace tenon::simulation {

/// Case file: its text, its tree and its path.
struct CaseFile {
  /// Path of the file as given by the user.
  std::string path;
  /// Complete text of the file.
  std::string text;
  /// Root of the YAML tree.
  base::CaseNode root;

  /// Reads a case file on the root and parses it on all ranks.
  /// @param settings  values of parameters that replace those of the case, such as "young=65000"
  /// @throws FileError if the file cannot be read.
  /// @throws InputError as parse() does.
  /// @note Collective.
  static CaseFile read(const base::Communicator& comm, const std::string& path,
                       const std::vector<std::string>& settings = {});
  /// Parses a case in memory and evaluates its parameters.
  /// @param text      text of the case
  /// @param path      path for messages and for the files that the case names
  /// @param settings  values of parameters that replace those of the case
  /// @throws InputError if the text is not valid YAML, if the block `parameters` is invalid, or if a
  ///   setting names an unknown parameter.
  /// @note Not collective.
  static CaseFile parse(const std::string& text, const std::string& path,
                        const std::vector<std::string>& settings = {});

  /// Returns the names and the values of the parameters, in the order of the case.
  std::vector<std::pair<std::string, double>> parameters() const;

  /// Returns a path in the case as a path that the program can open: relative paths start at the
  /// folder of the case file.
  std::string resolve(const std::string& name) const;

  /// Returns the case file and every file that a text in it names, i.e. all files that are read for
  /// any purpose.
  /// @note Not collective; call it on the root.
  std::vector<std::string> inputs() const;

  /// Returns the name of the file without folder and extension, the default name of the results.
  std::string stem() const;
};

}  // namespace tenon::simulation

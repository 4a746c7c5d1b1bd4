// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "tenon/base/CaseNode.hpp"
#include "tenon/base/Communicator.hpp"

namespace tenon::simulation {

/// Case: its text, its tree and its path. A case is read from a file or given as text.
struct CaseFile {
  /// Path of the file as given by the user; for a case given as text, its folder and name.
  std::string path;
  /// Complete text of the file.
  std::string text;
  /// Root of the YAML tree.
  base::CaseNode root;

  /// Reads a case file on the root and parses it on all ranks.
  /// @param comm      communicator of all ranks that use the case
  /// @param path      path of the case file
  /// @param settings  values of parameters that replace those of the case, such as "young=65000"
  /// @throws FileError if the file cannot be read
  /// @throws InputError under the same conditions as parse()
  /// @note Collective.
  static CaseFile read(const base::Communicator& comm, const std::string& path,
                       const std::vector<std::string>& settings = {});
  /// Parses a case in memory and evaluates its parameters.
  /// @param text      text of the case
  /// @param path      path that appears in messages, and to whose folder the file names in the case
  ///   refer
  /// @param settings  values of parameters that replace those of the case
  /// @throws InputError if the text is not valid YAML, if the block `parameters` is invalid, or if
  ///   a setting names an unknown parameter
  /// @note Not collective.
  static CaseFile parse(const std::string& text, const std::string& path,
                        const std::vector<std::string>& settings = {});

  /// Returns the names and the values of the parameters, in the order of the case.
  std::vector<std::pair<std::string, double>> parameters() const;

  /// Parses a case that a host program passes as YAML or JSON text on the root; the arguments of
  /// other ranks are ignored. Messages contain paths such as "model.objects.block" instead of
  /// lines.
  /// @param comm    communicator of all ranks that use the case
  /// @param text    contents of the case
  /// @param name    name of the case for messages, and default name of the results
  /// @param folder  folder to which relative file names refer; empty for the working directory
  /// @param settings  values of parameters that replace those of the case
  /// @throws InputError under the same conditions as parse()
  /// @note Collective.
  static CaseFile fromText(const base::Communicator& comm, std::string text, const std::string& name,
                           const std::string& folder = "", const std::vector<std::string>& settings = {});

  /// Returns a path in the case as a path that the program can open: relative paths refer to the
  /// folder of the case file.
  std::string resolve(const std::string& name) const;

  /// Returns the case file, unless the case is given as text, and every file that is named by a
  /// string in the case, i.e. all files that are read for any purpose.
  /// @note Not collective; call it on the root.
  std::vector<std::string> inputs() const;

  /// Returns the name of the file, excluding folder and extension: the default name of the results.
  std::string stem() const;

  /// True if the case is given as text instead of a file.
  bool is_text = false;
};

}  // namespace tenon::simulation

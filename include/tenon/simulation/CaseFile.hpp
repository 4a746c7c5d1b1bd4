#pragma once
#include <string>
#include <vector>

#include "tenon/base/CaseNode.hpp"
#include "tenon/base/Communicator.hpp"

namespace tenon::simulation {

/// A case file: its text, its tree, and where it lies.
struct CaseFile {
  std::string path;
  std::string text;
  base::CaseNode root;

  /// Collective: the root reads, all ranks parse. FileError where it cannot be read, InputError where it is no YAML.
  static CaseFile read(const base::Communicator& comm, const std::string& path);

  /// A path of the case as the program can open it: relative ones start at the case file's folder.
  std::string resolve(const std::string& name) const;

  /// The case file and every file that one of its texts names: what is read, whatever it is for. Not collective; ask on
  /// the root.
  std::vector<std::string> inputs() const;

  /// The file's name without folder and ending: what results are called unless the case says otherwise.
  std::string stem() const;
};

}  // namespace tenon::simulation

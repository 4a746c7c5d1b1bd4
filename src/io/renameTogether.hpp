#pragma once
#include <string>
#include <vector>

namespace tenon::io {

struct Rename {
  std::string from, to;
};

/// Gives all files their new names, or none: if one cannot be renamed, those before it go back, and what stood in their
/// places before stands there again. FileError. Not collective.
void renameTogether(const std::vector<Rename>& renames);

}  // namespace tenon::io

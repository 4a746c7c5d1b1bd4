#pragma once
#include <string>

#include "tenon/base/Communicator.hpp"

namespace tenon::io {

/// Writes a text file so that `path` names either the old text or the whole new one: to `<path>.partial`, then renamed.
/// Collective; the root writes, its text counts. FileError on all ranks.
void writeTextAtomically(const base::Communicator& comm, const std::string& path, const std::string& text);

/// FileError unless a file of that name can be written; an old one stays as it is. For the start of a long run, so that
/// its end finds no surprise. Collective; FileError on all ranks.
void checkWritable(const base::Communicator& comm, const std::string& path);

/// Makes a folder with those above it; nothing happens where it exists. Collective; FileError on all ranks.
void makeFolder(const base::Communicator& comm, const std::string& path);

/// Makes sure that a finished file is on the disk and gives it its name. Not collective. FileError names `path`.
void publish(const std::string& partial_path, const std::string& path);

}  // namespace tenon::io

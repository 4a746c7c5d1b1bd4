#pragma once
#include <string>

#include "tenon/base/Communicator.hpp"
#include "tenon/io/PartialFile.hpp"

namespace tenon::io {

/// A text, or any bytes, and the file it is for.
struct NamedText {
  std::string path, text;
};

/// Writes a text file so that `path` names either the old text or the whole new one (PartialFile). Collective; the root
/// writes, its text counts. FileError on all ranks.
void writeTextAtomically(const base::Communicator& comm, const std::string& path, const std::string& text);

/// Returns a text as one field of a CSV file (RFC 4180): in quotes, with quotes doubled, if it has a comma, a quote or the
/// end of a line in it.
std::string csvField(const std::string& text);

/// The text in a file that is ready for publish(). Not collective. FileError.
PartialFile finishedText(const NamedText& text);

/// FileError unless a file of that name can be written; an old one stays as it is. For the start of a long run, so that
/// its end finds no surprise. Collective; FileError on all ranks.
void checkWritable(const base::Communicator& comm, const std::string& path);

/// Makes a folder with those above it; nothing happens where it exists. Collective; FileError on all ranks.
void makeFolder(const base::Communicator& comm, const std::string& path);

}  // namespace tenon::io

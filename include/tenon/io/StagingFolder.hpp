#pragma once
#include <string>

#include "tenon/base/Communicator.hpp"
#include "tenon/io/Descriptor.hpp"

namespace tenon::io {

/// Several files that belong together: all of them appear, or none. They are written into a hidden folder inside the
/// one they are meant for, and moved from there in the end; what is not committed disappears. As long as this lives, a
/// second run is refused the folder.
class StagingFolder {
 public:
  /// Makes the folder `path` where there is none. Collective. FileError on all ranks where nothing can be written
  /// there.
  StagingFolder(const base::Communicator& comm, const std::string& path);
  StagingFolder(const StagingFolder&) = delete;
  StagingFolder& operator=(const StagingFolder&) = delete;
  /// Not collective.
  ~StagingFolder();

  /// Where a file of this name is to be written; of "folder/name", once the folder is there. Not collective.
  std::string operator/(const std::string& name) const { return hidden_path_ + "/" + name; }

  /// Makes a folder inside, which appears with its files. Collective; FileError where something else has its name.
  void addFolder(const std::string& name);

  /// Moves every file to where it belongs; older ones of the same names are replaced. Collective; FileError.
  void commit();

 private:
  base::Communicator comm_;
  std::string path_, hidden_path_;
  std::string made_;  // topmost folder that was made here
  Descriptor lock_;   // of the folder; on the root
};

}  // namespace tenon::io

#pragma once
#include <cstddef>
#include <string>

namespace tenon::base {

/// A file that is read as a whole, on this rank alone. Folders, pipes and devices are none: a pipe would block, a
/// device may never end.
class InputFile {
 public:
  /// `what`: its role in messages, such as "the mesh". FileError "Cannot read the mesh 'a.msh': <why>."
  InputFile(std::string what, std::string path);
  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  std::size_t size() const { return size_; }
  /// The next bytes of the file; FileError where there are fewer.
  void read(char* to, std::size_t bytes) const;
  /// All of it, right after opening.
  std::string contents() const;

 private:
  [[noreturn]] void fail(const std::string& reason) const;

  std::string what_, path_;
  int descriptor_ = -1;
  std::size_t size_ = 0;
};

}  // namespace tenon::base

#pragma once
#include <cstdint>
#include <gsl/span>
#include <string>

#include "tenon/io/Descriptor.hpp"

namespace tenon::io {

/// A file without a place on any disk, for libraries that know nothing but files. What is not written takes no memory,
/// wherever the rest of it lies. Errors are FileError. Move-only, not collective.
class MemoryFile {
 public:
  MemoryFile();

  std::string path() const;  ///< to be opened by, in this process
  std::int64_t size() const;
  /// Fills `bytes` from `offset` on.
  void read(std::int64_t offset, gsl::span<char> bytes) const;

 private:
  Descriptor file_;
};

}  // namespace tenon::io

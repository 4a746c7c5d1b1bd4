#pragma once
#include <string>

#include "assembly/StoredEntries.hpp"

namespace tenon::la {

/// This rank's part of a vector, for reading.
class OwnedValues {
 public:
  /// Not collective.
  explicit OwnedValues(Vec vector);
  ~OwnedValues();
  OwnedValues(const OwnedValues&) = delete;
  OwnedValues& operator=(const OwnedValues&) = delete;

  const base::Communicator& comm() const { return comm_; }
  PetscInt first() const { return first_; }
  PetscInt size() const { return size_; }
  gsl::span<const double> here() const { return here_; }

 private:
  base::Communicator comm_;
  Vec vector_;
  PetscInt first_ = 0, size_ = 0;
  const double* values_ = nullptr;
  gsl::span<const double> here_;
};

// The formats that are no text. All collective.
void writePetsc(Mat matrix, const StoredEntries& entries, const std::string& path);
void writePetsc(Vec vector, const OwnedValues& values, const std::string& path);
void writeHdf5(const StoredEntries& entries, const std::string& path, const std::string& name);
void writeHdf5(const OwnedValues& values, const std::string& path, const std::string& name);

}  // namespace tenon::la

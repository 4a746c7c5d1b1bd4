// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <hdf5.h>

#include <utility>

namespace tenon::io {

/// Owner of one HDF5 identifier (file, group, dataset, space, type, property list), which the
/// destructor closes. Move-only. The destructor cannot report failures; call close() where failures
/// matter, for example after writing.
class Hdf5Handle {
 public:
  /// HDF5 function that closes an identifier.
  using Close = herr_t (*)(hid_t);

  Hdf5Handle() = default;
  Hdf5Handle(hid_t id, Close closed_by) : id_(id), close_(closed_by) {}
  Hdf5Handle(Hdf5Handle&& other) noexcept : id_(std::exchange(other.id_, invalid)), close_(other.close_) {}
  Hdf5Handle& operator=(Hdf5Handle&& other) noexcept {
    std::swap(id_, other.id_);
    std::swap(close_, other.close_);
    return *this;
  }
  ~Hdf5Handle() { close(); }

  /// Returns the identifier; negative if the owner is empty.
  hid_t id() const { return id_; }
  /// Returns true if there is an identifier.
  explicit operator bool() const { return id_ >= 0; }

  /// Closes the identifier; returns a negative value if HDF5 failed.
  herr_t close() { return id_ >= 0 ? close_(std::exchange(id_, invalid)) : 0; }

  /// Releases the identifier without closing it.
  void release() { id_ = invalid; }

 private:
  static constexpr hid_t invalid = -1;
  hid_t id_ = invalid;
  Close close_ = nullptr;
};

}  // namespace tenon::io

#pragma once
#include <hdf5.h>

#include <utility>

namespace tenon::io {

/// Owns one HDF5 identifier (file, group, dataset, space, type, property list) and closes it. Move-only.
/// The destructor cannot report a failed close: whoever must know, as after writing, calls close().
class Hdf5Handle {
 public:
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

  hid_t id() const { return id_; }
  explicit operator bool() const { return id_ >= 0; }

  /// Closes now; negative when HDF5 failed.
  herr_t close() { return id_ >= 0 ? close_(std::exchange(id_, invalid)) : 0; }

  /// Gives the identifier up without closing it.
  void release() { id_ = invalid; }

 private:
  static constexpr hid_t invalid = -1;
  hid_t id_ = invalid;
  Close close_ = nullptr;
};

}  // namespace tenon::io

#pragma once
#include <unistd.h>

#include <utility>

namespace tenon::io {

/// Owns one open file of the operating system, or none, and closes it. Move-only.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int id) : id_(id) {}
  Descriptor(Descriptor&& other) noexcept : id_(std::exchange(other.id_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(id_, other.id_);
    return *this;
  }
  ~Descriptor() { close(); }

  int id() const { return id_; }
  explicit operator bool() const { return id_ >= 0; }
  void close() {
    if (id_ >= 0) ::close(std::exchange(id_, -1));
  }

 private:
  int id_ = -1;
};

}  // namespace tenon::io

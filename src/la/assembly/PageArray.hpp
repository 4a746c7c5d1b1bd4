// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <utility>

namespace tenon::la {

/// Zero-initialised memory. Large blocks are mapped directly from the operating system, which
/// clears them, and use huge pages if these are faster. On release they are returned to the
/// operating system immediately, whereas the heap may retain freed memory between blocks that are
/// still in use.
class Pages {
 public:
  /// Creates an object without memory.
  Pages() = default;
  /// Allocates zero-initialised memory of the given size, aligned to a cache line.
  /// @throws std::bad_alloc if there is not enough memory
  explicit Pages(std::size_t bytes);
  /// Releases the memory.
  ~Pages();
  /// Takes over the memory of another object, which is empty afterwards.
  Pages(Pages&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), mapped_(std::exchange(other.mapped_, 0)) {}
  /// Exchanges the memory with another object.
  Pages& operator=(Pages&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(mapped_, other.mapped_);
    return *this;
  }
  /// Address of the memory.
  void* data() const { return data_; }

 private:
  void* data_ = nullptr;
  std::size_t mapped_ = 0;  // bytes mapped from the operating system; 0 for memory from the heap
};

/// Large, zero-initialised array of numbers.
template <class T>
class PageArray {
 public:
  /// Creates an empty array.
  PageArray() = default;
  /// Creates an array of `size` zeros. @throws std::bad_alloc if there is not enough memory.
  explicit PageArray(std::size_t size) : size_(size), pages_(size * sizeof(T)) {}

  /// Address of the first element.
  T* data() { return static_cast<T*>(pages_.data()); }
  /// Address of the first element.
  const T* data() const { return static_cast<const T*>(pages_.data()); }
  /// Number of elements.
  std::size_t size() const { return size_; }
  /// Returns element i of the array.
  T& operator[](std::size_t i) { return data()[i]; }
  /// Returns element i of the array.
  const T& operator[](std::size_t i) const { return data()[i]; }

 private:
  std::size_t size_ = 0;
  Pages pages_;
};

}  // namespace tenon::la

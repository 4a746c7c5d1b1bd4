#pragma once
#include <cstddef>
#include <utility>

namespace tenon::la {

/// Memory, all zero: big pieces come from the system, which clears them anyway, in big pages where that is quicker, and
/// go back to it at once (the heap may keep what is freed between two that live on).
class Pages {
 public:
  Pages() = default;
  explicit Pages(std::size_t bytes);
  ~Pages();
  Pages(Pages&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), mapped_(std::exchange(other.mapped_, 0)) {}
  Pages& operator=(Pages&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(mapped_, other.mapped_);
    return *this;
  }
  void* data() const { return data_; }

 private:
  void* data_ = nullptr;
  std::size_t mapped_ = 0;  // bytes from the system; 0: from the heap
};

/// Large array of numbers, all zero.
template <class T>
class PageArray {
 public:
  PageArray() = default;
  explicit PageArray(std::size_t size) : size_(size), pages_(size * sizeof(T)) {}

  T* data() { return static_cast<T*>(pages_.data()); }
  const T* data() const { return static_cast<const T*>(pages_.data()); }
  std::size_t size() const { return size_; }
  T& operator[](std::size_t i) { return data()[i]; }
  const T& operator[](std::size_t i) const { return data()[i]; }

 private:
  std::size_t size_ = 0;
  Pages pages_;
};

}  // namespace tenon::la

#pragma once
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>

namespace tenon::la {

/// Large uninitialised array of numbers in big pages, so that filling it the first time is not a run of page faults.
/// A few entries beyond the end may be read and written (the scatter of element matrices adds zeros there).
template <class T>
class PageArray {
 public:
  static constexpr std::size_t padding = 8;

  PageArray() = default;
  explicit PageArray(std::size_t size) : size_(size), data_(static_cast<T*>(allocate((size + padding) * sizeof(T)))) {}

  T* data() { return data_.get(); }
  const T* data() const { return data_.get(); }
  std::size_t size() const { return size_; }
  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }

 private:
  struct Free {
    void operator()(T* data) const { std::free(data); }
  };
  static void* allocate(std::size_t bytes);

  std::size_t size_ = 0;
  std::unique_ptr<T[], Free> data_;
};

/// Memory of at least this many bytes, aligned for any vector register; in big pages where that pays.
void* allocatePages(std::size_t bytes);

template <class T>
void* PageArray<T>::allocate(std::size_t bytes) {
  return allocatePages(bytes);
}

}  // namespace tenon::la

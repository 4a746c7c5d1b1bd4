#pragma once

namespace tenon::analysis {

/// Points to something for as long as this lives.
template <class T>
class Pointing {
 public:
  Pointing(T*& pointer, T& at) : pointer_(pointer) { pointer_ = &at; }
  ~Pointing() { pointer_ = nullptr; }
  Pointing(const Pointing&) = delete;
  Pointing& operator=(const Pointing&) = delete;

 private:
  T*& pointer_;
};

}  // namespace tenon::analysis

#pragma once

namespace tenon::analysis {

/// Scope guard: sets a pointer to an object and resets it to nullptr at the end of the scope.
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

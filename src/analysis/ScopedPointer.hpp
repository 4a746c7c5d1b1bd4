// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace tenon::analysis {

/// Scope guard: sets a pointer to an object and resets it to nullptr at the end of the scope.
template <class T>
class ScopedPointer {
 public:
  ScopedPointer(T*& pointer, T& at) : pointer_(pointer) { pointer_ = &at; }
  ~ScopedPointer() { pointer_ = nullptr; }
  ScopedPointer(const ScopedPointer&) = delete;
  ScopedPointer& operator=(const ScopedPointer&) = delete;

 private:
  T*& pointer_;
};

}  // namespace tenon::analysis

#pragma once
#include <petscksp.h>

#include <utility>

namespace tenon::solver {

/// Owns one PETSc object: destroys it in the end. Move-only. `put()` is where PETSc's create calls write.
template <class Object, PetscErrorCode (*destroy)(Object*)>
class Handle {
 public:
  Handle() = default;
  ~Handle() { reset(); }
  Handle(Handle&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }

  Object get() const { return object_; }
  explicit operator bool() const { return object_ != nullptr; }
  Object* put() {
    reset();
    return &object_;
  }

 private:
  void reset() {
    if (object_ != nullptr) destroy(&object_);
    object_ = nullptr;
  }
  Object object_ = nullptr;
};

using MatHandle = Handle<Mat, MatDestroy>;
using VecHandle = Handle<Vec, VecDestroy>;
using KspHandle = Handle<KSP, KSPDestroy>;
using IsHandle = Handle<IS, ISDestroy>;
using NullSpaceHandle = Handle<MatNullSpace, MatNullSpaceDestroy>;

}  // namespace tenon::solver

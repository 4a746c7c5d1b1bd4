#pragma once
#include <petscis.h>
#include <petscksp.h>
#include <petscmat.h>
#include <petscvec.h>

#include <utility>

#include "tenon/base/check.hpp"

// Owners of PETSc objects. la, system and solver hand out get() among themselves for PETSc's calls; nobody else sees
// it.
namespace tenon::la {

inline PetscErrorCode destroyPetsc(Mat* object) {
  return MatDestroy(object);
}
inline PetscErrorCode destroyPetsc(Vec* object) {
  return VecDestroy(object);
}
inline PetscErrorCode destroyPetsc(IS* object) {
  return ISDestroy(object);
}
inline PetscErrorCode destroyPetsc(KSP* object) {
  return KSPDestroy(object);
}
inline PetscErrorCode destroyPetsc(MatNullSpace* object) {
  return MatNullSpaceDestroy(object);
}

/// One reference to a PETSc object; move-only. Destruction is collective, as PETSc's.
template <class Object>
class Handle {
 public:
  Handle() = default;
  /// Takes over the reference that a PETSc ...Create() gave.
  explicit Handle(Object object) : object_(object) {}
  /// One more reference to an object that somebody else owns.
  static Handle share(Object object) {
    TENON_PETSC(PetscObjectReference(reinterpret_cast<PetscObject>(object)));
    return Handle(object);
  }
  ~Handle() {
    if (object_ != nullptr) destroyPetsc(&object_);
  }
  Handle(Handle&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;

  Object get() const { return object_; }
  explicit operator bool() const { return object_ != nullptr; }

  /// Where a PETSc ...Create() puts a new object; what was held before is released.
  Object* put() {
    if (object_ != nullptr) TENON_PETSC(destroyPetsc(&object_));
    return &object_;
  }

 private:
  Object object_ = nullptr;
};

using Matrix = Handle<Mat>;
using Vector = Handle<Vec>;
using IndexSet = Handle<IS>;
using LinearSolver = Handle<KSP>;
using NullSpace = Handle<MatNullSpace>;

}  // namespace tenon::la

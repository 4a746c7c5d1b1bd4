// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <petscis.h>
#include <petscksp.h>
#include <petscmat.h>
#include <petscvec.h>

#include <utility>

#include "tenon/base/check.hpp"

// Owners of PETSc objects. Only la, system and solver use get() and pass the objects to PETSc.
namespace tenon::la {

/// Destroys a matrix. @note Collective.
inline PetscErrorCode destroyPetsc(Mat* object) {
  return MatDestroy(object);
}
/// Destroys a vector. @note Collective.
inline PetscErrorCode destroyPetsc(Vec* object) {
  return VecDestroy(object);
}
/// Destroys an index set. @note Collective.
inline PetscErrorCode destroyPetsc(IS* object) {
  return ISDestroy(object);
}
/// Destroys a linear solver. @note Collective.
inline PetscErrorCode destroyPetsc(KSP* object) {
  return KSPDestroy(object);
}
/// Destroys a null space. @note Collective.
inline PetscErrorCode destroyPetsc(MatNullSpace* object) {
  return MatNullSpaceDestroy(object);
}

/// Owner of one reference to a PETSc object; movable, but not copyable.
/// @note Destruction is collective, as in PETSc.
template <class Object>
class Handle {
 public:
  /// Creates an empty handle.
  Handle() = default;
  /// Takes ownership of a reference returned by one of PETSc's ...Create() functions.
  explicit Handle(Object object) : object_(object) {}
  /// Returns a handle with an additional reference to an object that is owned elsewhere.
  static Handle share(Object object) {
    TENON_PETSC(PetscObjectReference(reinterpret_cast<PetscObject>(object)));
    return Handle(object);
  }
  /// Releases the reference. @note Collective.
  ~Handle() {
    if (object_ != nullptr) destroyPetsc(&object_);
  }
  /// Takes over the reference of another handle, which is empty afterwards.
  Handle(Handle&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  /// Exchanges the references of two handles.
  Handle& operator=(Handle&& other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;

  /// PETSc object; nullptr if the handle is empty.
  Object get() const { return object_; }
  /// True if the handle is not empty.
  explicit operator bool() const { return object_ != nullptr; }

  /// Releases the current object and returns the address at which one of PETSc's ...Create()
  /// functions can store a new object.
  /// @note Collective if the handle is not empty.
  Object* out() {
    if (object_ != nullptr) TENON_PETSC(destroyPetsc(&object_));
    return &object_;
  }

 private:
  Object object_ = nullptr;
};

/// Owner of a PETSc matrix.
using Matrix = Handle<Mat>;
/// Owner of a PETSc vector.
using Vector = Handle<Vec>;
/// Owner of a PETSc index set.
using IndexSet = Handle<IS>;
/// Owner of a PETSc linear solver.
using LinearSolver = Handle<KSP>;
/// Owner of a PETSc null space.
using NullSpace = Handle<MatNullSpace>;

}  // namespace tenon::la

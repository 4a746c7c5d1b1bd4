#include "tenon/la/rigidModes.hpp"

#include "tenon/la/arrays.hpp"
#include "tenon/la/vectors.hpp"

namespace tenon::la {

NullSpace rigidModes(Vec rest) {
  PetscInt block = 1;
  TENON_PETSC(VecGetBlockSize(rest, &block));
  const Vector from_corner = like(rest);
  TENON_PETSC(VecCopy(rest, from_corner.get()));
  for (PetscInt c = 0; c < block; ++c) {
    PetscReal lowest = 0.0;
    TENON_PETSC(VecStrideMin(rest, c, nullptr, &lowest));
    WriteArray values(from_corner.get());
    for (PetscInt i = c; i < values.size(); i += block) values[i] -= lowest;
  }
  NullSpace modes;
  TENON_PETSC(MatNullSpaceCreateRigidBody(from_corner.get(), modes.put()));
  return modes;
}

}  // namespace tenon::la

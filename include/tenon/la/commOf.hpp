#pragma once
#include <petscmat.h>

#include "tenon/base/Communicator.hpp"

namespace tenon::la {

/// The ranks that share a PETSc object.
inline base::Communicator commOf(Mat matrix) {
  return base::Communicator(PetscObjectComm(reinterpret_cast<PetscObject>(matrix)));
}
inline base::Communicator commOf(Vec vector) {
  return base::Communicator(PetscObjectComm(reinterpret_cast<PetscObject>(vector)));
}

}  // namespace tenon::la

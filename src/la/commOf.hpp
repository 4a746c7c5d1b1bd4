// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <petscmat.h>

#include "tenon/base/Communicator.hpp"

namespace tenon::la {

/// Returns the communicator of a PETSc matrix.
inline base::Communicator commOf(Mat matrix) {
  return base::Communicator(PetscObjectComm(reinterpret_cast<PetscObject>(matrix)));
}
/// Returns the communicator of a PETSc vector.
inline base::Communicator commOf(Vec vector) {
  return base::Communicator(PetscObjectComm(reinterpret_cast<PetscObject>(vector)));
}

}  // namespace tenon::la

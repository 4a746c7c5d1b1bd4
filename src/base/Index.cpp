// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/base/Index.hpp"

#include <fmt/format.h>
#include <petscsys.h>

#include <limits>

#include "tenon/base/Error.hpp"

namespace tenon::base {

PetscInt toPetscInt(std::int64_t count, const char* what) {
  if (count > static_cast<std::int64_t>(PETSC_MAX_INT))
    throw InputError(
        fmt::format("{} {} exceed the range of this build's {}-bit indices: build tenon with -DTENON_INT64=ON.", count,
                    what, 8 * sizeof(PetscInt)));
  return static_cast<PetscInt>(count);
}

LocalIndex toLocalIndex(std::int64_t count, const char* what) {
  if (count > std::numeric_limits<LocalIndex>::max())
    throw InputError(fmt::format("One rank would hold {} {}, more than 2^31 - 1: use more ranks.", count, what));
  return static_cast<LocalIndex>(count);
}

}  // namespace tenon::base

#pragma once
#include "tenon/la/handles.hpp"

namespace tenon::la {

/// Collective. Adds the entries of `part` to `into`, in which its first row and column stand at `row` and `column`; rows
/// may belong to other ranks there. `into` has room for them, or grows; it is assembled afterwards. InputError where
/// the part does not fit.
void paste(Mat part, Mat into, PetscInt row, PetscInt column);

}  // namespace tenon::la

#pragma once
#include "tenon/base/algebra.hpp"
#include "tenon/la/CombinedLayout.hpp"

namespace tenon::la {

/// What the six rigid motions of a body, along and about the axes, do to one of a frame's six motions, the frame being
/// `arm` away from the origin.
base::Vec6 rigidMotions(int motion, const base::Vec3& arm);

/// Collective. Rigid motions of all nodes at rest as orthonormal vectors over the unknowns of a layout. A translation t
/// and a rotation w about the origin are t and w x x at a point x, [t; 0] and [w x x; w] at a frame, and nothing at a
/// scalar. Motions that follow from others are left out, such as turning points of a line about it: there are at most 6
/// vectors, 3 in the plane, and an empty handle where there are none. They have the same digits wherever the bodies
/// are, because places are taken from their lowest corner.
NullSpace rigidModes(const CombinedLayout& layout);

/// Collective. The same of one part of the unknowns: `count` of this rank's from `first` on, of block size `block`, as
/// vectors of their own. `modes`: of all; nullptr gives an empty handle.
NullSpace rigidModesOf(MatNullSpace modes, PetscInt first, PetscInt count, PetscInt block);

/// Returns the space that vectors span, with an orthonormal basis; vectors that follow from others are left out. They
/// are changed. An empty handle where none is left. @note Collective.
NullSpace spanOf(const std::vector<Vector>& vectors);

/// The vectors of a null space, borrowed; none of nullptr.
gsl::span<const Vec> vectorsOf(MatNullSpace space);

}  // namespace tenon::la

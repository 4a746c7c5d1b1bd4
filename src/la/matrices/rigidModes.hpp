// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/base/algebra.hpp"
#include "tenon/la/layout/CombinedLayout.hpp"

namespace tenon::la {

/// Returns one component of a frame's velocity in each of the six rigid-body modes, the
/// translations along and the rotations about the axes.
/// @param component  component of the frame: 0 to 2 translations, 3 to 5 rotations
/// @param arm  [3] position of the frame relative to the origin
base::Vec6 rigidModeComponents(int component, const base::Vec3& arm);

/// Returns the rigid-body modes of all nodes in the reference configuration as orthonormal vectors
/// over the degrees of freedom of a layout. A translation t and a rotation w about the origin are t
/// and w x x at a point x, [t; 0] and [w x x; w] at a frame, and zero at a scalar.
///
/// Linearly dependent modes are omitted, such as the rotation of collinear points about their line.
/// There are at most 6 vectors in 3D and 3 in 2D; the handle is empty if there are none. Positions
/// are measured from the lowest corner of the nodes, so that the accuracy of the modes does not
/// depend on the position of the bodies.
/// @note Collective.
NullSpace rigidModes(const CombinedLayout& layout);

/// Returns the modes of a part of the degrees of freedom as separate orthonormal vectors.
/// @param modes  modes of all degrees of freedom; nullptr returns an empty handle
/// @param first, count  range of this rank's degrees of freedom
/// @param block  block size of the vectors
/// @note Collective.
NullSpace rigidModesOf(MatNullSpace modes, PetscInt first, PetscInt count, PetscInt block);

/// Returns the space spanned by vectors, with an orthonormal basis. Linearly dependent vectors are
/// omitted; the handle is empty if none is left. The vectors are overwritten.
/// @note Collective.
NullSpace spanOf(const std::vector<Vector>& vectors);

/// Returns the vectors of a null space, which keeps their ownership; empty if the argument is
/// nullptr.
gsl::span<const Vec> vectorsOf(MatNullSpace space);

}  // namespace tenon::la

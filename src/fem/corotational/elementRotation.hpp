// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/fem/Dual.hpp"

// Rotations of deformed elements, `num_lanes` elements at a time. Matrices are [row][column].
namespace tenon::fem {

/// Definition of the rotation of an element.
enum class ElementRotation {
  polar,  ///< rotation nearest to the deformation gradient, F = R S
  qr      ///< rotation of two element directions: along the first one, with the second one in their plane
};

/// Computes R of the polar decomposition F = R S, the rotation with the largest tr(R^T F). Inverted
/// elements are admissible: the smallest of the stretches S is then negative, and R remains
/// continuous when the element passes through a flat configuration. Higham's scaled Newton
/// iteration is used if det F > 0, and a singular value decomposition with signs otherwise.
/// @see Higham, SIAM J. Sci. Stat. Comput. 7, 1986, 1160-1174
/// @see Irving, Teran and Fedkiw, "Invertible finite elements", SCA 2004
void polarRotation(const Lane (&F)[3][3], Lane (&R)[3][3]);

/// Computes E with columns e_1, e_2, e_3: e_1 along the first column of J, and e_2 in the plane of
/// the first two columns (Gram-Schmidt).
void orthonormalFrame(const Lane (&J)[3][3], Lane (&E)[3][3]);

}  // namespace tenon::fem

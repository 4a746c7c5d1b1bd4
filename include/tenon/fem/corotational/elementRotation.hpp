#pragma once
#include "tenon/fem/Dual.hpp"

// The rotation of deformed elements, `num_lanes` side by side. Matrices are [row][column].
namespace tenon::fem {

/// How the rotation of an element is found.
enum class ElementRotation {
  polar,  ///< the rotation nearest to the deformation gradient, F = R S
  qr      ///< that of two directions of the element: along the first, the second in their plane
};

/// R of F = R S, the rotation with the largest tr(R^T F). Of an element that is inside out too: there the least of the
/// stretches S is negative, and R stays continuous where the element is turned through flatness.
/// Higham's scaled Newton iteration (SIAM J. Sci. Stat. Comput. 7, 1986, 1160-1174) where det F > 0, elsewhere
/// singular values with signs (Irving, Teran and Fedkiw, "Invertible finite elements", SCA 2004).
void polarRotation(const Lane (&F)[3][3], Lane (&R)[3][3]);

/// E with columns e_1, e_2, e_3: e_1 along the first column of J, e_2 in the plane of the first two (Gram and Schmidt).
void orthonormalFrame(const Lane (&J)[3][3], Lane (&E)[3][3]);

}  // namespace tenon::fem

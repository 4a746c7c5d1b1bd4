#pragma once
#include <array>

#include "tenon/surface/closestPoint.hpp"

namespace tenon::constraint {

/// How the gap d from a point of a face to a point beside it follows the face's nodes, delta d = sum_l B_l u_l. It
/// keeps its coordinates along the face's tangents t_a = dx/dxi_a and its length along the normal n,
///
///   d = d^a t_a + d_n n,   delta d = d^a du/dxi_a - d_n t^a (n . du/dxi_a),   B_l = sum_a dN_l/dxi_a (d^a I - d_n t^a
///   n^T)
///
/// with t^a the dual tangents. Hence what is tied over a gap turns with the face: rotations are free of stress, and the
/// moment of a force on the one side is that of the force on the other.
std::array<base::Mat3, 9> gapTurn(const surface::Face& face, const base::Vec2& xi, const base::Vec3& gap);

}  // namespace tenon::constraint

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>

#include "surface/closestPoint.hpp"

namespace tenon::constraint {

/// Returns the matrices B_l of the rotation of a gap with a face, delta d = sum_l B_l u_l, d the
/// vector from a point of the face to a point off the face.
/// The gap keeps its coordinates along the tangents t_a = dx/dxi_a of the face and its length along
/// the normal n,
///
///   d = d^a t_a + d_n n,   delta d = d^a du/dxi_a - d_n t^a (n . du/dxi_a),
///   B_l = sum_a dN_l/dxi_a (d^a I - d_n t^a n^T)
///
/// with t^a the dual tangents. A point tied over a gap therefore rotates with the face: rotations
/// are free of stress, and the forces on both sides have the same moment.
std::array<base::Mat3, 9> gapRotation(const surface::Face& face, const base::Vec2& xi, const base::Vec3& gap);

}  // namespace tenon::constraint

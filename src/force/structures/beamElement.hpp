// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "SecondOrderDual.hpp"
#include "tenon/base/algebra.hpp"

// Deformation of one corotational beam element as a function of its nodal displacements and
// rotations, with first and second derivatives.
namespace tenon::force {

/// Number of variables: the change of the vector from node a to node b, and spatial increments of
/// both rotations.
inline constexpr int num_beam_variables = 9;
using BeamNumber = SecondOrderDual<num_beam_variables>;
using BeamVector = Eigen::Matrix<double, num_beam_variables, 1>;
using BeamMatrix = Eigen::Matrix<double, num_beam_variables, num_beam_variables>;

/// Deformation of the element: elongation, and rotations of nodes a and b about the x, y and z axes
/// of the element.
struct BeamDeformation {
  BeamNumber longer, rotation_a[3], rotation_b[3];
};

/// Returns the deformation of an element.
/// @param D  vector from node a to node b in the reference configuration
/// @param change  change of this vector
/// @param axes_a, axes_b  current axes of the section at the nodes
BeamDeformation beamDeformation(const base::Vec3& D, const base::Vec3& change, const base::Mat3& axes_a,
                                const base::Mat3& axes_b);

}  // namespace tenon::force

#pragma once
#include "Twice.hpp"
#include "tenon/base/algebra.hpp"

// The deformation of one corotational beam element by its nodes' motions, with first and second derivatives.
namespace tenon::force {

/// Variables: the change of the vector from node a to node b, and spatial increments of both rotations.
inline constexpr int num_beam_variables = 9;
using BeamNumber = Twice<num_beam_variables>;
using BeamVector = Eigen::Matrix<double, num_beam_variables, 1>;
using BeamMatrix = Eigen::Matrix<double, num_beam_variables, num_beam_variables>;

/// What strains the element: how much longer it is, how far nodes a and b have turned about its x, y and z.
struct BeamDeformation {
  BeamNumber longer, turn_a[3], turn_b[3];
};

/// `D`: the vector at rest, `change`: of it; `axes_a`, `axes_b`: the section's axes at the nodes, now.
BeamDeformation beamDeformation(const base::Vec3& D, const base::Vec3& change, const base::Mat3& axes_a,
                                const base::Mat3& axes_b);

}  // namespace tenon::force

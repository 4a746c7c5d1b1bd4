#pragma once
#include <string>
#include <vector>

#include "tenon/base/algebra.hpp"
#include "tenon/fem/Region.hpp"

namespace tenon::force {

/// Axes of a straight line element in the reference configuration, in columns: x along it from its first node, y and z
/// across it.
struct LineAxes {
  double length;
  base::Mat3 axes;
};

/// Collective. Returns the axes of the elements of each part of a region of lines, [parts][cells]: y is the part of
/// `y_axis` that is perpendicular to the line, or horizontal, z cross the line, if `y_axis` is zero; that of vertical
/// lines is then the y axis of space.
/// @throws InputError, beginning with `wanted_by`, for lines of more than two nodes and a y axis along a line.
std::vector<std::vector<LineAxes>> lineAxes(const fem::Domain& domain, const fem::Region& region,
                                            const base::Vec3& y_axis, const std::string& wanted_by);

}  // namespace tenon::force

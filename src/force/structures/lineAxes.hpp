// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "tenon/base/algebra.hpp"
#include "tenon/fem/Region.hpp"

namespace tenon::force {

/// Length and axes of a straight line element in the reference configuration. The columns are the x
/// axis, along the element from its first node, and the transverse axes y and z.
struct LineAxes {
  double length;
  base::Mat3 axes;
};

/// Returns the axes of the elements of each part of a region of lines, [parts][cells]. The y axis
/// is the part of `y_axis` that is perpendicular to the line. If `y_axis` is zero, y is the
/// direction of the cross product of the global z axis and the line, which is horizontal; for
/// vertical lines y is then the global y axis.
/// @param context  beginning of error messages
/// @throws InputError if a line has more than two nodes, or if the y axis is parallel to a line
/// @note Collective.
std::vector<std::vector<LineAxes>> lineAxes(const fem::Domain& domain, const fem::Region& region,
                                            const base::Vec3& y_axis, const std::string& context);

}  // namespace tenon::force

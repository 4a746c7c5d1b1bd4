// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "HullPoints.hpp"

#include "mesh/surfaces/surfaceFile.hpp"
#include "tenon/base/Error.hpp"

namespace tenon::contact {

void readValue(const base::CaseNode& node, PointList& list) {
  list.points.clear();
  for (const auto& item : node.items()) list.points.push_back(item.vector());
}

std::string printValue(const PointList& list) {
  return list.points.empty() ? "(none)" : std::to_string(list.points.size()) + " points";
}

std::vector<base::Vec3> HullPoints::read() const {
  if (vertices.points.empty() == file.path.empty())
    throw base::InputError("specify either `vertices` or a `file` for a hull, but not both.");
  if (file.path.empty()) return vertices.points;
  if (!mesh::isSurfaceFile(file.path))
    throw base::InputError("'" + file.path +
                           "' is not a surface file: a hull can be read only from an .stl, .obj or .ply file.");
  const mesh::RawMesh surface = mesh::readSurface(file.path);
  std::vector<base::Vec3> points;
  for (std::size_t i = 0; i < surface.numNodes(); ++i) points.emplace_back(surface.points.data() + 3 * i);
  return points;
}

}  // namespace tenon::contact

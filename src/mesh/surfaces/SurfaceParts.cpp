// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "SurfaceParts.hpp"

#include <algorithm>
#include <limits>

#include "tenon/base/Error.hpp"
#include "triangulate.hpp"

namespace tenon::mesh {

std::int32_t SurfaceParts::addVertex(const base::Vec3& x) {
  if (vertices_.size() >= static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()))
    throw base::FileError("A surface file has more than 2^31 - 1 vertices, the largest supported number.");
  vertices_.push_back(x);
  return static_cast<std::int32_t>(vertices_.size()) - 1;
}

void SurfaceParts::setParts(const std::vector<std::string>& names) {
  std::vector<int> set;
  for (const std::string& name : names) {
    if (name.empty()) continue;
    const auto [found, is_new] = number_of_name_.emplace(name, static_cast<int>(names_.size()));
    if (is_new) names_.push_back(name);
    set.push_back(found->second);
  }
  std::sort(set.begin(), set.end());
  set.erase(std::unique(set.begin(), set.end()), set.end());
  const auto [found, is_new] = number_of_set_.emplace(set, static_cast<std::int32_t>(sets_.size()));
  if (is_new) sets_.push_back(set);
  set_ = found->second;
}

bool SurfaceParts::addPolygon(const std::vector<std::int32_t>& polygon) {
  if (polygon.size() == 3)
    triangles_.insert(triangles_.end(), polygon.begin(), polygon.end());
  else if (polygon.size() > 3 && !triangulate(vertices_, polygon, triangles_))
    return false;
  set_of_triangle_.resize(triangles_.size() / 3, set_);
  return true;
}

}  // namespace tenon::mesh

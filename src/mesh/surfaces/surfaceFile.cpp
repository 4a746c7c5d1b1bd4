// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "surfaceFile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>
#include <map>

#include "SurfaceParts.hpp"
#include "base/InputFile.hpp"
#include "tenon/base/Error.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/base/algebra.hpp"

namespace tenon::mesh {
namespace {

using base::Vec3;

std::string endingOf(const std::string& path) {
  const std::size_t dot = path.rfind('.');
  std::string ending = dot == std::string::npos ? "" : path.substr(dot + 1);
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); });
  return ending;
}

/// Merging of points that are closer to each other than a tolerance, by a grid of cells of this
/// size including neighbouring cells.
class VertexMerger {
 public:
  explicit VertexMerger(double tolerance) : tolerance_(tolerance) {}

  std::int32_t numberOf(const Vec3& x) {
    const Cell here = cellOf(x);
    for (std::int64_t i = here[0] - 1; i <= here[0] + 1; ++i)
      for (std::int64_t j = here[1] - 1; j <= here[1] + 1; ++j) {
        auto at = numbers_.lower_bound({i, j, here[2] - 1});
        for (; at != numbers_.end() && at->first <= Cell{i, j, here[2] + 1}; ++at)
          if ((points_[static_cast<std::size_t>(at->second)] - x).norm() <= tolerance_) return at->second;
      }
    points_.push_back(x);
    return numbers_.emplace(here, static_cast<std::int32_t>(points_.size()) - 1)->second;
  }
  const std::vector<Vec3>& points() const { return points_; }

 private:
  using Cell = std::array<std::int64_t, 3>;
  Cell cellOf(const Vec3& x) const {
    Cell cell;
    for (int k = 0; k < 3; ++k)
      cell[static_cast<std::size_t>(k)] = static_cast<std::int64_t>(std::floor(x[k] / tolerance_));
    return cell;
  }
  double tolerance_;
  std::multimap<Cell, std::int32_t> numbers_;
  std::vector<Vec3> points_;
};

/// Returns 1e-6 times the diagonal, but at least the resolution of coordinates in files with 7
/// digits.
double toleranceOf(const SurfaceParts& parts) {
  Vec3 low = Vec3::Constant(std::numeric_limits<double>::max()), high = -low;
  for (const std::int32_t vertex : parts.triangles()) {
    const Vec3& x = parts.vertices()[static_cast<std::size_t>(vertex)];
    low = low.cwiseMin(x);
    high = high.cwiseMax(x);
  }
  const double farthest = std::max(low.cwiseAbs().maxCoeff(), high.cwiseAbs().maxCoeff());
  return std::max({1e-6 * (high - low).norm(), 2.0 * std::numeric_limits<float>::epsilon() * farthest,
                   std::numeric_limits<double>::min()});
}

/// Conversion of the parts that have triangles to groups, in the order in which they occur.
class GroupsOfParts {
 public:
  explicit GroupsOfParts(const SurfaceParts& parts)
      : parts_(parts), group_of_name_(parts.names().size(), -1), set_of_set_(parts.sets().size(), -1) {}

  std::int32_t setOf(std::int32_t set, RawMesh& mesh) {
    std::int32_t& made = set_of_set_[static_cast<std::size_t>(set)];
    if (made >= 0) return made;
    std::vector<int> groups;
    for (const int name : parts_.sets()[static_cast<std::size_t>(set)]) groups.push_back(groupOf(name, mesh));
    std::sort(groups.begin(), groups.end());
    if (groups.empty()) return made = 0;
    mesh.group_sets.push_back(groups);
    return made = static_cast<std::int32_t>(mesh.group_sets.size()) - 1;
  }

 private:
  int groupOf(int name, RawMesh& mesh) {
    int& group = group_of_name_[static_cast<std::size_t>(name)];
    if (group < 0) {
      group = static_cast<int>(mesh.groups.size());
      mesh.groups.push_back({parts_.names()[static_cast<std::size_t>(name)], 2});
    }
    return group;
  }

  const SurfaceParts& parts_;
  std::vector<int> group_of_name_;
  std::vector<std::int32_t> set_of_set_;
};

RawMesh meshOf(const SurfaceParts& parts, const std::string& path) {
  if (parts.triangles().empty()) throw base::InputError(fmt::format("'{}' contains no triangle.", path));
  RawMesh mesh;
  mesh.file = path;
  RawBlock triangles{CellType::tri3, {}, {}, {}};
  VertexMerger merger(toleranceOf(parts));
  GroupsOfParts groups(parts);
  std::vector<std::int32_t> node_of_vertex(parts.numVertices(), -1);
  const auto nodeOf = [&](std::int32_t vertex) {
    std::int32_t& node = node_of_vertex[static_cast<std::size_t>(vertex)];
    if (node < 0) node = merger.numberOf(parts.vertices()[static_cast<std::size_t>(vertex)]);
    return node;
  };
  std::size_t num_flat = 0;
  for (std::size_t t = 0; t < parts.setOfTriangle().size(); ++t) {
    std::int32_t nodes[3];
    for (std::size_t i = 0; i < 3; ++i) nodes[i] = nodeOf(parts.triangles()[3 * t + i]);
    if (nodes[0] == nodes[1] || nodes[1] == nodes[2] || nodes[2] == nodes[0]) {
      ++num_flat;
      continue;
    }
    triangles.nodes.insert(triangles.nodes.end(), nodes, nodes + 3);
    triangles.tags.push_back(static_cast<std::int64_t>(triangles.tags.size()) + 1);
    triangles.group_set.push_back(groups.setOf(parts.setOfTriangle()[t], mesh));
  }
  if (triangles.tags.empty()) throw base::InputError(fmt::format("'{}' contains no triangle.", path));
  if (num_flat > 0)
    base::log().warn("'{}': {} triangle{} with coincident vertices {} ignored.", path, num_flat,
                     num_flat == 1 ? "" : "s", num_flat == 1 ? "was" : "were");
  for (const Vec3& x : merger.points()) {
    mesh.points.insert(mesh.points.end(), x.data(), x.data() + 3);
    mesh.node_tags.push_back(static_cast<std::int64_t>(mesh.node_tags.size()) + 1);
  }
  mesh.blocks.push_back(std::move(triangles));
  normalise(mesh);
  return mesh;
}

}  // namespace

bool isSurfaceFile(const std::string& path) {
  const std::string ending = endingOf(path);
  return ending == "stl" || ending == "obj" || ending == "ply";
}

RawMesh parseSurface(const std::string& contents, const std::string& path) {
  if (contents.empty()) throw base::InputError(fmt::format("'{}' is empty.", path));
  const std::string ending = endingOf(path);
  if (ending == "stl") return meshOf(readStl(contents, path), path);
  return meshOf(ending == "obj" ? readObj(contents, path) : readPly(contents, path), path);
}

RawMesh readSurface(const std::string& path) {
  return parseSurface(base::InputFile("the mesh", path).contents(), path);
}

}  // namespace tenon::mesh

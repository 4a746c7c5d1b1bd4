// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "smoothFaces.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <map>

#include "footPoint.hpp"

namespace tenon::surface {
namespace {

using base::GlobalIndex;
using base::Vec3;

std::size_t cornersOf(const SurfaceFace& one) {
  return static_cast<std::size_t>(mesh::info(one.face.type).num_nodes);
}

/// Corner of a face, with the data of the face that the node of the corner needs.
struct Corner {
  GlobalIndex node, before, after;   // nodes along the edges of the face; one of the two is -1 for a line
  double to_before[3], to_after[3];  // unit vectors along the edges to these nodes
  std::int64_t tag;
  double normal[3], weighted[3];  // unit normal at the centre; normal at the corner times its weight
  int face, place;                // index of the face and of the corner on the sending rank
};

/// Result for a corner, which is returned to the sending rank.
struct Reply {
  int face, place;
  int ends_before, ends_after;  // 1 if the surface ends at the node in the direction of these edges
  double normal[3];
};

/// Normal of the smooth surface at a corner, with flags that are true if the surface ends there in
/// the direction of an edge.
struct CornerNormal {
  Vec3 normal = Vec3::Zero();
  bool ends_before = false, ends_after = false;
};

Eigen::Map<const Vec3> vectorOf(const double (&packed)[3]) {
  return Eigen::Map<const Vec3>(packed);
}

Corner cornerOf(const SurfaceFace& one, std::size_t a, int face) {
  const std::size_t corners = cornersOf(one);
  const Face here = one.face.relativeTo(one.face.nodes[a]);
  const Vec3 normal = centreNormal(here);
  Corner corner{one.nodes[a], GlobalIndex(-1), GlobalIndex(-1), {}, {}, one.tag, {}, {}, face, static_cast<int>(a)};
  const auto edgeTo = [&](std::size_t other, double(&way)[3]) {
    Eigen::Map<Vec3> packed(static_cast<double*>(way));
    packed = here.nodes[other].normalized();
    return one.nodes[other];
  };
  Vec3 weighted;
  if (corners == 2) {
    if (a == 0)
      corner.after = edgeTo(1, corner.to_after);
    else
      corner.before = edgeTo(0, corner.to_before);
    weighted = normal / here.nodes[1 - a].norm();
  } else {
    const std::size_t after = (a + 1) % corners, before = (a + corners - 1) % corners;
    corner.after = edgeTo(after, corner.to_after);
    corner.before = edgeTo(before, corner.to_before);
    const Vec3 &e1 = here.nodes[after], &e2 = here.nodes[before];
    weighted = e1.cross(e2) / (e1.squaredNorm() * e2.squaredNorm());
  }
  Eigen::Map<Vec3>(corner.normal) = normal;
  Eigen::Map<Vec3>(corner.weighted) = weighted;
  return corner;
}

bool isOfLine(const Corner& one) {
  return one.before.value() < 0 || one.after.value() < 0;
}

bool hasEdgeTo(const Corner& one, GlobalIndex node) {
  return one.before == node || one.after == node;
}

bool shareAnEdge(const Corner& one, const Corner& other) {
  if (isOfLine(one)) return true;  // the corners share the node
  return hasEdgeTo(other, one.before) || hasEdgeTo(other, one.after);
}

/// Returns a part number for each corner at one node. Corners of a smooth part have equal numbers.
std::vector<std::size_t> smoothParts(const std::vector<Corner>& around, double smooth_cosine) {
  std::vector<std::size_t> part(around.size());
  for (std::size_t i = 0; i < part.size(); ++i) part[i] = i;
  for (std::size_t i = 0; i < around.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (part[i] != part[j] && shareAnEdge(around[i], around[j]) &&
          vectorOf(around[i].normal).dot(vectorOf(around[j].normal)) >= smooth_cosine)
        std::replace(part.begin(), part.end(), std::max(part[i], part[j]), std::min(part[i], part[j]));
  return part;
}

/// Returns true if no edge of these corners continues `edge`, which ends at the node.
bool endsFor(const double (&edge)[3], const std::vector<Corner>& corners) {
  constexpr double goes_on = -0.4;  // cosine of the angle between the edges
  const auto faces = [&](const double(&other)[3]) { return vectorOf(edge).dot(vectorOf(other)) < goes_on; };
  return std::none_of(corners.begin(), corners.end(),
                      [&](const Corner& one) { return faces(one.to_before) || faces(one.to_after); });
}

/// Corner and the rank that owns its face.
struct RankedCorner {
  Corner corner;
  std::size_t rank;
};

/// Adds the normals of all corners at one node to the replies to each rank.
void addReplies(std::vector<RankedCorner>& at_node, double smooth_cosine, std::vector<std::vector<Reply>>& replies) {
  std::sort(at_node.begin(), at_node.end(),
            [](const RankedCorner& a, const RankedCorner& b) { return a.corner.tag < b.corner.tag; });
  std::vector<Corner> around;
  for (const RankedCorner& one : at_node) around.push_back(one.corner);
  const std::vector<std::size_t> part = smoothParts(around, smooth_cosine);
  for (std::size_t i = 0; i < around.size(); ++i) {
    Vec3 sum = Vec3::Zero();
    std::vector<Corner> smooth;
    for (std::size_t j = 0; j < around.size(); ++j) {
      if (part[j] != part[i]) continue;
      sum += vectorOf(around[j].weighted);
      smooth.push_back(around[j]);
    }
    Reply reply{around[i].face,
                around[i].place,
                endsFor(around[i].to_before, smooth) ? 1 : 0,
                endsFor(around[i].to_after, smooth) ? 1 : 0,
                {}};
    Eigen::Map<Vec3>(reply.normal) = sum.normalized();
    replies[at_node[i].rank].push_back(reply);
  }
}

/// Returns the normals at the corners, [faces][corners]. @note Collective.
std::vector<std::array<CornerNormal, 4>> cornerNormals(const la::Layout& layout, double crease,
                                                       const std::vector<SurfaceFace>& owned) {
  std::vector<std::vector<Corner>> to(static_cast<std::size_t>(layout.comm().size()));
  for (std::size_t f = 0; f < owned.size(); ++f)
    for (std::size_t a = 0; a < cornersOf(owned[f]); ++a)
      to[static_cast<std::size_t>(layout.ownerOf(owned[f].nodes[a]))].push_back(
          cornerOf(owned[f], a, static_cast<int>(f)));
  std::map<GlobalIndex, std::vector<RankedCorner>> by_node;
  const auto arrived = layout.comm().exchange(to);
  for (std::size_t rank = 0; rank < arrived.size(); ++rank)
    for (const Corner& corner : arrived[rank]) by_node[corner.node].push_back({corner, rank});
  std::vector<std::vector<Reply>> replies(arrived.size());
  for (auto& [node, corners] : by_node) addReplies(corners, std::cos(crease), replies);
  std::vector<std::array<CornerNormal, 4>> normals(owned.size());
  for (const auto& from_rank : layout.comm().exchange(replies))
    for (const Reply& reply : from_rank)
      normals[static_cast<std::size_t>(reply.face)][static_cast<std::size_t>(reply.place)] = {
          vectorOf(reply.normal), reply.ends_before != 0, reply.ends_after != 0};
  return normals;
}

// The edge is the parabola x(s) = x_0 + (d - c) s + c s^2 with c = gamma (n_0 + n_1). The
// coefficient gamma makes (d - c) . n_0 and (d + c) . n_1 equal, so that the parabola is
// perpendicular to both normals on average; both products vanish if the edge is part of a circle.
// Where the surface ends the curvature is continued, because faces on one side of a node do not
// determine its normal.
Vec3 offsetOf(const Vec3& chord, const CornerNormal& at0, const CornerNormal& at1) {
  const Vec3 along = chord.normalized();
  const auto mirrored = [&](const Vec3& n) { return Vec3(n - 2 * along.dot(n) * along); };
  const bool ends0 = at0.ends_after, ends1 = at1.ends_before;
  const Vec3 n0 = ends0 && !ends1 ? mirrored(at1.normal) : at0.normal;
  const Vec3 n1 = ends1 && !ends0 ? mirrored(at0.normal) : at1.normal;
  constexpr double least = 1.0;  // no parabola is defined for normals that are more than 120 degrees apart
  const Vec3 sum = n0 + n1;
  if (sum.squaredNorm() < least) return Vec3::Zero();
  return -0.25 * chord.dot(n0 - n1) / sum.squaredNorm() * sum;
}

}  // namespace

void smoothFaces(const la::Layout& layout, double crease, std::vector<SurfaceFace>& owned) {
  const std::vector<std::array<CornerNormal, 4>> normals = cornerNormals(layout, crease, owned);
  for (std::size_t f = 0; f < owned.size(); ++f) {
    SurfaceFace& one = owned[f];
    const std::size_t corners = cornersOf(one);
    for (std::size_t e = 0; e < (corners == 2 ? 1 : corners); ++e) {
      const std::size_t end = (e + 1) % corners;
      one.bulge.set(e, offsetOf(one.face.nodes[end] - one.face.nodes[e], normals[f][e], normals[f][end]), one.face);
    }
  }
}

}  // namespace tenon::surface

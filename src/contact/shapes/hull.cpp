// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "hull.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <utility>

extern "C" {
#include <libqhull_r/qhull_ra.h>
}

#include "base/dense.hpp"
#include "fem/search/Box.hpp"
#include "tenon/base/Error.hpp"

namespace tenon::contact {
namespace {

using base::Vec3;

constexpr double flat = 1e-6;  // least thickness relative to the extent of the points

bool areThick(const std::vector<Vec3>& points) {
  if (points.size() < 4) return false;
  Vec3 mean = Vec3::Zero();
  for (const Vec3& x : points) mean += x / static_cast<double>(points.size());
  base::Mat3 spread = base::Mat3::Zero();
  for (const Vec3& x : points) spread += (x - mean) * (x - mean).transpose();
  const Vec3 squares = base::computePrincipalValues(spread);
  return squares[0] > flat * flat * squares[2];
}

/// State of Qhull and its messages, released by the destructor.
class Qhull {
 public:
  explicit Qhull(const std::vector<Vec3>& points) {
    coordinates_.reserve(3 * points.size());
    for (const Vec3& x : points) coordinates_.insert(coordinates_.end(), x.data(), x.data() + 3);
    FILE* said = open_memstream(&text_, &length_);
    qh_zero(&state_, said);
    char command[] = "qhull";
    const int code =
        qh_new_qhull(&state_, 3, static_cast<int>(points.size()), coordinates_.data(), False, command, nullptr, said);
    std::fclose(said);
    if (code != 0) {
      const std::string text(text_, length_);
      free();
      throw base::InputError("the convex hull of the points cannot be computed: " + text.substr(0, text.find('\n')) +
                             ".");
    }
  }
  ~Qhull() { free(); }
  Qhull(const Qhull&) = delete;
  Qhull& operator=(const Qhull&) = delete;

  qhT* state() { return &state_; }
  int numberOf(const vertexT* vertex) { return qh_pointid(&state_, vertex->point); }

 private:
  void free() {
    qh_freeqhull(&state_, True);
    std::free(text_);
    text_ = nullptr;
  }
  qhT state_{};
  std::vector<double> coordinates_;
  char* text_ = nullptr;
  std::size_t length_ = 0;
};

/// Returns the vertices of a facet, counter-clockwise when seen from outside.
std::vector<int> verticesOf(Qhull& qhull, facetT* facet, const std::vector<Vec3>& points) {
  qhT* qh = qhull.state();
  std::vector<int> vertices;
  setT* ordered = qh_facet3vertex(qh, facet);
  vertexT *vertex, **vertexp;
  FOREACHvertex_(ordered) vertices.push_back(qhull.numberOf(vertex));
  qh_settempfree(qh, &ordered);
  Vec3 area = Vec3::Zero();
  for (std::size_t i = 0; i < vertices.size(); ++i)
    area += points[static_cast<std::size_t>(vertices[i])].cross(
        points[static_cast<std::size_t>(vertices[(i + 1) % vertices.size()])]);
  if (area.dot(Vec3(facet->normal[0], facet->normal[1], facet->normal[2])) < 0.0)
    std::reverse(vertices.begin(), vertices.end());
  return vertices;
}

}  // namespace

Polytope prismOf(const std::vector<Vec3>& points) {
  fem::Box box;
  for (const Vec3& x : points) box.include({x[0], x[1], 0.0});
  const double half = 2.0 * (box.high - box.low).norm();  // faces at the ends are farther away than any side
  std::vector<Vec3> ends;
  for (const Vec3& x : points)
    for (const double z : {-half, half}) ends.emplace_back(x[0], x[1], z);
  if (!areThick(ends)) throw base::InputError("a plane hull needs at least three points that are not collinear.");
  return hullOf(ends);
}

Polytope hullOf(const std::vector<Vec3>& points) {
  if (!areThick(points)) throw base::InputError("a hull needs at least four points that are not coplanar.");
  Qhull qhull(points);
  qhT* qh = qhull.state();
  std::map<int, int> kept;  // vertex numbers by the numbers of the points
  std::vector<std::vector<int>> faces;
  facetT* facet;
  FORALLfacets {
    faces.push_back(verticesOf(qhull, facet, points));
    for (const int point : faces.back()) kept.emplace(point, 0);
  }
  std::vector<Vec3> vertices;
  for (auto& [point, number] : kept) {
    number = static_cast<int>(vertices.size());
    vertices.push_back(points[static_cast<std::size_t>(point)]);
  }
  for (auto& face : faces)
    for (int& vertex : face) vertex = kept.at(vertex);
  return Polytope::fromFaces(std::move(vertices), faces);
}

}  // namespace tenon::contact

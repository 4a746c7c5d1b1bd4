// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "surface/smoothFaces.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <random>

#include "surface/footPoint.hpp"

namespace tenon::surface {
namespace {

using base::GlobalIndex;
using base::Vec3;
using mesh::CellType;

constexpr CellType straight_types[] = {CellType::line2, CellType::tri3, CellType::quad4};

std::size_t cornersOf(CellType type) {
  return static_cast<std::size_t>(mesh::info(type).num_nodes);
}

/// Faces between the nodes of a surface, distributed cyclically over the ranks.
struct Shell {
  CellType type;
  std::vector<Vec3> nodes;
  std::vector<std::vector<int>> faces;

  /// Returns the smoothed faces of this rank. @note Collective.
  std::vector<SurfaceFace> smooth(double crease) const {
    const base::Communicator& comm = base::Communicator::world();
    const auto size = static_cast<std::size_t>(comm.size()), rank = static_cast<std::size_t>(comm.rank());
    const std::size_t end = nodes.size() * (rank + 1) / size, begin = nodes.size() * rank / size;
    std::vector<SurfaceFace> mine;
    for (std::size_t f = rank; f < faces.size(); f += size) {
      SurfaceFace& one = mine.emplace_back();
      one.face.type = type;
      one.tag = static_cast<std::int64_t>(f) + 1;
      for (std::size_t a = 0; a < cornersOf(type); ++a) {
        one.face.nodes[a] = nodes[static_cast<std::size_t>(faces[f][a])];
        one.nodes[a] = GlobalIndex(faces[f][a]);
      }
      updateExtents(one);
    }
    smoothFaces(la::Layout(comm, static_cast<base::LocalIndex>(end - begin), {}), crease, mine);
    return mine;
  }
};

/// Returns the polygon of a circle with edges of different lengths.
Shell circle(int edges, double radius, const Vec3& centre) {
  Shell shell{CellType::line2, {}, {}};
  for (int i = 0; i < edges; ++i) {
    const double angle = 2 * M_PI * (i + 0.2 * std::sin(8.0 * M_PI * i / edges)) / edges;
    shell.nodes.push_back(centre + radius * Vec3(std::cos(angle), std::sin(angle), 0));
    shell.faces.push_back({i, (i + 1) % edges});
  }
  return shell;
}

/// Returns a sphere: the sides of a cube, divided into n x n squares or into triangles and
/// projected from the centre.
Shell sphere(CellType type, int n, double radius, const Vec3& centre) {
  Shell shell{type, {}, {}};
  const auto node = [&](const Vec3& x) {
    const Vec3 at = centre + radius * x.normalized();
    for (std::size_t k = 0; k < shell.nodes.size(); ++k)
      if ((shell.nodes[k] - at).norm() < 1e-6 * radius) return static_cast<int>(k);
    shell.nodes.push_back(at);
    return static_cast<int>(shell.nodes.size()) - 1;
  };
  for (int side = 0; side < 6; ++side)
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        const auto at = [&](int di, int dj) {
          const double u = std::tan(M_PI / 4 * (2.0 * (i + di) / n - 1)),
                       v = std::tan(M_PI / 4 * (2.0 * (j + dj) / n - 1));
          Vec3 x;
          const double out = side < 3 ? 1 : -1;
          x[side % 3] = out;
          x[(side + 1) % 3] = u;
          x[(side + 2) % 3] = out * v;
          return node(x);
        };
        const int a = at(0, 0), b = at(1, 0), c = at(1, 1), d = at(0, 1);
        if (type == CellType::quad4) {
          shell.faces.push_back({a, b, c, d});
        } else {
          shell.faces.push_back({a, b, c});
          shell.faces.push_back({a, c, d});
        }
      }
  return shell;
}

/// Largest deviations of curved faces from a circle or sphere: of positions,
/// relative to the radius, and of normals.
struct Errors {
  double of_places = 0.0, of_normals = 0.0, of_normals_at_nodes = 0.0;

  Errors(const Shell& shell, const Vec3& centre, double radius) {
    for (const SurfaceFace& one : shell.smooth(0.9)) {
      const Face face = curvedFace(one.face, one.bulge);
      const int steps = 8;
      for (int i = 0; i <= steps; ++i)
        for (int j = 0; j <= (shell.type == CellType::line2 ? 0 : steps); ++j) {
          const double s = static_cast<double>(i) / steps, t = static_cast<double>(j) / steps;
          const base::Vec2 xi =
              shell.type == CellType::tri3 ? base::Vec2(s, t * (1 - s)) : base::Vec2(2 * s - 1, 2 * t - 1);
          const FaceGeometry at(face.relativeTo(centre), shell.type == CellType::line2 ? base::Vec2(xi[0], 0) : xi);
          const double turned = at.areaVector().normalized().cross(at.x.normalized()).norm();
          EXPECT_GT(at.areaVector().dot(at.x), 0.0);
          of_places = std::max(of_places, std::abs(at.x.norm() / radius - 1));
          of_normals = std::max(of_normals, turned);
          if (i % steps == 0 && j % steps == 0) of_normals_at_nodes = std::max(of_normals_at_nodes, turned);
        }
    }
    const base::Communicator& comm = base::Communicator::world();
    of_places = comm.max(of_places);
    of_normals = comm.max(of_normals);
    of_normals_at_nodes = comm.max(of_normals_at_nodes);
  }
};

// Chords of 16 equal edges deviate from the circle by 1.9 % of the radius, and their normals by 11
// degrees. The parabolas converge with order four, and their normals at the nodes are exact.
TEST(SmoothFaces, ofACircle) {
  for (const double radius : {1.0, 1e-6, 1e3}) {
    const Vec3 centre = 100 * radius * Vec3(1, -3, 0);
    const Errors coarse(circle(16, radius, centre), centre, radius), fine(circle(32, radius, centre), centre, radius);
    EXPECT_LT(coarse.of_normals_at_nodes, 0.01 * 0.2);
    EXPECT_LT(coarse.of_places, 5e-4);
    EXPECT_LT(coarse.of_normals, 5e-3);
    EXPECT_GT(coarse.of_places / fine.of_places, 13);
    EXPECT_GT(coarse.of_normals / fine.of_normals, 7);
  }
}

TEST(SmoothFaces, ofASphere) {
  const Vec3 centre(100, 200, -300);
  for (const CellType type : {CellType::tri3, CellType::quad4}) {
    const Errors coarse(sphere(type, 4, 1, centre), centre, 1), fine(sphere(type, 8, 1, centre), centre, 1);
    EXPECT_LT(coarse.of_normals_at_nodes, type == CellType::tri3 ? 1e-9 : 0.02);
    EXPECT_LT(coarse.of_places, 5e-3);
    EXPECT_LT(coarse.of_normals, 0.05);
    EXPECT_GT(coarse.of_places / fine.of_places, 8);
    EXPECT_GT(coarse.of_normals / fine.of_normals, 3.5);
  }
}

// Open surfaces: parts of a circle and of a sphere. The edges at
// the end are as curved as all others.
TEST(SmoothFaces, ofASurfaceThatEnds) {
  const Vec3 centre(3, 2, 0);
  Shell arc = circle(16, 1, centre), dome = sphere(CellType::quad4, 4, 1, centre);
  arc.faces.resize(5);
  const Errors of_arc(arc, centre, 1);
  EXPECT_LT(of_arc.of_places, 5e-4);
  EXPECT_LT(of_arc.of_normals, 0.01);
  dome.faces.resize(16);
  const Errors of_dome(dome, centre, 1);
  EXPECT_LT(of_dome.of_places, 0.01);  // flat faces: 0.04
  EXPECT_LT(of_dome.of_normals, 0.18);
}

TEST(SmoothFaces, keepCreases) {
  const Shell cube = sphere(CellType::quad4, 1, 1, Vec3::Zero()), square = circle(4, 1, Vec3::Zero());
  for (const Shell& shell : {cube, square}) {
    for (const SurfaceFace& one : shell.smooth(1.5))
      for (const auto& edge : one.bulge.edge_coefficients) EXPECT_LT(Vec3(edge[0], edge[1], edge[2]).norm(), 1e-15);
    for (const SurfaceFace& one : shell.smooth(1.6)) EXPECT_GT(std::abs(one.bulge.edge_coefficients[0][2]), 0.1);
  }
}

/// Face in 2D or 3D with an arbitrary bulge.
struct Sample {
  Face face;
  Bulge bulge;
  int dim;
  Sample(CellType type, std::mt19937& random) : face{type, {}}, dim(type == CellType::line2 ? 2 : 3) {
    std::uniform_real_distribution<double> some(-0.3, 0.3);
    const std::array<Vec3, 4> corners{Vec3(0, 0, 0), Vec3(2, 0, 0), Vec3(2, 1, 0), Vec3(0, 1, 0)};
    for (std::size_t a = 0; a < cornersOf(type); ++a) {
      face.nodes[a] = corners[a];
      for (int c = 0; c < dim; ++c) face.nodes[a][c] += some(random);
    }
    for (auto& edge : bulge.edge_coefficients) edge = {some(random), dim == 2 ? 0.0 : some(random), some(random)};
  }
  Eigen::VectorXd places(const Face& one) const {
    Eigen::VectorXd x(dim * mesh::info(one.type).num_nodes);
    for (int a = 0; a < mesh::info(one.type).num_nodes; ++a)
      x.segment(dim * a, dim) = one.nodes[static_cast<std::size_t>(a)].head(dim);
    return x;
  }
  Face moved(int unknown, double by) const {
    Face other = face;
    other.nodes[static_cast<std::size_t>(unknown / dim)][unknown % dim] += by;
    return other;
  }
};

TEST(CurvedFace, derivativesAreThoseOfDifferences) {
  constexpr double step = 1e-5;
  std::mt19937 random(7);
  for (const CellType type : straight_types) {
    const Sample sample(type, random);
    const CurvedFaceDerivatives slopes(sample.face, sample.bulge, sample.dim);
    const Eigen::MatrixXd G = slopes.first();
    const Eigen::VectorXd force = Eigen::VectorXd::LinSpaced(G.rows(), -1, 2);
    const Eigen::MatrixXd H = slopes.second(force);
    ASSERT_EQ(H.cols(), G.cols());
    for (int u = 0; u < static_cast<int>(G.cols()); ++u) {
      const Face ahead = sample.moved(u, step), behind = sample.moved(u, -step);
      const Eigen::VectorXd column =
          (sample.places(curvedFace(ahead, sample.bulge)) - sample.places(curvedFace(behind, sample.bulge))) /
          (2 * step);
      EXPECT_LT((G.col(u) - column).norm(), 1e-9) << mesh::info(type).name;
      const Eigen::VectorXd turned = (CurvedFaceDerivatives(ahead, sample.bulge, sample.dim).first() -
                                      CurvedFaceDerivatives(behind, sample.bulge, sample.dim).first())
                                         .transpose() *
                                     force / (2 * step);
      EXPECT_LT((H.col(u) - turned).norm(), 1e-8) << mesh::info(type).name;
    }
    EXPECT_GT(H.norm(), 0.1);
  }
}

// Verifies that midpoints lie at their prescribed positions and rotate and translate with the face.
TEST(CurvedFace, rotatesWithItsNodes) {
  std::mt19937 random(8);
  const Vec3 way(4e3, -3e3, 0);
  for (const CellType type : straight_types) {
    Sample sample(type, random);
    Vec3 offset(0.1, 0.2, 0.3);
    if (sample.dim == 2) offset[2] = 0.0;
    sample.bulge.set(0, offset, sample.face);
    const Face face = curvedFace(sample.face, sample.bulge);
    EXPECT_EQ(face.type, curvedType(type));
    const Vec3 middle = 0.5 * (face.nodes[0] + face.nodes[1]) + offset;
    EXPECT_LT((face.nodes[cornersOf(type)] - middle).norm(), 1e-14);
    const base::Mat3 R =
        Eigen::AngleAxisd(1.2, sample.dim == 2 ? Vec3(0, 0, 1) : Vec3(1, 2, 3).normalized()).toRotationMatrix();
    Face turned = sample.face;
    for (Vec3& node : turned.nodes) node = R * node + way;
    const Face after = curvedFace(turned, sample.bulge);
    for (std::size_t a = 0; a < static_cast<std::size_t>(mesh::info(face.type).num_nodes); ++a)
      EXPECT_LT((after.nodes[a] - (R * face.nodes[a] + way)).norm(), 1e-11);
  }
}

}  // namespace
}  // namespace tenon::surface

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Volume.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <map>

#include "children.hpp"
#include "fem/outwardSigns.hpp"
#include "fem/shapes.hpp"
#include "gatherSorted.hpp"
#include "nodeFrames.hpp"
#include "tenon/fem/Quadrature.hpp"
#include "tenon/fem/Region.hpp"

namespace tenon::mapping {
namespace {

using base::Vec3;

// relative to the area: tolerance for the sum of the normals of a closed surface
constexpr double open_by = 1e-6;

/// Face in a message between ranks.
struct SentFace {
  std::int64_t position;
  mesh::CellType type;
  double sign;
  std::array<GlobalIndex, 9> nodes;
};

std::string nameOfVolume(const Volume::Data& data) {
  return fmt::format("volume of {}{}{}", data.parent, data.group.empty() ? "" : "/", data.group);
}

/// Returns the current position of a parent node relative to `origin`.
template <class ParentNode>
Vec3 relativePosition(const ParentNode& one, const Vec3& origin) {
  return referencePosition(*one.state, one.node) - origin +
         translationOf(*one.state, one.state->displacement(), one.node);
}

/// Returns the faces that this rank owns. @note Collective.
std::vector<SentFace> gatherFaces(const Volume::Data& data, const fem::Domain& parent) {
  if (parent.state.kind() != la::NodeKind::points || parent.dimension() != 3)
    refuse(fmt::format("{}: '{}' must be a three-dimensional mesh.", nameOfVolume(data), parent.object));
  const fem::Region faces(parent, data.group, 2, nameOfVolume(data));
  const std::vector<std::vector<double>> signs = fem::outwardSigns(parent, faces, nameOfVolume(data));
  std::vector<SentFace> mine;
  for (std::size_t p = 0; p < faces.parts().size(); ++p) {
    const fem::RegionPart& part = faces.parts()[p];
    for (LocalIndex i = 0; i < part.numOwned(); ++i) {
      const auto at = static_cast<std::size_t>(i);
      SentFace face{(static_cast<std::int64_t>(part.block()) << 48) +
                        part.cells().positions[static_cast<std::size_t>(part.cell(i))],
                    part.type(),
                    signs[p][at],
                    {}};
      for (int a = 0; a < fem::numNodes(part.type()); ++a)
        face.nodes[static_cast<std::size_t>(a)] = parent.mesh.layout().global(part.nodesOf(i)[a]);
      mine.push_back(face);
    }
  }
  return mine;
}

}  // namespace

/// All faces of the surface, on the rank that has the row.
struct Volume::Surface {
  /// Shape functions and their gradients at the points of a quadrature rule that integrates the
  /// volume under a face exactly: a polynomial of three times the order of the face.
  struct FaceRule {
    struct Point {
      double weight;
      std::array<double, 9> N;
      std::array<double, 18> dN;  // [nodes][2]
    };
    std::vector<Point> points;

    explicit FaceRule(mesh::CellType type) {
      const fem::QuadratureRule rule = fem::quadrature(type, 3 * fem::orderOf(type));
      for (std::size_t q = 0; q < rule.weights.size(); ++q) {
        Point& point = points.emplace_back();
        point.weight = rule.weights[q];
        fem::shapeFunctions(type, rule.points[q].data(), point.N.data());
        fem::shapeGradients(type, rule.points[q].data(), point.dN.data());
      }
    }
  };

  struct Face {
    const FaceRule* rule;
    double sign;
    std::vector<std::size_t> nodes;  // indices among the parent nodes
  };
  Tuples tuples;
  std::map<mesh::CellType, FaceRule> rules;
  std::vector<Face> faces;
  Vec3 origin = Vec3::Zero();  // so that the round-off of volumes is relative to the extent

  /// Gathers the faces on one rank. @note Collective.
  Surface(const Data& data, const fem::Domain& parent) : tuples{{&parent.state}, {}, {}} {
    std::map<PetscInt, std::size_t> places;
    for (const SentFace& sent : gatherSorted(parent.mesh.comm(), gatherFaces(data, parent))) {
      Face& face = faces.emplace_back();
      face.rule = &rules.try_emplace(sent.type, sent.type).first->second;
      face.sign = sent.sign;
      for (std::size_t a = 0; a < static_cast<std::size_t>(fem::numNodes(sent.type)); ++a) {
        const auto [place, is_new] = places.emplace(sent.nodes[a].value(), places.size());
        if (is_new) tuples.parent_nodes.add(0, sent.nodes[a], 1.0);
        face.nodes.push_back(place->second);
      }
    }
    if (faces.empty()) return;
    tuples.parent_nodes.endNode();
    tuples.positions.push_back(0);
  }

  /// Values x, x_xi and x_eta of a nodal field at a point of a face.
  struct FieldValues {
    Vec3 x = Vec3::Zero(), a = Vec3::Zero(), b = Vec3::Zero();
  };
  template <class Field>
  static FieldValues at(const Face& face, const FaceRule::Point& point, Field&& field) {
    FieldValues at;
    for (std::size_t n = 0; n < face.nodes.size(); ++n) {
      const Vec3 value = field(face.nodes[n]);
      at.x += point.N[n] * value, at.a += point.dN[2 * n] * value, at.b += point.dN[2 * n + 1] * value;
    }
    return at;
  }
  /// Calls visit(face, point, signed weight) for all points of all faces.
  template <class Visit>
  void forEachPoint(Visit&& visit) const {
    for (const Face& face : faces)
      for (const FaceRule::Point& point : face.rule->points) visit(face, point, face.sign * point.weight);
  }
};

Volume::~Volume() = default;

void Volume::declare(base::Parameters<Data>& p) {
  p.required("parent", &Data::parent, "", "object whose surface encloses the volume");
  p.optional("group", &Data::group, "", "group of faces that form a closed surface; default: all faces of the object");
}

Volume::Volume(const Data& data, const fem::FindDomain& find)
    : Volume(data, find, std::make_unique<Surface>(data, find(data.parent))) {}

Volume::Volume(const Data& data, const fem::FindDomain& find, std::unique_ptr<Surface> surface)
    : TupleMapping(nameOfVolume(data), surface->tuples), surface_(std::move(surface)) {
  const fem::Domain& parent = find(data.parent);
  Vec3 normals = Vec3::Zero();
  double area = 0.0;
  if (numOwned() > 0) surface_->origin = referencePosition(parent.state, parentNodes(0).front().node);
  surface_->forEachPoint([&](const Surface::Face& face, const Surface::FaceRule::Point& point, double weight) {
    const auto X = Surface::at(face, point,
                               [&](std::size_t k) { return referencePosition(parent.state, parentNodes(0)[k].node); });
    const Vec3 normal = X.a.cross(X.b);
    normals += weight * normal, area += std::abs(weight) * normal.norm();
  });
  if (parent.mesh.comm().any(normals.norm() > open_by * area))
    refuse(
        fmt::format("{}: the enclosed volume is undefined, because the surface is not closed or its faces are not "
                    "oriented consistently.",
                    name()));
}

std::vector<double> Volume::rest() const {
  if (numOwned() == 0) return {};
  double sum = 0.0;
  surface_->forEachPoint([&](const Surface::Face& face, const Surface::FaceRule::Point& point, double weight) {
    const auto X = Surface::at(face, point, [&](std::size_t k) -> Vec3 {
      return referencePosition(*parentNodes(0)[k].state, parentNodes(0)[k].node) - surface_->origin;
    });
    sum += weight * X.x.dot(X.a.cross(X.b)) / 3.0;
  });
  return {sum};
}

// Evaluates the change of the trilinear form term by term, without loss of digits for small
// displacements.
void Volume::evaluate(LocalIndex i, double* displacement) const {
  const auto nodes = parentNodes(i);
  double sum = 0.0;
  surface_->forEachPoint([&](const Surface::Face& face, const Surface::FaceRule::Point& point, double weight) {
    const auto X = Surface::at(face, point, [&](std::size_t k) -> Vec3 {
      return referencePosition(*nodes[k].state, nodes[k].node) - surface_->origin;
    });
    const auto u = Surface::at(face, point, [&](std::size_t k) {
      return translationOf(*nodes[k].state, nodes[k].state->displacement(), nodes[k].node);
    });
    const Vec3 a = X.a + u.a, turned = u.a.cross(X.b + u.b) + X.a.cross(u.b);
    sum += weight * (u.x.dot(a.cross(X.b + u.b)) + X.x.dot(turned)) / 3.0;
  });
  *displacement = sum;
}

void Volume::computeJacobian(LocalIndex i, double* J) const {
  const auto nodes = parentNodes(i);
  surface_->forEachPoint([&](const Surface::Face& face, const Surface::FaceRule::Point& point, double weight) {
    const auto x =
        Surface::at(face, point, [&](std::size_t k) { return relativePosition(nodes[k], surface_->origin); });
    const Vec3 ab = x.a.cross(x.b), bx = x.b.cross(x.x), xa = x.x.cross(x.a);
    for (std::size_t n = 0; n < face.nodes.size(); ++n)
      Eigen::Map<Vec3>(J + 3 * face.nodes[n]) +=
          weight / 3.0 * (point.N[n] * ab + point.dN[2 * n] * bx + point.dN[2 * n + 1] * xa);
  });
}

// Adds the second derivative of x . (a x b) along v: 2 (x . (v_a x v_b) + v . (v_a x b) + v . (a x
// v_b)).
void Volume::computeBiasAcceleration(LocalIndex i, double* a) const {
  const auto nodes = parentNodes(i);
  surface_->forEachPoint([&](const Surface::Face& face, const Surface::FaceRule::Point& point, double weight) {
    const auto x =
        Surface::at(face, point, [&](std::size_t k) { return relativePosition(nodes[k], surface_->origin); });
    const auto v = Surface::at(face, point, [&](std::size_t k) {
      return translationOf(*nodes[k].state, nodes[k].state->velocity(), nodes[k].node);
    });
    *a += 2.0 * weight / 3.0 * (x.x.dot(v.a.cross(v.b)) + v.x.dot(v.a.cross(x.b)) + v.x.dot(x.a.cross(v.b)));
  });
}

void Volume::addGeometricStiffness(gsl::span<const double> child_force, GeometricStiffness& K) const {
  if (numOwned() == 0) return;
  const auto nodes = parentNodes(0);
  for (const Surface::Face& face : surface_->faces) {
    const std::size_t size = face.nodes.size();
    std::vector<base::Mat3> blocks(size * size, base::Mat3::Zero());
    for (const Surface::FaceRule::Point& point : face.rule->points) {
      const auto x = Surface::at(face, point, [&](std::size_t k) -> Vec3 {
        const la::State& state = *nodes[k].state;
        return referencePosition(state, nodes[k].node) - surface_->origin +
               translationOf(state, state.displacement(), nodes[k].node);
      });
      const double factor = child_force[0] * face.sign * point.weight / 3.0;
      const base::Mat3 of_x = la::skewMatrix(x.x), of_a = la::skewMatrix(x.a), of_b = la::skewMatrix(x.b);
      for (std::size_t r = 0; r < size; ++r)
        for (std::size_t c = 0; c < size; ++c) {
          const double N = point.N[r], A = point.dN[2 * r], B = point.dN[2 * r + 1];
          const double n = point.N[c], dA = point.dN[2 * c], dB = point.dN[2 * c + 1];
          blocks[r * size + c] +=
              factor * (N * (dB * of_a - dA * of_b) + A * (n * of_b - dB * of_x) + B * (dA * of_x - n * of_a));
        }
    }
    for (std::size_t r = 0; r < size; ++r)
      for (std::size_t c = 0; c < size; ++c) {
        const ParentNode &row = nodes[face.nodes[r]], &column = nodes[face.nodes[c]];
        K.add(0, *row.state, row.node, *column.state, column.node, blocks[r * size + c]);
      }
  }
}

}  // namespace tenon::mapping

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Shapes by their names in case files.
#include <memory>
#include <numeric>
#include <type_traits>

#include "base/FileName.hpp"
#include "hull.hpp"
#include "mesh/surfaces/surfaceFile.hpp"
#include "tenon/base/Error.hpp"
#include "tenon/contact/shapes/registry.hpp"

namespace tenon::contact {
namespace {

using base::Parameters;
using base::Vec3;

struct OfGroup {
  std::string group;
};

template <class Data>
void declareGroup(Parameters<Data>& p) {
  p.optional("group", static_cast<std::string Data::*>(&OfGroup::group), "",
             "group of bodies; default: all bodies of the object");
}

struct SphereShape {
  struct Data : OfGroup {
    double radius = 0;
  };
  static void declare(Parameters<Data>& p) {
    p.required("radius", &Data::radius, "length", "radius; the centre is the centre of mass").positive();
    declareGroup(p);
  }
  static std::unique_ptr<BodyShape> make(const Data& data, const fem::Domain& domain) {
    return std::make_unique<BodyShape>(Sphere{data.radius}, domain, data.group);
  }
};

struct BoxShape {
  struct Data : OfGroup {
    Vec3 size{0, 0, 0};
  };
  static void declare(Parameters<Data>& p) {
    p.required("size", &Data::size, "length", "edge lengths along the body axes");
    declareGroup(p);
  }
  static std::unique_ptr<BodyShape> make(const Data& data, const fem::Domain& domain) {
    if (data.size.minCoeff() <= 0.0) throw base::InputError("the edge lengths of a box must be positive.");
    return std::make_unique<BodyShape>(Cuboid{0.5 * data.size}, domain, data.group);
  }
};

struct PlaneShape {
  struct Data : OfGroup {
    Vec3 normal{0, 0, 1};
  };
  static void declare(Parameters<Data>& p) {
    p.optional("normal", &Data::normal, "", "outward normal in body axes");
    declareGroup(p);
  }
  static std::unique_ptr<BodyShape> make(const Data& data, const fem::Domain& domain) {
    if (!(data.normal.norm() > 0.0)) throw base::InputError("the normal of a plane must not be zero.");
    return std::make_unique<BodyShape>(HalfSpace{data.normal.normalized()}, domain, data.group);
  }
};

/// Capsules and cylinders, which have a length along the z axis of the body and a radius.
template <class Round>
struct RoundShape {
  struct Data : OfGroup {
    double length = 0, radius = 0;
  };
  static void declare(Parameters<Data>& p) {
    constexpr bool is_capsule = std::is_same_v<Round, Capsule>;
    p.required("length", &Data::length, "length",
               is_capsule ? "distance between the centres of the caps, along the body's z axis"
                          : "distance between the end faces, along the body's z axis")
        .positive();
    p.required("radius", &Data::radius, "length", "radius").positive();
    declareGroup(p);
  }
  static std::unique_ptr<BodyShape> make(const Data& data, const fem::Domain& domain) {
    return std::make_unique<BodyShape>(Round{0.5 * data.length, data.radius}, domain, data.group);
  }
};

/// List of points, in case files [[x, y, z], ..].
struct Points {
  std::vector<Vec3> all;
};
void readValue(const base::CaseNode& node, Points& points) {
  points.all.clear();
  for (const auto& item : node.items()) points.all.push_back(item.vector());
}
std::string printValue(const Points& points) {
  return points.all.empty() ? "(none)" : std::to_string(points.all.size()) + " points";
}
const char* typeName(const Points*) {
  return "[[x, y, z], ..]";
}

struct HullShape {
  struct Data : OfGroup {
    Points vertices;
    base::FileName file;
  };
  static void declare(Parameters<Data>& p) {
    p.optional("vertices", &Data::vertices, "length",
               "points of the body, in body axes relative to the centre of mass");
    p.optional("file", &Data::file, "length",
               "instead of `vertices`: a surface file (.stl, .obj, .ply) that contains these points");
    declareGroup(p);
  }
  static std::unique_ptr<BodyShape> make(const Data& data, const fem::Domain& domain) {
    if (data.vertices.all.empty() == data.file.path.empty())
      throw base::InputError("specify either `vertices` or a `file` for a hull, but not both.");
    return std::make_unique<BodyShape>(Hull{hullOf(pointsOf(data))}, domain, data.group);
  }

 private:
  static std::vector<Vec3> pointsOf(const Data& data) {
    if (data.file.path.empty()) return data.vertices.all;
    if (!mesh::isSurfaceFile(data.file.path))
      throw base::InputError("'" + data.file.path +
                             "' is not a surface file: a hull can be read only from an .stl, .obj or .ply file.");
    const mesh::RawMesh surface = mesh::readSurface(data.file.path);
    std::vector<Vec3> points;
    for (std::size_t i = 0; i < surface.numNodes(); ++i) points.emplace_back(surface.points.data() + 3 * i);
    return points;
  }
};

}  // namespace

void registerShapes(ShapeRegistry& shapes) {
  shapes.add<BoxShape>("box", "a box around the centre of mass, with edges along the body axes");
  shapes.add<RoundShape<Capsule>>("capsule",
                                  "a capsule: all points within a given distance of a segment along the body's z axis");
  shapes.add<RoundShape<Cylinder>>("cylinder", "a cylinder around the centre of mass, along the body's z axis");
  shapes.add<HullShape>("hull", "the convex hull of points");
  shapes.add<PlaneShape>("plane", "an infinite plane through the centre of mass, for constrained bodies");
  shapes.add<SphereShape>("sphere", "a sphere around the centre of mass");
}

void registerRigidContacts(RigidContactRegistry& contacts) {
  contacts.add<RigidContact>(
      "rigid",
      "contact of rigid bodies with friction and restitution; if several rules match a pair, the last one applies");
}

void readValue(const base::CaseNode& node, BodySelection& bodies) {
  node.requireKnownKeys({"object", "group"});
  bodies = {node["object"].text(), node.has("group") ? node["group"].text() : ""};
}

std::string printValue(const BodySelection& bodies) {
  return bodies.object.empty() ? "(all)" : bodies.object + "/" + bodies.group;
}

std::vector<base::LocalIndex> ownedBodies(const fem::Domain& domain, const std::string& group) {
  if (domain.state.kind() != la::NodeKind::frames || domain.state.block() != 6 || domain.inertia == nullptr)
    throw base::InputError("shapes and rigid contact require three-dimensional rigid bodies, but '" + domain.object +
                           "' has none.");
  if (!group.empty()) return fem::ownedNodes(domain, group);
  std::vector<base::LocalIndex> all(static_cast<std::size_t>(domain.state.layout().numOwned()));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

BodyShape::BodyShape(Shape shape, const fem::Domain& domain, const std::string& group)
    : shape_(std::move(shape)), bodies_(ownedBodies(domain, group)) {}

}  // namespace tenon::contact

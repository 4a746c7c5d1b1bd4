// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Shapes by their names in case files.
#include <memory>
#include <numeric>
#include <type_traits>

#include "HullPoints.hpp"
#include "contact/shapes/registry.hpp"
#include "hull.hpp"
#include "tenon/base/Error.hpp"

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

struct HullShape {
  struct Data : OfGroup, HullPoints {};
  static void declare(Parameters<Data>& p) {
    HullPoints::declare(p, "points of the body, in body axes relative to the centre of mass");
    declareGroup(p);
  }
  static std::unique_ptr<BodyShape> make(const Data& data, const fem::Domain& domain) {
    return std::make_unique<BodyShape>(Hull{hullOf(data.read())}, domain, data.group);
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

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "ContactConstraint.hpp"

#include <fmt/format.h>

#include "MortarContact.hpp"
#include "SurfaceContact.hpp"
#include "fem/outwardSigns.hpp"

namespace tenon::constraint {
namespace {

// The check depends on the case alone, and is therefore the same on all ranks.
void requireSides(const ContactConstraint::Data& data) {
  const bool slave = !data.slave.object.empty(), master = !data.master.object.empty(), self = !data.self.object.empty();
  const std::string name = data.name.empty() ? "a contact of type `surface`" : fmt::format("contact '{}'", data.name);
  if (self ? slave || master : !slave || !master)
    throw base::InputError(fmt::format(
        "{} needs either both `slave` and `master`, or `self` alone, each as {{object: ..., group: ...}}.", name));
  if (self && data.method == "mortar")
    throw base::InputError(fmt::format(
        "{}: `self` requires `method: nodes`; `method: mortar` requires two groups, `slave` and `master`.", name));
  if (data.smooth && data.method == "mortar")
    throw base::InputError(
        fmt::format("{}: `smooth` requires `method: nodes`; mortars use the faces of the mesh.", name));
  if (!self && data.slave.name() == data.master.name())
    throw base::InputError(
        fmt::format("Both sides of {} are {}: for self-contact of one surface use `self: {{object: {}, group: {}}}`.",
                    name, data.slave.name(), data.slave.object, data.slave.group));
}

/// Returns true if every slave face bounds a solid: a mortar measures gaps along the solid's
/// outward normal. @note Collective.
bool boundsSolids(const fem::Domain& domain, const std::string& group_name) {
  const mesh::Group& group = domain.mesh.group(group_name);
  if (domain.mesh.dimension() < domain.mesh.spaceDimension()) return false;
  // The constraint rejects such groups with its own message.
  if (!group.hasCellsOf(domain.mesh.spaceDimension() - 1)) return true;
  const fem::Region region(domain, group.name, domain.mesh.spaceDimension() - 1, "surface");
  const std::vector<std::vector<double>> signs = fem::outwardSignsIfAny(domain, region);
  bool all = true;
  for (std::size_t p = 0; p < signs.size(); ++p)
    for (base::LocalIndex cell = 0; cell < region.parts()[p].numOwned(); ++cell)
      all = all && signs[p][static_cast<std::size_t>(cell)] != 0.0;
  return !domain.mesh.comm().any(!all);
}

/// Returns the method of a contact, with `automatic` resolved. @note Collective.
std::string methodOf(const ContactConstraint::Data& data, const fem::FindDomain& find) {
  if (data.method != "automatic") return data.method;
  const bool is_mortar = data.self.object.empty() && !data.smooth && data.compliance == 0.0 &&
                         boundsSolids(find(data.slave.object), data.slave.group);
  return is_mortar ? "mortar" : "nodes";
}

void requireSameSymmetry(const ContactConstraint::Data& data, const fem::FindDomain& find) {
  if (!data.self.object.empty()) return;
  const fem::Domain &slave = find(data.slave.object), &master = find(data.master.object);
  if (slave.mesh.isAxisymmetric() != master.mesh.isAxisymmetric())
    throw base::InputError(
        fmt::format("Contact between {} and {} is not possible: one is axisymmetric, but the other is not.",
                    data.slave.name(), data.master.name()));
}

}  // namespace

void ContactConstraint::declare(base::Parameters<Data>& p) {
  p.optional("name", &Data::name, "", "name in messages and results; default: derived from the two sides");
  p.optional("slave", &Data::slave, "",
             "slave surface, whose nodes carry the multipliers: the finer or the softer one");
  p.optional("master", &Data::master, "", "master surface");
  p.optional("self", &Data::self, "", "instead of slave and master: a surface in self-contact, with `method: nodes`");
  p.optional("method", &Data::method, "",
             "nodes: node-to-surface contact; mortar: weighted gaps integrated over the overlaps of both sides' faces; "
             "automatic: mortar, but nodes for `self`, `smooth`, `compliance` and slaves without an adjacent solid")
      .oneOf({"automatic", "nodes", "mortar"})
      .formerValues({{"usual", "automatic"}});
  p.optional("configuration", &Data::overlaps, "",
             "mortar: configuration in which the overlaps of the faces are computed: current (iterated until the "
             "overlaps no longer change) or reference; automatic: current for bodies with large rotations and for "
             "mapped objects with rotating parents, otherwise reference until the forces would differ by 5 %")
      .oneOf({"automatic", "current", "reference"})
      .formerly({"overlaps"})
      .formerValues({{"usual", "automatic"}, {"present", "current"}, {"rest", "reference"}});
  p.optional("multipliers", &Data::multipliers, "", "shape functions of the mortar multipliers")
      .oneOf({"dual", "standard"});
  p.optional("reach", &Data::reach, "length",
             "nodes: radius around each node within which the search finds faces; default: the largest face "
             "diameter. mortar: search distance across the gap; default: the diameter of each slave face in the "
             "reference configuration")
      .nonNegative();
  p.optional("smooth", &Data::smooth, "",
             "nodes: true if the flat master faces are replaced by a smooth surface through their nodes, with "
             "continuous normals");
  p.optional("crease", &Data::crease, "radians", "dihedral angle above which edges of a smooth master remain sharp")
      .positive();
  ContactLaw::declare(p);
}

std::unique_ptr<Constraint> ContactConstraint::make(const Data& data, const fem::FindDomain& find) {
  const ContactLaw& law = data;
  requireSides(data);
  requireSameSymmetry(data, find);
  const bool is_self = !data.self.object.empty();
  if (methodOf(data, find) == "nodes") {
    const fem::ObjectGroup &slave = is_self ? data.self : data.slave, &master = is_self ? data.self : data.master;
    return std::make_unique<SurfaceContact>(
        SurfaceContact::Data{law, data.name, slave, master, data.reach, is_self, data.smooth, data.crease}, find);
  }
  return std::make_unique<MortarContact>(
      MortarContact::Data{law, data.name, data.slave, data.master, data.reach, data.multipliers, data.overlaps,
                          data.method == "automatic"},
      find);
}

}  // namespace tenon::constraint

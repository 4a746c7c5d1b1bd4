#include "tenon/constraint/contact/Contact.hpp"

#include <fmt/format.h>

#include "tenon/constraint/contact/MortarContact.hpp"
#include "tenon/constraint/contact/SurfaceContact.hpp"

namespace tenon::constraint {
namespace {

// Of the case alone, hence alike on all ranks.
void requireSides(const Contact::Data& data) {
  const bool slave = !data.slave.object.empty(), master = !data.master.object.empty(), self = !data.self.object.empty();
  const std::string name = data.name.empty() ? "a contact of type `surface`" : fmt::format("contact '{}'", data.name);
  if (self ? slave || master : !slave || !master)
    throw base::InputError(fmt::format(
        "{} needs either both `slave` and `master`, or `self` alone, each as {{object: .., group: ..}}.", name));
  if (self && data.method != "nodes")
    throw base::InputError(
        fmt::format("{}: `self` is of `method: nodes`; mortars join two groups, given as `slave` and `master`.", name));
  if (data.smooth && data.method != "nodes")
    throw base::InputError(fmt::format("{}: `smooth` is for `method: nodes`; mortars take faces as they are.", name));
  if (!self && data.method == "nodes" && data.slave.name() == data.master.name())
    throw base::InputError(fmt::format(
        "Both sides of {} are {}: parts of one surface touch each other by `self: {{object: {}, group: {}}}`.", name,
        data.slave.name(), data.slave.object, data.slave.group));
}

}  // namespace

void Contact::declare(base::Parameters<Data>& p) {
  p.optional("name", &Data::name, "", "name in messages and results; default: made from the two sides");
  p.optional("slave", &Data::slave, "", "surface whose nodes carry multipliers: the finer one, or the softer");
  p.optional("master", &Data::master, "", "surface that it may touch");
  p.optional("self", &Data::self, "", "instead of both: a surface whose parts may touch each other, by nodes");
  p.optional("method", &Data::method, "",
             "each slave node against faces, or in the mean over the overlaps of both sides' faces")
      .oneOf({"nodes", "mortar"});
  p.optional("overlaps", &Data::overlaps, "",
             "of mortar: of the faces in the present motion, found anew until they change no more, or of the faces at "
             "rest; usual: present where bodies are for large rotations or objects follow others that turn, else rest")
      .oneOf({"usual", "present", "rest"});
  p.optional("multipliers", &Data::multipliers, "", "functions of a mortar's multipliers").oneOf({"dual", "standard"});
  p.optional(
       "reach", &Data::reach, "length",
       "of nodes: how far around each faces are looked for, anew as things move; default: their largest diameter. Of "
       "mortar: how far across the gap; default: the diameter of each slave face at rest")
      .nonNegative();
  p.optional("smooth", &Data::smooth, "",
             "of nodes: straight faces of the master stand for a smooth surface through their nodes, whose "
             "normals do not jump from face to face");
  p.optional("crease", &Data::crease, "radians", "edges at which a smooth master turns by more stay sharp").positive();
  ContactLaw::declare(p);
}

std::unique_ptr<Constraint> Contact::make(const Data& data, const fem::FindDomain& find) {
  const ContactLaw& law = data;
  requireSides(data);
  if (!data.self.object.empty())
    return std::make_unique<SurfaceContact>(
        SurfaceContact::Data{law, data.name, data.self, data.self, data.reach, true, data.smooth, data.crease}, find);
  if (data.method == "nodes")
    return std::make_unique<SurfaceContact>(
        SurfaceContact::Data{law, data.name, data.slave, data.master, data.reach, false, data.smooth, data.crease},
        find);
  return std::make_unique<MortarContact>(
      MortarContact::Data{law, data.name, data.slave, data.master, data.reach, data.multipliers, data.overlaps}, find);
}

}  // namespace tenon::constraint

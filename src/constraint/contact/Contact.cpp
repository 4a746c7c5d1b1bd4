#include "tenon/constraint/contact/Contact.hpp"

#include "tenon/constraint/contact/MortarContact.hpp"
#include "tenon/constraint/contact/SurfaceContact.hpp"

namespace tenon::constraint {

void Contact::declare(base::Parameters<Data>& p) {
  p.optional("name", &Data::name, "", "name in messages and results; default: made from the two sides");
  p.required("slave", &Data::slave, "", "surface whose nodes carry multipliers: the finer one, or the softer");
  p.required("master", &Data::master, "", "surface that it may touch");
  p.optional("method", &Data::method, "",
             "nodes against faces in the present motion, or in the mean over overlaps of the faces at rest")
      .oneOf({"nodes", "mortar"});
  p.optional("multipliers", &Data::multipliers, "", "functions of a mortar's multipliers").oneOf({"dual", "standard"});
  p.optional(
       "reach", &Data::reach, "length",
       "of nodes: how far around each faces are looked for, anew as things move; default: their largest diameter. Of "
       "mortar: parts that are farther apart at rest never touch; default: the diameter of each slave face")
      .nonNegative();
  p.optional("small_rotations", &Data::small_rotations, "",
             "true: what a mortar joins turns by little; an analysis of large rotations takes it then");
  ContactLaw::declare(p);
}

std::unique_ptr<Constraint> Contact::make(const Data& data, const fem::FindDomain& find) {
  const ContactLaw& law = data;
  if (data.method == "nodes")
    return std::make_unique<SurfaceContact>(SurfaceContact::Data{law, data.name, data.slave, data.master, data.reach},
                                            find);
  return std::make_unique<MortarContact>(
      MortarContact::Data{law, data.name, data.slave, data.master, data.reach, data.multipliers, data.small_rotations},
      find);
}

}  // namespace tenon::constraint

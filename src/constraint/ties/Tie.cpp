#include "tenon/constraint/ties/Tie.hpp"

#include "tenon/constraint/ties/Mortar.hpp"
#include "tenon/constraint/ties/NodeTie.hpp"

namespace tenon::constraint {

void Tie::declare(base::Parameters<Data>& p) {
  p.optional("name", &Data::name, "", "name in messages and results; default: made from both sides");
  p.required("slave", &Data::slave, "", "side whose nodes carry multipliers: the finer one, or the softer");
  p.required("master", &Data::master, "", "side it is tied to");
  p.optional("method", &Data::method, "", "in the mean over the overlaps of faces, exactly, or node by node")
      .oneOf({"mortar", "nodes"});
  p.optional("multipliers", &Data::multipliers, "", "functions of a mortar's multipliers").oneOf({"standard", "dual"});
  p.optional("tolerance", &Data::tolerance, "diameters of a face",
             "of the slave's with mortar, of the closest master's with nodes: what is farther away stays free")
      .positive();
  p.optional("small_rotations", &Data::small_rotations, "",
             "true: what is tied over a gap turns by little; an analysis of large rotations takes it then");
}

std::unique_ptr<Constraint> Tie::make(Data data, const fem::FindDomain& find) {
  if (data.method == "nodes")
    return std::make_unique<NodeTie>(
        NodeTie::Data{data.name, data.slave, data.master, data.tolerance, data.small_rotations}, find);
  return std::make_unique<Mortar>(
      Mortar::Data{data.name, data.slave, data.master, data.multipliers, data.tolerance, data.small_rotations}, find);
}

}  // namespace tenon::constraint

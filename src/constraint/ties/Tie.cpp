// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Tie.hpp"

#include "Mortar.hpp"
#include "NodeTie.hpp"

namespace tenon::constraint {

void Tie::declare(base::Parameters<Data>& p) {
  p.optional("name", &Data::name, "", "name in messages and results; default: derived from both sides");
  p.required("slave", &Data::slave, "", "slave side, whose nodes carry the multipliers: the finer or the softer one");
  p.required("master", &Data::master, "", "master side");
  p.optional("method", &Data::method, "", "mortar: weighted over the exact overlaps of the faces; nodes: node by node")
      .oneOf({"mortar", "nodes"});
  p.optional("multipliers", &Data::multipliers, "", "shape functions of the mortar multipliers")
      .oneOf({"standard", "dual"});
  p.optional("tolerance", &Data::tolerance, "face diameters",
             "maximum distance between tied parts, in diameters of the slave face (mortar) or of the closest master "
             "face (nodes); parts at a larger distance remain free")
      .positive();
  p.optional("small_rotations", &Data::small_rotations, "",
             "true if the rotations of sides tied across a gap are small; the tie is then accepted in an analysis with "
             "large rotations");
}

std::unique_ptr<Constraint> Tie::make(Data data, const fem::FindDomain& find) {
  if (data.method == "nodes")
    return std::make_unique<NodeTie>(
        NodeTie::Data{data.name, data.slave, data.master, data.tolerance, data.small_rotations}, find);
  return std::make_unique<Mortar>(
      Mortar::Data{data.name, data.slave, data.master, data.multipliers, data.tolerance, data.small_rotations}, find);
}

}  // namespace tenon::constraint

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "derivedObject.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "entries.hpp"
#include "tenon/base/suggest.hpp"

namespace tenon::simulation {

using base::CaseNode;

void DerivedObject::declare(base::Parameters<DerivedObject>& p) {
  p.required("from", &DerivedObject::from, "", "name of the object whose mesh is the source of the derived mesh");
  p.required(
      "to", &DerivedObject::to, "",
      "type of the derived mesh: part, points, surface, edges, tets, ..., or a block with `type` and its parameters");
  p.optional("group", &DerivedObject::group, "", "group from which the mesh is derived; default: the whole mesh");
  p.optional("tets_per_hex", &DerivedObject::tets_per_hex, "",
             "tets: number of tetrahedra per hexahedron; 6 always match those of neighbours, 5 match only in "
             "alternating orientation")
      .positive();
  p.optional("along", &DerivedObject::along, "", "prisms: direction of their axes");
  p.optional("follow", &DerivedObject::follow, "",
             "true if the object moves with its source object; false if it has its own degrees of freedom");
}

DerivedObject DerivedObject::read(const CaseNode& object) {
  const CaseNode node = object["derive"].withSpaceDimension(3);  // Prisms are three-dimensional.
  for (const char* key : {"mesh", "bodies", "particles"})
    if (object.has(key)) object[key].fail("this key cannot be combined with `derive`: remove one of them.");
  if (object.has("cells"))
    object["cells"].fail("`cells` cannot be combined with `derive`: select cells with the key `group` of `derive`.");
  base::Parameters<DerivedObject> table;
  declare(table);
  DerivedObject derived = table.read(node, {});
  for (const char* key : {"tets_per_hex", "along"})
    if (derived.to.hasBlock() && node.has(key))
      node[key].fail(fmt::format("`{}` is a parameter of the type: move it to the block `to`.", key));
  if (derived.tets_per_hex != 5 && derived.tets_per_hex != 6)
    node["tets_per_hex"].fail("a hexahedron can be divided only into 5 or 6 tetrahedra.");
  return derived;
}

mesh::DerivationStep DerivedObject::how() const {
  return {to.hasBlock() ? to : mesh::derivationNamed(to.name(), tets_per_hex, along), group};
}

std::vector<std::size_t> orderOfDerivation(const std::vector<std::string>& names,
                                           const std::vector<std::string>& sources) {
  std::vector<std::size_t> order;
  std::vector<char> is_done(names.size(), 0);
  for (std::size_t i = 0; i < names.size(); ++i) {
    std::vector<std::size_t> chain;  // Objects from i back to an existing one.
    for (std::size_t at = i; is_done[at] == 0;) {
      const bool is_met = std::find(chain.begin(), chain.end(), at) != chain.end();
      chain.push_back(at);
      if (is_met) {
        std::vector<std::string> cycle;
        for (auto k = std::find(chain.begin(), chain.end(), at); k != chain.end(); ++k) cycle.push_back(names[*k]);
        throw base::InputError(
            fmt::format("objects are derived from each other in a cycle: {}. One of them needs its own mesh.",
                        fmt::join(cycle, " <- ")));
      }
      if (sources[at].empty()) break;
      const auto source = std::find(names.begin(), names.end(), sources[at]);
      if (source == names.end())
        throw base::InputError(fmt::format("object '{}' is derived from '{}', which does not exist{}", names[at],
                                           sources[at], base::suggestionFor(sources[at], names)));
      at = static_cast<std::size_t>(source - names.begin());
    }
    for (; !chain.empty(); chain.pop_back()) {
      order.push_back(chain.back());
      is_done[chain.back()] = 1;
    }
  }
  return order;
}

mapping::WeightTable weightsOf(const mesh::DerivedMesh& derived) {
  mapping::WeightTable weights;
  for (std::size_t node = 0; node + 1 < derived.starts.size(); ++node) {
    for (std::size_t k = derived.starts[node]; k < derived.starts[node + 1]; ++k)
      weights.add(0, derived.nodes[k], derived.weights[k]);
    weights.endNode();
  }
  return weights;
}

}  // namespace tenon::simulation

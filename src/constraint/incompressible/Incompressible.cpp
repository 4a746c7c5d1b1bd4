// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Incompressible.hpp"

#include <fmt/format.h>

#include "FiniteIncompressible.hpp"

namespace tenon::constraint {

using base::InputError;

void Incompressible::declare(base::Parameters<Data>& p) {
  p.optional("name", &Data::name, "", "name in messages and results; default: derived from the object");
  p.required("object", &Data::object, "", "incompressible object");
  p.optional("group", &Data::group, "", "group of cells of the object; default: all cells");
  p.optional("strain", &Data::strain, "",
             "finite: constrains J = det F, for finite-strain materials; small: constrains div u")
      .oneOf({"small", "finite"});
  p.optional("pressure", &Data::pressure, "",
             "pressure interpolation: linear between vertices (second-order cells), or constant in each cell")
      .oneOf({"linear", "constant"});
  p.optional("bulk", &Data::bulk, "force/length^2",
             "bulk modulus in addition to that of the materials: p = -bulk div u, or -bulk (J - 1); 0: incompressible")
      .nonNegative();
  p.optional("young", &Data::young, "force/length^2",
             "Young's modulus; together with poisson, it replaces bulk, as in the material shear-elastic")
      .nonNegative();
  p.optional("poisson", &Data::poisson, "", "Poisson's ratio, more than 0 and up to 0.5").nonNegative().atMost(0.5);
  p.optional("thickness", &Data::thickness, "length", "thickness of a plane problem, the same for the whole object")
      .positive()
      .defaultsTo("thickness of the object");
}

std::unique_ptr<Constraint> Incompressible::make(const Data& data, const fem::FindDomain& find) {
  if (data.strain == "finite" && find(data.object).mesh.isAxisymmetric())
    throw InputError(
        fmt::format("'{}': `strain: finite` does not support axisymmetric objects, but '{}' is one: use a solid with "
                    "`formulation: mean-dilatation` instead.",
                    data.nameOrDefault(), data.object));
  if (data.strain == "finite") return std::make_unique<FiniteIncompressible>(data, find);
  return std::make_unique<Incompressible>(data, find);
}

Incompressible::Incompressible(const Data& data, const fem::FindDomain& find)
    : LinearConstraint(data.nameOrDefault(), 1),
      bulk_(data.bulkModulus()),
      pressure_(data.pressureData(), find(data.object), name()) {
  std::vector<base::Vec3> terms(pressure_.firstTerm(pressure_.numRows()), base::Vec3::Zero());
  pressure_.forEachPoint([&](const LocalIndex*, const fem::PointGeometry& point, const auto& shares) {
    for (const PressureField::PressureTerm& share : shares)
      for (int a = 0; a < point.num_nodes; ++a) {
        base::Vec3& term = terms[static_cast<std::size_t>(share.term[a])];
        term += share.weight * point.gradient.row(a).transpose();
        if (pressure_.region().isAxisymmetric()) term[0] += share.weight * point.shape[a] / point.position[0];
      }
  });
  const fem::Domain& domain = pressure_.domain();
  const std::vector<RowKey> places = pressure_.rowKeys();
  for (LocalIndex row = 0; row < pressure_.numRows(); ++row) {
    addRow();
    for (std::size_t term = pressure_.firstTerm(row); term < pressure_.firstTerm(row + 1); ++term)
      for (int c = 0; c < domain.state.block(); ++c)
        addTerm(row, domain.state, domain.mesh.layout().global(pressure_.nodeOfTerm(term)), c, terms[term][c]);
    if (const RowKey& at = places[static_cast<std::size_t>(row)]; at.node >= 0)
      addCarrierNode(domain.state, at.node);
    else
      setRowKey(at);
  }
  finish({&domain.state});
}

std::vector<double> Incompressible::compliances() const {
  return addBulkCompliances(Constraint::compliances(), pressure_, bulk_);
}

}  // namespace tenon::constraint

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Elastic.hpp"

#include "tenon/force/materials.hpp"

namespace tenon::force {

void Elastic::declare(base::Parameters<Data>& p) {
  p.required("material", &Data::material, "", "type and constants of the material, e.g. {type: linear-elastic, ...}");
  p.optional("group", &Data::group, "", "group of volumes (faces in plane problems); default: the whole object");
  p.optional("plane", &Data::plane, "", "out-of-plane assumption of plane problems: plane strain or plane stress")
      .oneOf({"strain", "stress"});
  p.optional("thickness", &Data::thickness, "length", "thickness of a plane problem, the same for the whole object")
      .positive()
      .defaultsTo("thickness of the object");
  p.optional("temperature", &Data::temperature, "temperature",
             "temperature T: the thermal strain is `expansion` (T - reference_temperature)");
  p.optional("reference_temperature", &Data::reference_temperature, "temperature",
             "temperature without thermal strain");
  p.optional("formulation", &Data::formulation, "",
             "locking-free formulations for nearly incompressible materials: mean-dilatation (constant volume change "
             "in each cell) for hexahedra, quadrilaterals and prisms; nodal-dilatation (averaged over the cells around "
             "each node) for tet4 and tri3")
      .oneOf({"displacement", "mean-dilatation", "nodal-dilatation"});
}

std::unique_ptr<Solid> Elastic::make(const Data& data, const fem::Domain& domain) {
  SolidOptions options;
  options.group = data.group;
  options.plane = data.plane == "stress" ? fem::Plane::stress : fem::Plane::strain;
  options.thickness = data.thickness;
  options.temperature = data.temperature;
  options.reference_temperature = data.reference_temperature;
  if (data.formulation == "mean-dilatation") options.formulation = Formulation::mean_dilatation;
  if (data.formulation == "nodal-dilatation") options.formulation = Formulation::nodal_dilatation;
  return materials().make(data.material, options, domain);
}

}  // namespace tenon::force

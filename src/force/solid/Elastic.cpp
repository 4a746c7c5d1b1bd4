#include "tenon/force/Elastic.hpp"

#include "tenon/force/registry.hpp"

namespace tenon::force {

void Elastic::declare(base::Parameters<Data>& p) {
  p.required("material", &Data::material, "", "type and constants of the material, e.g. {type: linear-elastic, ...}");
  p.optional("group", &Data::group, "", "group of volumes (faces in plane problems); default: the whole object");
  p.optional("plane", &Data::plane, "", "what a plane problem assumes across its plane").oneOf({"strain", "stress"});
  p.optional("thickness", &Data::thickness, "length", "of a plane problem, for the whole object")
      .positive()
      .defaultsTo("that of the object");
  p.optional("temperature", &Data::temperature, "temperature",
             "temperature T: the material expands by `expansion` (T - reference_temperature)");
  p.optional("reference_temperature", &Data::reference_temperature, "temperature", "where there is no thermal strain");
  p.optional(
       "formulation", &Data::formulation, "",
       "what does not lock where volumes hardly change: of hexahedra, quadrilaterals and prisms mean-dilatation, "
       "each cell changes its volume as a whole; of tet4 and tri3 nodal-dilatation, the cells around each node do")
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

#include "tenon/mapping/Mapping.hpp"

namespace tenon::mapping {

void MappingOptions::declare(base::Parameters<MappingOptions>& p) {
  p.optional("geometric_stiffness", &MappingOptions::geometric_stiffness, "",
             "of mappings that are not linear: the derivative of J^T f, its symmetric part without what weakens the "
             "system, or nothing")
      .oneOf({"exact", "stabilised", "none"});
}

}  // namespace tenon::mapping

#include "tenon/mapping/registry.hpp"

#include "tenon/mapping/Embedded.hpp"

namespace tenon::mapping {

void registerMappings(MappingRegistry& mappings) {
  mappings.addCommon<MappingOptions>();
  mappings.add<Embedded>("embedded", "a mesh whose nodes move with the cells of another object that hold them");
}

}  // namespace tenon::mapping

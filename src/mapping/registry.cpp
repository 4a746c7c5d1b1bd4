#include "tenon/mapping/registry.hpp"

#include "tenon/mapping/Embedded.hpp"
#include "tenon/mapping/Identity.hpp"
#include "tenon/mapping/Rigid.hpp"
#include "tenon/mapping/Subset.hpp"
#include "tenon/mapping/SubsetMulti.hpp"
#include "tenon/mapping/Weighted.hpp"

namespace tenon::mapping {

void registerMappings(MappingRegistry& mappings) {
  mappings.addCommon<MappingOptions>();
  mappings.add<Embedded>("embedded", "a mesh whose nodes move with the cells of another object that hold them");
  mappings.add<Identity>("identity", "the same nodes as another object");
  mappings.add<Subset>("subset", "nodes of another object");
  mappings.add<SubsetMulti>("subset-multi", "nodes of several objects, carried by those that are rigid bodies");
  mappings.add<Weighted>("weighted", "nodes that follow weighted nodes, or rigid bodies, of another object");
  mappings.add<Rigid>("rigid", "points carried by rigid bodies");
  mappings.add<RelativeFrames>("relative-frames", "rigid bodies that are parts of others");
  mappings.add<Void>("void", "an object that nothing moves: forces on it end there");
}

}  // namespace tenon::mapping

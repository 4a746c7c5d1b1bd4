#include "tenon/mapping/registry.hpp"

#include "tenon/mapping/Angle.hpp"
#include "tenon/mapping/CentreOfMass.hpp"
#include "tenon/mapping/Distance.hpp"
#include "tenon/mapping/DistanceTo.hpp"
#include "tenon/mapping/Embedded.hpp"
#include "tenon/mapping/Identity.hpp"
#include "tenon/mapping/Rigid.hpp"
#include "tenon/mapping/SquareDistance.hpp"
#include "tenon/mapping/Subset.hpp"
#include "tenon/mapping/SubsetMulti.hpp"
#include "tenon/mapping/Volume.hpp"
#include "tenon/mapping/Weighted.hpp"
#include "tenon/mapping/frames.hpp"

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
  mappings.add<Skinning>("skinning", "points carried by rigid bodies together, by dual quaternions");
  mappings.add<BeamInterpolation>("beam-interpolation", "points of beams between rigid bodies");
  mappings.add<OnFrame>("on-frame", "points that move in the frame of a rigid body");
  mappings.add<Void>("void", "an object that nothing moves: forces on it end there");
}

void registerMeasurements(MeasurementRegistry& measurements) {
  measurements.addCommon<MappingOptions>();
  measurements.add<Distance>("distance", "lengths between pairs of nodes");
  measurements.add<SquareDistance>("square-distance", "squares of lengths between pairs of nodes");
  measurements.add<DistanceToTarget>("distance-to-target", "distances of nodes from a point");
  measurements.add<DistanceToPlane>("distance-to-plane", "how far nodes move along the normal of a plane");
  measurements.add<Square>("square", "squares of scalars");
  measurements.add<Angle>("angle", "angles between three nodes");
  measurements.add<TriangleArea>("triangle-area", "areas of triangles");
  measurements.add<Volume>("volume", "the volume that a closed surface holds");
  measurements.add<CentreOfMass>("centre-of-mass", "a point, the mean of an object's nodes");
  measurements.add<PlaneProjection>("plane-projection", "feet of nodes on a plane that a rigid body carries");
}

}  // namespace tenon::mapping

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "mapping/registry.hpp"

#include "Angle.hpp"
#include "CentreOfMass.hpp"
#include "Distance.hpp"
#include "DistanceTo.hpp"
#include "Rigid.hpp"
#include "SquareDistance.hpp"
#include "Volume.hpp"
#include "Weighted.hpp"
#include "frames.hpp"
#include "mapping/Embedded.hpp"
#include "subsets.hpp"

namespace tenon::mapping {

void registerMappings(MappingRegistry& mappings) {
  mappings.addCommon<MappingOptions>();
  mappings.add<Embedded>(
      "embedded",
      "nodes embedded in the cells of another object and interpolated by the shape functions of these cells");
  mappings.add<Identity>("identity", "the same nodes as another object");
  mappings.add<Subset>("subset", "nodes of another object");
  mappings.add<SubsetMulti>("subset-multi", "nodes of several objects, or points attached to their rigid bodies");
  mappings.add<Weighted>("weighted", "weighted means of nodes, or of rigid bodies, of another object");
  mappings.add<Rigid>("rigid", "points attached to rigid bodies");
  mappings.add<RelativeFrames>("relative-frames", "rigid bodies attached to other rigid bodies");
  mappings.add<Skinning>("skinning", "points blended between several rigid bodies, by dual quaternion skinning");
  mappings.add<BeamInterpolation>("beam-interpolation", "points interpolated along beams between rigid bodies");
  mappings.add<OnFrame>("on-frame", "points whose displacements are relative to the frame of a rigid body");
  mappings.add<Void>("void", "an object without a parent: it does not move, and forces on it have no effect");
}

void registerMeasurements(MeasurementRegistry& measurements) {
  measurements.addCommon<MappingOptions>();
  measurements.add<Distance>("distance", "lengths between pairs of nodes");
  measurements.add<SquareDistance>("square-distance", "squares of lengths between pairs of nodes");
  measurements.add<DistanceToTarget>("distance-to-target", "distances of nodes from a point");
  measurements.add<DistanceToPlane>("distance-to-plane", "signed distances of nodes from a plane");
  measurements.add<Square>("square", "squares of scalars");
  measurements.add<Angle>("angle", "angles between three nodes");
  measurements.add<TriangleArea>("triangle-area", "areas of triangles");
  measurements.add<Volume>("volume", "the volume enclosed by a closed surface");
  measurements.add<CentreOfMass>("centre-of-mass", "a point: the weighted mean of the nodes of an object");
  measurements.add<PlaneProjection>("plane-projection",
                                    "orthogonal projections of nodes onto a plane attached to a rigid body");
}

}  // namespace tenon::mapping

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Verifies all mappings with MappingFixture, for all kinds of parents, in the plane and in space.
#include "mapping/Angle.hpp"
#include "mapping/CentreOfMass.hpp"
#include "mapping/Distance.hpp"
#include "mapping/DistanceTo.hpp"
#include "mapping/Rigid.hpp"
#include "mapping/SquareDistance.hpp"
#include "mapping/Volume.hpp"
#include "mapping/Weighted.hpp"
#include "mapping/frames.hpp"
#include "mapping/subsets.hpp"
#include "tenon/mesh/generation/generate.hpp"
#include "tenon/testing/MappingFixture.hpp"

namespace tenon::mapping {
namespace {

using mesh::CellType;
using testing::Box;
using testing::Objects;

/// Mapping and its objects.
struct Sample {
  std::string name;
  std::vector<Box> boxes;
  std::function<std::unique_ptr<Mapping>(const Objects&)> make;
  bool reaches_parents = true;
};

class Consistency : public testing::MappingFixture, public ::testing::WithParamInterface<Sample> {
 protected:
  Mapping make(const Objects& objects) const override { return GetParam().make(objects); }
  std::vector<Box> boxes() const override { return GetParam().boxes; }
  bool affectsParents() const override { return GetParam().reaches_parents; }
};

TEST_P(Consistency, ofEveryMapping) {
  expectConsistent();
}

Box box(const std::string& name, std::array<int, 3> cells = {2, 1, 1}) {
  return {name, CellType::tet4, cells};
}
Box plane(const std::string& name) {
  return {name, CellType::tri3, {2, 2, 1}};
}
Box bodies(Box box) {
  box.kind = la::NodeKind::frames;
  return box;
}
/// Returns the same bent box at another position and with another size.
Box apart(Box box) {
  for (std::size_t i = 0; i < (box.type == CellType::tri3 ? 2u : 3u); ++i) box.low[i] += 0.3, box.high[i] += 0.5;
  return box;
}

/// Returns a function that creates a mapping of the object 'child' with these parameters.
template <class T>
auto follows(typename T::Data data) {
  return [data](const Objects& objects) { return std::make_unique<T>(data, objects.find()("child"), objects.find()); };
}
/// Returns a function that creates a measurement with these parameters.
template <class T>
auto measures(typename T::Data data) {
  return [data](const Objects& objects) {
    auto made = std::make_unique<T>(data, objects.find());
    made->createChild("measured", objects.comm());
    return made;
  };
}

TupleSource tuples(std::vector<std::vector<std::int64_t>> nodes, std::vector<std::string> parent = {"box"}) {
  return {std::move(parent), {std::move(nodes)}, {}, ""};
}
DistanceToTarget::Data target(const base::Vec3& place) {
  DistanceToTarget::Data data;
  static_cast<TupleSource&>(data) = tuples({{2}, {7}});
  data.target = place;
  return data;
}
DistanceToPlane::Data side(const base::Vec3& normal) {
  DistanceToPlane::Data data;
  static_cast<TupleSource&>(data) = {{"box"}, {}, {}, "xmax"};
  data.normal = normal;
  return data;
}

PlaneProjection::Data onto(const std::string& body, const base::Vec3& normal) {
  PlaneProjection::Data data;
  static_cast<TupleSource&>(data) = tuples({{2}, {4}});
  data.frame = "jaw", data.body = body, data.point = {0.2, 0.1, 0}, data.normal = normal;
  return data;
}

const std::vector<std::vector<std::int64_t>> pairs{{1, 4}, {5, 2}, {1, 8}, {1, 4}}, triples{{1, 4, 2}, {5, 2, 8}};

std::vector<Sample> samples() {
  const Box grid = box("box"), sheet = plane("box");
  return {
      {"identity", {grid, box("child")}, follows<Identity>({"box"})},
      {"identityOfBodies", {bodies(grid), bodies(box("child"))}, follows<Identity>({"box"})},
      {"subset", {box("box", {2, 2, 2}), box("child", {2, 1, 2})}, follows<Subset>({"box", "", {}, 1e-6})},
      {"subsetOfGroup", {grid, box("child")}, follows<Subset>({"box", "xmin", {}, 2.0})},
      {"subsetInPlane", {sheet, plane("child")}, follows<Subset>({"box", "", {{9, 8, 7, 6, 5, 4, 3, 2, 1}}, 0.0})},
      {"subsetOfTwo",
       {grid, bodies(box("jaw", {1, 1, 1})), box("child", {1, 1, 1})},
       follows<SubsetMulti>({{{"xmin", "box"}, {"xmax", "jaw"}}, 0.1})},
      {"rigid", {bodies(grid), apart(box("child"))}, follows<Rigid>({"box", "", {}})},
      {"rigidByOne", {bodies(grid), apart(box("child"))}, follows<Rigid>({"box", "3", {}})},
      {"rigidByParts",
       {bodies(grid), apart(box("child", {1, 1, 1}))},
       follows<Rigid>({"box", "", {{"xmin", "3"}, {"xmax", "5"}}})},
      {"rigidInPlane", {bodies(sheet), apart(plane("child"))}, follows<Rigid>({"box", "", {}})},
      {"relativeFrames", {bodies(grid), bodies(apart(box("child")))}, follows<RelativeFrames>({"box", "2", {}})},
      {"relativeFramesInPlane",
       {bodies(sheet), bodies(apart(plane("child")))},
       follows<RelativeFrames>({"box", "", {}})},
      {"weighted", {grid, apart(box("child"))}, follows<Weighted>({"box", {}, 4, 2.0})},
      {"skinned", {bodies(grid), apart(box("child"))}, follows<Weighted>({"box", {}, 3, 1.0})},
      {"skinnedInPlane", {bodies(sheet), apart(plane("child"))}, follows<Weighted>({"box", {}, 3, 1.0})},
      {"void", {grid, box("child")}, follows<Void>({}), false},
      {"distance", {grid}, measures<Distance>(tuples(pairs))},
      {"distanceInPlane", {sheet}, measures<Distance>(tuples(pairs))},
      {"distanceOfLines", {sheet}, measures<Distance>({{"box"}, {}, {}, "xmin"})},
      {"distanceOfTwo", {grid, bodies(box("jaw"))}, measures<Distance>(tuples({{1, 4}, {7, 3}}, {"box", "jaw"}))},
      {"squareDistance", {grid}, measures<SquareDistance>(tuples(pairs))},
      {"squareDistanceInPlane", {bodies(sheet)}, measures<SquareDistance>(tuples(pairs))},
      {"distanceToTarget", {grid}, measures<DistanceToTarget>(target({3, -1, 2}))},
      {"distanceToPlane", {grid}, measures<DistanceToPlane>(side({1, 2, -2}))},
      {"angle", {grid}, measures<Angle>(tuples(triples))},
      {"angleInPlane", {sheet}, measures<Angle>(tuples({{1, 2, 9}, {3, 5, 8}}))},
      {"triangleArea", {grid}, measures<TriangleArea>(tuples(triples))},
      {"triangleAreaInPlane", {sheet}, measures<TriangleArea>(tuples({{1, 2, 9}, {3, 5, 8}}))},
      {"volume", {grid}, measures<Volume>({"box", ""})},
      {"volumeOfHexes", {{"box", CellType::hex8, {2, 1, 1}}}, measures<Volume>({"box", ""})},
      {"volumeOfCurvedFaces", {{"box", CellType::tet10, {1, 1, 1}}}, measures<Volume>({"box", ""})},
      {"centreOfMass", {grid}, measures<CentreOfMass>({"box", "", "mass"})},
      {"centreOfNodes", {grid}, measures<CentreOfMass>({"box", "xmax", "equal"})},
      {"centreOfBodies", {bodies(sheet)}, measures<CentreOfMass>({"box", "", "mass"})},
      {"skinning", {bodies(grid), apart(box("child", {1, 1, 1}))}, follows<Skinning>({"box", {}, 3, 1.0})},
      {"skinningInPlane", {bodies(sheet), apart(plane("child"))}, follows<Skinning>({"box", {}, 3, 1.0})},
      {"beams", {bodies(grid), apart(box("child"))}, follows<BeamInterpolation>({"box"})},
      {"beamsInPlane", {bodies(sheet), apart(plane("child"))}, follows<BeamInterpolation>({"box"})},
      {"onFrame", {grid, bodies(apart(box("jaw", {1, 1, 1}))), box("child")}, follows<OnFrame>({"box", "jaw", "5"})},
      {"onFrameInPlane", {sheet, bodies(apart(plane("jaw"))), plane("child")}, follows<OnFrame>({"box", "jaw", "4"})},
      {"planeProjection", {grid, bodies(box("jaw"))}, measures<PlaneProjection>(onto("3", {1, 2, -2}))},
      {"planeProjectionInPlane",
       {sheet, bodies(apart(plane("jaw")))},
       measures<PlaneProjection>(onto("2", {1, -2, 0}))},
      {"trianglesOfGroup", {sheet}, measures<TriangleArea>({{"box"}, {}, {}, "all"})},
  };
}

INSTANTIATE_TEST_SUITE_P(Mappings, Consistency, ::testing::ValuesIn(samples()),
                         [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace tenon::mapping

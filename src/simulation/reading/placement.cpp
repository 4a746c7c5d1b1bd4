// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "placement.hpp"

#include "tenon/base/Error.hpp"

namespace tenon::simulation {
namespace {

using base::CaseNode;
using base::Vec3;
using mesh::Placement;

/// Reads one factor for all directions, or one for each direction.
Vec3 readFactors(const CaseNode& node) {
  Vec3 factors = Vec3::Ones();
  if (node.isScalar()) {
    factors *= node.number();
  } else {
    const auto numbers = node.components();
    for (std::size_t i = 0; i < numbers.size(); ++i) factors[static_cast<Eigen::Index>(i)] = numbers[i].number();
  }
  if (!(factors.minCoeff() > 0)) node.fail("a scale factor must be positive; use `mirror` to reflect a mesh.");
  return factors;
}

/// Operations that are appended to a placement.
class PlacementReader {
 public:
  explicit PlacementReader(bool is_axisymmetric) : is_axisymmetric_(is_axisymmetric) {}

  void mirror(const CaseNode& node) {
    refuseOnRevolution(node);
    base::Parameters<MirrorBlock> table;
    MirrorBlock::declare(table);
    const MirrorBlock block = table.read(node, {});
    if (block.normal.isZero(0.0)) node["normal"].fail("the normal of a plane must not be zero.");
    placement_.mirror(block.normal, block.point);
  }
  void scale(const CaseNode& node) { placement_.scale(readFactors(node)); }
  void rotate(const CaseNode& node) {
    refuseOnRevolution(node);
    base::Parameters<RotationBlock> table;
    RotationBlock::declare(table);
    const RotationBlock block = table.read(node, {});
    if (node.spaceDimension() == 3 && !node.has("axis"))
      node.fail(
          "the key 'axis' is missing: it is optional only for two-dimensional objects, which are rotated about z.");
    if (block.axis.isZero(0.0)) node["axis"].fail("the axis of a rotation must not be zero.");
    placement_.rotate(block.axis, block.angle, block.about);
  }
  void move(const CaseNode& node) {
    const Vec3 displacement = node.vector();
    if (is_axisymmetric_ && (displacement[0] != 0 || displacement[2] != 0))
      node.fail("an axisymmetric object can be moved only along its axis, as in [0, y].");
    placement_.move(displacement);
  }

  /// Applies all operations of a block in the fixed order.
  /// @return number of operations
  int applyBlock(const CaseNode& node) {
    base::Parameters<PlaceBlock> table;
    PlaceBlock::declare(table);
    base::ErrorCollector problems;
    problems.attempt([&] { table.read(node, {}); });
    int count = 0;
    for (const auto& [key, operation] : operations()) {
      if (!node.has(key)) continue;
      ++count;
      problems.attempt([&, apply = operation, named = key] { (this->*apply)(node[named]); });
    }
    problems.throwIfAny();
    return count;
  }

  const Placement& placement() const { return placement_; }

 private:
  using Operation = void (PlacementReader::*)(const CaseNode&);
  static std::vector<std::pair<std::string, Operation>> operations() {
    return {{"mirror", &PlacementReader::mirror},
            {"scale", &PlacementReader::scale},
            {"rotate", &PlacementReader::rotate},
            {"move", &PlacementReader::move}};
  }

  void refuseOnRevolution(const CaseNode& node) const {
    if (is_axisymmetric_)
      node.fail("an axisymmetric object can only be scaled, or moved along its axis: remove this operation.");
  }

  bool is_axisymmetric_;
  Placement placement_;
};

}  // namespace

void PlaceBlock::declare(base::Parameters<PlaceBlock>& p) {
  p.optional("mirror", &PlaceBlock::mirror, "", "reflection in a plane: {normal, point}; applied first");
  p.optional("scale", &PlaceBlock::scale, "",
             "positive factor of all coordinates, or one for each direction; applied second");
  p.optional("rotate", &PlaceBlock::rotate, "", "rotation: {axis, angle, about}; applied third");
  p.optional("move", &PlaceBlock::move, "length", "translation; applied last");
}

void RotationBlock::declare(base::Parameters<RotationBlock>& p) {
  p.optional("axis", &RotationBlock::axis, "", "direction of the axis; required for three-dimensional objects");
  p.required("angle", &RotationBlock::angle, "degrees", "angle of the right-handed rotation");
  p.optional("about", &RotationBlock::about, "length", "point on the axis");
}

void MirrorBlock::declare(base::Parameters<MirrorBlock>& p) {
  p.required("normal", &MirrorBlock::normal, "", "normal of the plane, of any length");
  p.optional("point", &MirrorBlock::point, "length", "point in the plane");
}

Placement readPlacement(const CaseNode& node, bool is_axisymmetric) {
  PlacementReader reader(is_axisymmetric);
  if (!node.isList()) {
    if (reader.applyBlock(node) == 0)
      node.fail("a placement needs at least one of mirror, scale, rotate and move, e.g. {scale: 0.001}.");
    return reader.placement();
  }
  base::ErrorCollector problems;
  for (const CaseNode& item : node.items())
    problems.attempt([&] {
      if (reader.applyBlock(item) != 1)
        item.fail(
            "each entry of a list must contain exactly one operation, because the list determines the order of the "
            "operations.");
    });
  problems.throwIfAny();
  return reader.placement();
}

Placement parsePlacement(const std::string& text) {
  if (text.empty()) return {};
  return readPlacement(CaseNode::parse(text, "--place"), false);
}

Placement placementOf(const CaseNode& object, bool is_axisymmetric) {
  const CaseNode node = object["place"];
  if (object.has("derive"))
    node.fail(
        "a derived object is placed by its source object: specify `place` for the object that the key `from` names.");
  if (object.has("bodies") || object.has("particles"))
    node.fail("`place` is available only for objects with a `mesh`: list the bodies at their final positions.");
  if (!object.has("mesh")) node.fail("`place` is available only for objects with a `mesh`.");
  return readPlacement(node, is_axisymmetric);
}

}  // namespace tenon::simulation

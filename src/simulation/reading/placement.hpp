// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "mesh/placement/Placement.hpp"
#include "tenon/base/Parameters.hpp"

// Block `place` of an object: where its mesh lies.
namespace tenon::simulation {

/// Block `place`, with the operations in the order in which they are applied.
struct PlaceBlock {
  base::CaseNode mirror, scale, rotate, move;

  /// Declares the keys of the block.
  static void declare(base::Parameters<PlaceBlock>& p);
};

/// Block `rotate` of `place`.
struct RotationBlock {
  base::Vec3 axis = base::Vec3::UnitZ();
  double angle = 0;  ///< [degrees]
  base::Vec3 about = base::Vec3::Zero();

  /// Declares the keys of the block.
  static void declare(base::Parameters<RotationBlock>& p);
};

/// Block `mirror` of `place`.
struct MirrorBlock {
  base::Vec3 normal = base::Vec3::Zero(), point = base::Vec3::Zero();

  /// Declares the keys of the block.
  static void declare(base::Parameters<MirrorBlock>& p);
};

/// Reads the key `place` of an object: a block, whose operations are applied in the order of
/// PlaceBlock, or a list of blocks with one operation each, which are applied in the order of the
/// list.
/// @param node  value of the key. If its dimension of space is 3, vectors have three components and
///   rotations need an axis.
/// @param is_axisymmetric  true if the mesh is the half plane of a body of revolution, which can
///   only be scaled and moved along its axis
/// @throws InputError if an operation is unknown or invalid
mesh::Placement readPlacement(const base::CaseNode& node, bool is_axisymmetric);

/// Reads a placement from a command-line option, such as "{scale: 0.001}", in the notation
/// of the key `place`; an empty text keeps the coordinates of the mesh.
/// @throws InputError if an operation is unknown or invalid
mesh::Placement parsePlacement(const std::string& text);

/// Reads the placement of an object with a mesh.
/// @param object  block of the object, with the key `place`
/// @param is_axisymmetric  see readPlacement()
/// @throws InputError if an operation is invalid, or if the object has no mesh of its own
mesh::Placement placementOf(const base::CaseNode& object, bool is_axisymmetric);

}  // namespace tenon::simulation

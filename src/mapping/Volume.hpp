// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>

#include "tenon/base/Parameters.hpp"
#include "tenon/fem/ObjectGroup.hpp"
#include "tenon/mapping/TupleMapping.hpp"
#include "tenon/mesh/CellType.hpp"

namespace tenon::mapping {

/// Volume enclosed by a closed surface, one scalar: V - V_0 with
///
///   V = 1/3 integral of x . n dA = 1/3 integral of x . (x_xi x x_eta),
///   J_a = integral of N_a n dA,
///
/// and the geometric stiffness f d2V/dx2, face by face. The integration is exact for faces of any
/// type and order. Normals of faces of solids point outwards; those of surface meshes follow from
/// the node order.
///
/// The row belongs to the rank that owns most of the faces. This rank evaluates all faces and has
/// their nodes as ghosts, so that its memory grows with the surface. An assembled stiffness on this
/// scalar is dense over the nodes of the surface; cases therefore constrain the volume by a
/// multiplier instead.
/// @see SOFA's VolumeMapping
class Volume : public TupleMapping {
 public:
  /// Parameters of the mapping.
  struct Data {
    std::string parent, group;  ///< parent object; group of closed faces, empty for all faces
  };
  /// Declares the parameters of a case.
  static void declare(base::Parameters<Data>& p);

  /// Creates the volume.
  /// @throws InputError if the surface is not closed, or in two dimensions
  /// @note Collective.
  Volume(const Data& data, const fem::FindDomain& find);
  ~Volume() override;

  int block() const override { return 1; }
  std::vector<double> rest() const override;
  void addGeometricStiffness(gsl::span<const double> child_force, GeometricStiffness& K) const override;

 private:
  struct Surface;
  Volume(const Data& data, const fem::FindDomain& find, std::unique_ptr<Surface> surface);

  void evaluate(LocalIndex i, double* displacement) const override;
  void computeJacobian(LocalIndex i, double* J) const override;
  void computeBiasAcceleration(LocalIndex i, double* a) const override;

  std::unique_ptr<Surface> surface_;
};

}  // namespace tenon::mapping

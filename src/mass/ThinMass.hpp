// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "tenon/base/Parameters.hpp"
#include "tenon/fem/Region.hpp"
#include "tenon/mass/Mass.hpp"

namespace tenon::mass {

/// Diagonal mass matrix of lines or faces in space, computed from their density and section.
///
/// First-order cells have m_a = ∫ ρ s N_a with the cross-sectional area (lines) or thickness
/// (faces) s. Second-order cells have the integrals of N_a², scaled to the mass of the cell, as in
/// LumpedMass. The moment of inertia of a cell is distributed to nodes with rotational degrees of
/// freedom in proportion to m_a. It is equal about all axes.
class ThinMass : public Mass {
 public:
  std::string name() const override { return name_; }
  void addMass(la::MassMatrix& M) const override;
  double total() const override { return total_; }

 protected:
  /// Computes the masses of the cells of one dimension.
  ///
  /// @param type  name of the type for messages
  /// @param dimension  dimension of the cells: 1 for lines, 2 for faces
  /// @param per_measure  mass per length or area
  /// @param inertia  moment of inertia per length or area; 0 for none
  /// @param group  group of cells; empty for all cells of that dimension
  /// @param domain  object with the cells
  /// @throws InputError if nodes with rotational degrees of freedom have no moment of inertia, or
  /// if other nodes have one
  ThinMass(const std::string& type, int dimension, double per_measure, double inertia, const std::string& group,
           const fem::Domain& domain);

 private:
  /// Adds the masses of the cells of `part`.
  /// @param points  [local nodes × 3] reference positions
  /// @param per_measure  mass per length or area
  void addPart(const fem::RegionPart& part, const double* points, double per_measure);

  std::string name_;
  const la::State& state_;
  std::vector<double> masses_;  // [local nodes]; complete on owned ones
  double total_ = 0, inertia_over_mass_ = 0;
};

/// Diagonal mass of trusses, cables and beams.
class LineMass : public ThinMass {
 public:
  /// Indicates that the mass supports nodes with rotational degrees of freedom.
  static constexpr bool acts_on_frames = true;
  /// Parameters of this type.
  struct Data {
    /// Density [mass/length³], cross-sectional area [length²] and polar moment I_y + I_z [length⁴].
    double density = 0, area = 0, polar_moment = 0;
    std::string group;  ///< name of the group of lines; empty for all lines of the object
  };
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<Data>& p);
  LineMass(const Data& data, const fem::Domain& domain)
      : ThinMass("line mass", 1, data.density * data.area, data.density * data.polar_moment, data.group, domain) {}
};

/// Diagonal mass of membranes.
class SurfaceMass : public ThinMass {
 public:
  /// Parameters of this type.
  struct Data {
    /// Density [mass/length³] and thickness [length], both positive.
    double density = 0, thickness = 0;
    std::string group;  ///< name of the group of faces; empty for all faces of the object
  };
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<Data>& p);
  SurfaceMass(const Data& data, const fem::Domain& domain)
      : ThinMass("surface mass", 2, data.density * data.thickness, 0, data.group, domain) {}
};

}  // namespace tenon::mass

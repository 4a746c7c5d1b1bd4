// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "TimedLoad.hpp"
#include "tenon/base/Parameters.hpp"
#include "tenon/fem/Domain.hpp"
#include "tenon/fem/Region.hpp"

namespace tenon::force {

/// Weight, consistent with the shape functions: f_a = integral of rho g N_a dV. dV is area times
/// length for lines and thickness times area for surfaces in 3D. Particles and rigid bodies have
/// the force m g.
class Gravity : public TimedLoad {
 public:
  /// Indicates that the type is accepted on rigid bodies and beams, whose nodes have rotational
  /// degrees of freedom.
  static constexpr bool acts_on_frames = true;
  /// Indicates that the type is accepted on axisymmetric meshes, whose nodes represent rings.
  static constexpr bool acts_on_axisymmetric = true;
  /// Parameters of a case.
  struct Data {
    double density = 0;                            ///< rho of a mesh
    base::Vec3 acceleration = base::Vec3::Zero();  ///< g along x, y, z
    std::string group;                             ///< group of cells, particles or bodies; empty for the whole object
    double thickness = 0;     ///< thickness in plane problems and of surfaces; 0: thickness of the object
    base::History history{};  ///< factor of the load in time
    double area = 0;          ///< cross-sectional area of lines
  };
  /// Declares the parameters of a case.
  static void declare(base::Parameters<Data>& p);

  /// Creates the load.
  /// @throws InputError for a mesh without a density, for bodies with a density, and for an area or
  ///   a thickness of a solid
  /// @note Collective.
  Gravity(Data data, const fem::Domain& domain);
  std::string name() const override { return name_; }
  void addForce(la::ForceVector& f) const override;

 private:
  void computeThinMasses(const fem::Domain& domain);

  Data data_;
  std::string name_;
  const la::State& state_;
  std::shared_ptr<const fem::NodalInertia> inertia_;  // nullptr for a mesh
  std::vector<base::LocalIndex> bodies_;
  std::optional<fem::Region> region_;  // cells of a mesh
  std::vector<double> thin_;           // mass of each local node, for lines and surfaces in space
};

}  // namespace tenon::force

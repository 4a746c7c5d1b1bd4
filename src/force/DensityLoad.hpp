// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <string>
#include <variant>

#include "TimedLoad.hpp"
#include "tenon/base/Parameters.hpp"
#include "tenon/fem/CellIntegrator.hpp"
#include "tenon/fem/Field.hpp"

namespace tenon::force {

/// Load with a density q on the cells of a region (volumes or faces): f_a = factor(t) * integral of
/// q N_a dV. Regions of plane problems have a thickness. A derived class passes the region to the
/// constructor and sets the density with setDensity(); it implements nothing else.
class DensityLoad : public TimedLoad {
 public:
  std::string name() const final { return name_; }
  void addForce(la::ForceVector& f) const final;

 protected:
  /// Region of the load.
  struct LoadRegion {
    std::string group;  ///< name of the group; empty for the whole object
    int dimension;      ///< topological dimension of the cells
    double thickness;   ///< thickness in a plane problem; 0: thickness of the object
  };
  /// Returns q at a point of the `cell`-th cell of a part of the region.
  using Density =
      std::function<base::Vec3(const fem::RegionPart& part, base::LocalIndex cell, const fem::PointGeometry& point)>;

  /// Creates the load.
  /// @throws InputError if the group does not exist or has another dimension, or if a thickness is
  ///   given in space
  /// @note Collective.
  DensityLoad(const std::string& title, LoadRegion target, base::History history, const fem::Domain& domain);

  /// Returns the region on which the load acts.
  const fem::Region& region() const { return region_; }
  /// Sets the density to a field in space and time.
  void setDensity(fem::Field density) { density_.emplace<fem::Field>(std::move(density)); }
  /// Sets the density to a function of cell and point.
  void setDensity(Density density) { density_.emplace<Density>(std::move(density)); }

 private:
  base::Vec3 densityAt(const fem::RegionPart& part, base::LocalIndex cell, const fem::PointGeometry& point) const;

  std::string name_;
  const la::State& state_;
  fem::Region region_;
  double thickness_;
  std::variant<Density, fem::Field> density_;
};

/// Surface traction: force per area t on the faces of a group, f_a = integral of t N_a dA. The
/// traction t is a constant or a field in space and time. In plane problems the group consists of
/// lines, and dA is length times thickness.
class Traction : public DensityLoad {
 public:
  /// Indicates that the type is accepted on axisymmetric meshes, whose nodes represent rings.
  static constexpr bool acts_on_axisymmetric = true;

  /// Parameters of a case.
  struct Data {
    std::string group;           ///< group of faces
    fem::VectorSource traction;  ///< t, force per area
    double thickness = 0;        ///< thickness in plane problems; 0: thickness of the object
    base::History history{};     ///< factor of the load in time
  };
  /// Declares the parameters of a case.
  static void declare(base::Parameters<Data>& p);

  Traction(Data data, const fem::Domain& domain);
};

/// Body force: force per volume b, consistent with the shape functions: f_a = integral of b N_a dV.
/// The density b is a constant or a field in space and time.
class BodyForce : public DensityLoad {
 public:
  /// Indicates that the type is accepted on axisymmetric meshes, whose nodes represent rings.
  static constexpr bool acts_on_axisymmetric = true;

  /// Parameters of a case.
  struct Data {
    fem::VectorSource density;  ///< force per volume
    std::string group;          ///< group of cells; empty for the whole object
    double thickness = 0;       ///< thickness in plane problems; 0: thickness of the object
    base::History history{};    ///< factor of the load in time
  };
  /// Declares the parameters of a case.
  static void declare(base::Parameters<Data>& p);

  BodyForce(Data data, const fem::Domain& domain);
};

/// Pressure on the faces of a group: f_a = - integral of p n N_a dA, with the outward normal n of
/// the reference configuration. On a surface mesh n is the normal of the cells. A positive p
/// pushes. The pressure keeps its direction when the body deforms (dead load). In plane problems
/// the group consists of lines, and dA is length times thickness.
class Pressure : public DensityLoad {
 public:
  /// Indicates that the type is accepted on axisymmetric meshes, whose nodes represent rings.
  static constexpr bool acts_on_axisymmetric = true;

  /// Parameters of a case.
  struct Data {
    std::string group;        ///< group of faces
    double pressure = 0;      ///< pressure p
    double thickness = 0;     ///< thickness in plane problems; 0: thickness of the object
    base::History history{};  ///< factor of the load in time
  };
  /// Declares the parameters of a case.
  static void declare(base::Parameters<Data>& p);

  /// Creates the load.
  /// @throws InputError if a face lies inside the solid or on no cell of it
  /// @note Collective.
  Pressure(Data data, const fem::Domain& domain);
};

}  // namespace tenon::force

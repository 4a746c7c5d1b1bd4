#pragma once
#include <functional>
#include <string>
#include <variant>

#include "tenon/fem/CellIntegrator.hpp"
#include "tenon/fem/Field.hpp"
#include "tenon/force/TimedLoad.hpp"

namespace tenon::force {

/// A load with a density q over the cells of a region, volumes or faces:  f_a = factor(t) * integral of q N_a dV.
/// Regions of a plane problem have a thickness. A load of this kind says where it is and what its density is, in its
/// constructor, and nothing more.
class DensityLoad : public TimedLoad {
 public:
  std::string name() const final { return name_; }
  void addForce(la::ForceVector& f) const final;

 protected:
  struct Place {
    std::string group;  ///< empty: the whole object
    int dimension;      ///< of the cells
    double thickness;   ///< of a plane problem; 0: that of the object
  };
  /// q at a point of the `cell`-th cell of a part of the region.
  using Density =
      std::function<base::Vec3(const fem::RegionPart& part, base::LocalIndex cell, const fem::PointGeometry& point)>;

  /// Collective. InputError for a group that is not there or of another dimension, and for a thickness in space.
  DensityLoad(const std::string& title, Place place, base::History history, const fem::Domain& domain);

  const fem::Region& region() const { return region_; }
  void setDensity(fem::Field density) { density_.emplace<fem::Field>(std::move(density)); }
  void setDensity(Density density) { density_.emplace<Density>(std::move(density)); }

 private:
  base::Vec3 densityAt(const fem::RegionPart& part, base::LocalIndex cell, const fem::PointGeometry& point) const;

  std::string name_;
  const la::State& state_;
  fem::Region region_;
  double thickness_;
  std::variant<Density, fem::Field> density_;
};

}  // namespace tenon::force

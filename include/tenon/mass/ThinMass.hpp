#pragma once
#include <vector>

#include "tenon/base/Parameters.hpp"
#include "tenon/fem/Region.hpp"
#include "tenon/mass/Mass.hpp"

namespace tenon::mass {

/// The diagonal mass of lines or faces in space, of their density and section: of each cell of first order
/// m_a = integral of rho s N_a, s an area of lines and a thickness of faces; of second order the integrals of N_a^2,
/// scaled to the cell's mass, as of LumpedMass. Nodes that turn get m_a over the cell's mass of its moment of inertia,
/// the same about every axis.
class ThinMass : public Mass {
 public:
  std::string name() const override { return name_; }
  void addMass(la::MassMatrix& M) const override;
  double total() const override { return total_; }

 protected:
  /// `per_measure`: mass, `inertia`: moment of inertia of a length or an area of cells of this dimension. InputError
  /// where nodes turn and have no inertia, or do not turn and have some.
  ThinMass(const std::string& type, int dimension, double per_measure, double inertia, const std::string& group,
           const fem::Domain& domain);

 private:
  /// `points`: [local nodes x 3].
  void addPart(const fem::RegionPart& part, const double* points, double per_measure);

  std::string name_;
  const la::State& state_;
  std::vector<double> masses_;  // [local nodes]; complete on owned ones
  double total_ = 0, inertia_over_mass_ = 0;
};

/// Of trusses, cables and beams.
class LineMass : public ThinMass {
 public:
  static constexpr bool acts_on_frames = true;
  struct Data {
    double density = 0, area = 0, polar_moment = 0;
    std::string group;
  };
  static void declare(base::Parameters<Data>& p);
  LineMass(const Data& data, const fem::Domain& domain)
      : ThinMass("line mass", 1, data.density * data.area, data.density * data.polar_moment, data.group, domain) {}
};

/// Of membranes.
class SurfaceMass : public ThinMass {
 public:
  struct Data {
    double density = 0, thickness = 0;
    std::string group;
  };
  static void declare(base::Parameters<Data>& p);
  SurfaceMass(const Data& data, const fem::Domain& domain)
      : ThinMass("surface mass", 2, data.density * data.thickness, 0, data.group, domain) {}
};

}  // namespace tenon::mass

#pragma once
#include <Eigen/Core>
#include <cstddef>
#include <string>
#include <vector>

#include "tenon/fem/Region.hpp"
#include "tenon/force/ForceField.hpp"

namespace tenon::force {

/// Membranes: surfaces in space that stretch but do not bend, total Lagrangian, of Saint Venant and Kirchhoff's
/// material in plane stress (Bonet and Wood, Nonlinear Continuum Mechanics for Finite Element Analysis, 2008, 8.6;
/// Taylor, Onate and Ubach, "Finite element analysis of membrane structures", 2005):
///   E = (F^T F - 1) / 2 in the plane at rest, S = young / (1 - nu^2) ((1 - nu) E + nu tr(E) 1) + prestress 1,
///   f_a = - h integral of F S grad N_a dA,  energy h integral of (S + prestress 1) : E / 2 dA,
/// F [3 x 2] from an orthonormal basis of the plane at rest; on triangles and quadrilaterals of any order.
/// Where a membrane is pushed together, it has compressive stresses and no stiffness across: it wrinkles by elements.
class Membrane : public ForceField {
 public:
  struct Data {
    double young = 0, poisson = 0, thickness = 0, prestress = 0;
    std::string group;
  };
  static void declare(base::Parameters<Data>& p);

  /// InputError in plane problems.
  Membrane(Data data, const fem::Domain& domain);
  std::string name() const override { return name_; }
  void addForce(la::ForceVector& f) const override;
  void addStiffness(la::StiffnessMatrix& K) const override;
  void addStressStiffness(const la::Motion& u, la::StiffnessMatrix& K) const override;
  bool isForLargeRotations() const override { return true; }
  double energy() const override;

 private:
  using Gradient = Eigen::Matrix<double, Eigen::Dynamic, 2, Eigen::ColMajor, 9, 2>;  // [nodes x 2]
  /// Quadrature of one type of cell.
  struct Rule {
    std::vector<double> weights;
    std::vector<Gradient> gradients;  ///< of the shape functions on the reference cell
  };
  /// The surface at one point of a cell.
  struct Point {
    Eigen::Matrix<double, 3, 2> F;
    Gradient gradient;
    base::Mat2 strain, stress;
    double volume = 0;  ///< thickness times area at rest
  };
  /// Calls visit(Point) for each quadrature point of a cell.
  template <class Visit>
  void atPoints(std::size_t part, base::LocalIndex cell, Visit&& visit) const;
  base::Mat2 elastic(const base::Mat2& strain) const;

  Data data_;
  std::string name_;
  const la::State& state_;
  fem::Region region_;
  std::vector<Rule> rules_;  // of the region's parts
};

}  // namespace tenon::force

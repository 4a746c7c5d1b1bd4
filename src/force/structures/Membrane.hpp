// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <Eigen/Core>
#include <cstddef>
#include <string>
#include <vector>

#include "tenon/fem/Region.hpp"
#include "tenon/force/ForceField.hpp"

namespace tenon::force {

/// Membranes: surfaces in 3D without bending stiffness, total Lagrangian, with the Saint
/// Venant-Kirchhoff material in plane stress:
///   E = (F^T F - 1) / 2 in the reference plane,
///   S = young / (1 - nu^2) ((1 - nu) E + nu tr(E) 1) + prestress 1,
///   f_a = - h integral of F S grad N_a dA,  energy h integral of (S + prestress 1) : E / 2 dA,
/// with F [3 x 2] from an orthonormal basis of the reference plane, on triangles and quadrilaterals
/// of any order. A compressed membrane has compressive stresses and no transverse stiffness: it
/// wrinkles at the scale of the elements.
///
/// @see Bonet and Wood, Nonlinear Continuum Mechanics for Finite Element Analysis (2008), section
///   8.6
/// @see Taylor, Onate and Ubach, "Finite element analysis of membrane structures" (2005)
class Membrane : public ForceField {
 public:
  /// Parameters of a case.
  struct Data {
    /// Young's modulus, nu, h and the isotropic prestress.
    double young = 0, poisson = 0, thickness = 0, prestress = 0;
    std::string group;  ///< group of cells; empty for the whole object
  };
  /// Declares the parameters of a case.
  static void declare(base::Parameters<Data>& p);

  /// Creates the membrane.
  /// @throws InputError in plane problems
  Membrane(Data data, const fem::Domain& domain);
  std::string name() const override { return name_; }
  void addForce(la::ForceVector& f) const override;
  void addStiffness(la::StiffnessMatrix& K) const override;
  void addStressStiffness(const la::IncrementVector& u, la::StiffnessMatrix& K) const override;
  bool supportsLargeRotations() const override { return true; }
  double energy() const override;

 private:
  using Gradient = Eigen::Matrix<double, Eigen::Dynamic, 2, Eigen::ColMajor, 9, 2>;  // [nodes x 2]
  /// Quadrature rule of one cell type.
  struct CellRule {
    std::vector<double> weights;
    std::vector<Gradient> gradients;  ///< gradients of the shape functions on the reference cell
  };
  /// Deformation and stress at one point of a cell.
  struct MembranePoint {
    Eigen::Matrix<double, 3, 2> F;
    Gradient gradient;
    base::Mat2 strain, stress;
    double volume = 0;  ///< thickness times area in the reference configuration
  };
  /// Calls visit(MembranePoint) for each quadrature point of a cell.
  template <class Visit>
  void atPoints(std::size_t part, base::LocalIndex cell, Visit&& visit) const;
  base::Mat2 elastic(const base::Mat2& strain) const;

  Data data_;
  std::string name_;
  const la::State& state_;
  fem::Region region_;
  std::vector<CellRule> rules_;  // for each part of the region
};

}  // namespace tenon::force

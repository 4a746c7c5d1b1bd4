// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/fem/Region.hpp"
#include "tenon/force/ForceField.hpp"

namespace tenon::force {

/// Elements that carry only an axial force N, on cells of two nodes. Their reference length is L,
/// their current length is l = |d|, d = x_b - x_a.
class AxialElements : public ForceField {
 public:
  /// Strain measure.
  enum class Strain { green, engineering };
  /// Cross-section and material.
  struct Section {
    /// A, Young's modulus, axial stress in the reference configuration
    double area = 0, young = 0, prestress = 0;
    Strain strain = Strain::green;  ///< strain measure
    bool is_tension_only = false;   ///< true if there is no force in compression; requires engineering strain
  };

  std::string name() const override { return name_; }
  void addForce(la::ForceVector& f) const override;
  void addStiffness(la::StiffnessMatrix& K) const override;
  void addStressStiffness(const la::IncrementVector& u, la::StiffnessMatrix& K) const override;
  bool supportsLargeRotations() const override { return true; }
  double energy() const override;

 protected:
  /// Creates the elements.
  /// @throws InputError for cells with a node between their ends
  AxialElements(const std::string& type, const Section& section, const std::string& group, const fem::Domain& domain);

 private:
  /// Response of one element: f_b = -c d, df_b/dx_b = -(c 1 + k d d^T), and its energy.
  struct Response {
    double c = 0, k = 0, energy = 0;
  };
  template <int dim>
  Response evaluateResponse(const base::LocalIndex* nodes, Eigen::Matrix<double, dim, 1>& d) const;

  Section section_;
  std::string name_;
  const la::State& state_;
  fem::Region region_;
};

/// Truss elements. With the Green strain, eps = (l^2 - L^2) / (2 L^2), E = A L (young eps^2 / 2 +
/// prestress eps) and the axial force is N = dE/dl = A (young eps + prestress) l / L. With the
/// engineering strain, eps = (l - L) / L and N = A (young eps + prestress).
/// @see Crisfield, Non-linear Finite Element Analysis of Solids and Structures 1 (1991), section
///   3.3
class Truss : public AxialElements {
 public:
  /// Parameters of a case.
  struct Data {
    /// A, Young's modulus, axial stress in the reference configuration
    double area = 0, young = 0, prestress = 0;
    std::string strain = "green", group;  ///< `green` or `engineering`; group of lines
  };
  /// Declares the parameters of a case.
  static void declare(base::Parameters<Data>& p);
  Truss(const Data& data, const fem::Domain& domain);
};

/// Cable elements: N = A max(0, young (l - L) / L + prestress), E = L N^2 / (2 young A). Slack
/// cables have neither force nor stiffness.
class Cable : public AxialElements {
 public:
  /// Parameters of a case.
  struct Data {
    /// A, Young's modulus, axial stress in the reference configuration
    double area = 0, young = 0, prestress = 0;
    std::string group;  ///< group of lines; empty for the whole object
  };
  /// Declares the parameters of a case.
  static void declare(base::Parameters<Data>& p);
  Cable(const Data& data, const fem::Domain& domain);
};

}  // namespace tenon::force

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/fem/search/pairing.hpp"
#include "tenon/force/ForceField.hpp"

namespace tenon::force {

/// Angular springs that act on the angle theta at node b between the arms b-a and b-c; the nodes
/// may belong to several objects:
///   E = k/2 (theta - theta0)^2,   f = -dE/dx
///
/// With c = cos theta = e . g (unit vectors along the arms),
///   f = -E'(c) dc/dx,   K = -E'(c) d2c/dx2 - E''(c) dc/dx (dc/dx)^T.
/// For straight (theta0 = pi) and folded (theta0 = 0) reference angles E is an analytic function of
/// c. Reference angles within 1e-6 of 0 or pi are treated as 0 or pi. For other reference angles E
/// has a kink at arms that become straight.
class AngularSprings : public ForceField {
 public:
  /// Parameters of a case.
  struct Data {
    std::vector<std::string> objects;  ///< names of the objects of nodes a, b and c
    fem::TagTuples<3> triples;         ///< tags of nodes a, b and c of each spring
    double stiffness = 0;              ///< k, moment per angle
    fem::ReferenceValue rest_angle;    ///< theta0, or measured in the reference configuration
  };
  /// Declares the parameters of a case.
  static void declare(base::Parameters<Data>& p);

  /// Creates the springs.
  /// @note Collective.
  AngularSprings(const Data& data, const fem::FindDomain& find);
  std::string name() const override { return name_; }
  std::vector<const la::State*> states() const override {
    return {&objects_[0]->state, &objects_[1]->state, &objects_[2]->state};
  }
  void addForce(la::ForceVector& f) const override;
  void addStiffness(la::StiffnessMatrix& K) const override;
  void addStressStiffness(const la::IncrementVector& u, la::StiffnessMatrix& K) const override;
  double energy() const override;

 private:
  /// Derivatives of cos theta with respect to the positions of a (u) and c (v). The derivatives
  /// with respect to b are minus their sum.
  struct AngleDerivatives {
    double slope, curvature;  // E'(c), E''(c)
    base::Vec3 by_u, by_v;
    base::Mat3 by_uu, by_uv, by_vv;
  };
  AngleDerivatives angleDerivatives(base::LocalIndex spring) const;
  template <class Factors>
  void addBlocks(la::StiffnessMatrix& K, Factors&& factors) const;
  double theta(base::LocalIndex spring) const;
  base::Vec3 arm(base::LocalIndex spring, std::size_t end) const;
  void measure(const fem::ReferenceValue& rest_angle);

  std::string name_;
  std::array<const fem::Domain*, 3> objects_;
  double stiffness_;
  fem::NodeTuples triples_;
  std::vector<double> rest_angles_;
};

}  // namespace tenon::force

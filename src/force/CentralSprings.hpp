// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/fem/search/pairing.hpp"
#include "tenon/force/ForceField.hpp"

namespace tenon::force {

/// Springs and dampers along the line between two nodes a and b, of one object or of two. With d =
/// x_b - x_a, l = |d|, n = d / l, the elongation e = l - l0 and l' = n . (v_b - v_a):
///   f_a = (T(e) + c l') n = -f_b,   T(e) = k_1 e + k_2 e^2 + ...,   E = integral of T de
///
/// K is exact: it contains the material and the geometric part and the dependence of the damping
/// force on the position. Elongations are evaluated without cancellation for tiny displacements. A
/// rest length of 0 needs no direction: with one coefficient K has exactly the blocks -k I and k I.
/// At length 0 a damper has no direction and acts along the relative velocity.
class CentralSprings : public ForceField {
 public:
  std::string name() const override { return name_; }
  std::vector<const la::State*> states() const override { return {&first_.state, &second_.state}; }
  void addForce(la::ForceVector& f) const override;
  void addStiffness(la::StiffnessMatrix& K) const override;
  void addStressStiffness(const la::IncrementVector& u, la::StiffnessMatrix& K) const override;
  bool dependsOnVelocity() const override { return damping_ != 0.0; }
  void addDamping(la::DampingMatrix& B) const override;
  /// Returns true if there is no damping: the force of a rotating damped spring is not a gradient.
  bool isSymmetric() const override { return damping_ == 0.0; }
  /// Returns true for rest length 0, one coefficient and no damping.
  bool isLinear() const override { return is_linear_; }
  double energy() const override;

 protected:
  /// Creates the springs.
  /// @param coefficients  k_1, k_2, ...
  /// @param rest_length  rest length of all springs, or measured for each spring in the reference
  ///   configuration
  /// @note Collective.
  CentralSprings(const std::string& type, const fem::Pairing& pairing, const fem::FindDomain& find,
                 fem::ReferenceValue rest_length, std::vector<double> coefficients, double damping);

 private:
  template <int dim>
  struct Stretch;
  template <int dim>
  Stretch<dim> stretch(base::LocalIndex spring) const;
  void measure(const fem::ReferenceValue& rest_length);

  std::string name_;
  const fem::Domain &first_, &second_;
  std::vector<double> coefficients_;
  double damping_;
  fem::NodeTuples pairs_;
  std::vector<double> rest_lengths_;
  bool is_linear_ = false;
};

}  // namespace tenon::force

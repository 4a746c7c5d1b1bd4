#pragma once
#include "tenon/fem/search/pairing.hpp"
#include "tenon/force/ForceField.hpp"

namespace tenon::force {

/// Springs along the line between two nodes a and b, of one object or of two: with d = x_b - x_a, l = |d|, n = d / l,
/// elongation e = l - l0 and l' = n . (v_b - v_a)
///   f_a = (T(e) + c l') n = -f_b,   T(e) = k_1 e + k_2 e^2 + ...,   E = integral of T de
///
/// K is exact: tangent, geometric part, and what the damping part depends on the position. Elongations are found
/// without loss of digits where motions are tiny. A rest length of 0 needs no direction: with one coefficient K has the
/// blocks -k I and k I exactly. At length 0 a damper has no direction of its own and acts along the relative velocity.
class CentralSprings : public ForceField {
 public:
  std::string name() const override { return name_; }
  std::vector<const la::State*> states() const override { return {&first_.state, &second_.state}; }
  void addForce(la::ForceVector& f) const override;
  void addStiffness(la::StiffnessMatrix& K) const override;
  void addStressStiffness(const la::Motion& u, la::StiffnessMatrix& K) const override;
  bool dependsOnVelocity() const override { return damping_ != 0.0; }
  void addDamping(la::DampingMatrix& B) const override;
  /// Without damping only: where a damped spring turns, its force is no gradient.
  bool isSymmetric() const override { return damping_ == 0.0; }
  /// Rest length 0, one coefficient and no damping.
  bool isLinear() const override { return is_linear_; }
  double energy() const override;

 protected:
  /// Collective. `coefficients`: k_1, k_2, ... `rest_length`: of all springs, or each its length in the mesh.
  CentralSprings(const std::string& type, const fem::Pairing& pairing, const fem::FindDomain& find,
                 fem::Measured rest_length, std::vector<double> coefficients, double damping);

 private:
  template <int dim>
  struct Stretch;
  template <int dim>
  Stretch<dim> stretch(base::LocalIndex spring) const;
  void measure(const fem::Measured& rest_length);

  std::string name_;
  const fem::Domain &first_, &second_;
  std::vector<double> coefficients_;
  double damping_;
  fem::NodeTuples pairs_;
  std::vector<double> rest_lengths_;
  bool is_linear_ = false;
};

}  // namespace tenon::force

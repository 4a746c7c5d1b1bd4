#pragma once
#include "tenon/fem/search/pairing.hpp"
#include "tenon/force/ForceField.hpp"

namespace tenon::force {

/// Springs that keep the angle theta at b between the arms b-a and b-c, of one object or of several:
///   E = k/2 (theta - theta0)^2,   f = -dE/dx
///
/// With c = cos theta = e . g (unit vectors along the arms), f = -E'(c) dc/dx and K = -E'(c) d2c/dx2 - E''(c) dc/dx
/// (dc/dx)^T. Straight arms (theta0 = pi) and folded ones (0) are as smooth as any: E is an analytic function of c
/// there. Angles within 1e-6 of these count as them. Elsewhere E has a kink at arms that become straight.
class AngularSprings : public ForceField {
 public:
  struct Data {
    std::vector<std::string> objects;
    fem::TagTuples<3> triples;
    double stiffness = 0;
    fem::Measured rest_angle;
  };
  static void declare(base::Parameters<Data>& p);

  /// Collective.
  AngularSprings(const Data& data, const fem::FindDomain& find);
  std::string name() const override { return name_; }
  std::vector<const la::State*> states() const override {
    return {&objects_[0]->state, &objects_[1]->state, &objects_[2]->state};
  }
  void addForce(la::ForceVector& f) const override;
  void addStiffness(la::StiffnessMatrix& K) const override;
  void addStressStiffness(const la::Motion& u, la::StiffnessMatrix& K) const override;
  double energy() const override;

 private:
  /// One angle: derivatives of cos theta by the positions of a (u) and c (v); those of b are minus their sum.
  struct Angle {
    double slope, curvature;  // E'(c), E''(c)
    base::Vec3 by_u, by_v;
    base::Mat3 by_uu, by_uv, by_vv;
  };
  Angle angle(base::LocalIndex spring) const;
  template <class Factors>
  void addBlocks(la::StiffnessMatrix& K, Factors&& factors) const;
  double theta(base::LocalIndex spring) const;
  base::Vec3 arm(base::LocalIndex spring, std::size_t end) const;
  void measure(const fem::Measured& rest_angle);

  std::string name_;
  std::array<const fem::Domain*, 3> objects_;
  double stiffness_;
  fem::NodeTuples triples_;
  std::vector<double> rest_angles_;
};

}  // namespace tenon::force

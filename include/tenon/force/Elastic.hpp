#pragma once
#include <memory>

#include "tenon/base/Parameters.hpp"
#include "tenon/force/SolidForce.hpp"

namespace tenon::force {

/// The internal force of a solid of the material that the case names (`tenon list material`).
///   f_a = - integral of sigma grad N_a dV
class Elastic : public Solid {
 public:
  struct Data {
    base::CaseNode material;
    std::string group;
    std::string plane = "strain";
    double thickness = 1;
  };
  static void declare(base::Parameters<Data>& p);

  Elastic(const Data& data, const fem::Domain& domain);
  std::string name() const override { return solid_->name(); }
  void addForce(la::ForceVector& f) const override { solid_->addForce(f); }
  void addStiffness(la::StiffnessMatrix& K) const override { solid_->addStiffness(K); }
  void addFirstOrderStiffness(la::StiffnessMatrix& K) const override { solid_->addFirstOrderStiffness(K); }
  void addStiffnessTimes(const la::Motion& dx, la::ForceVector& df) const override {
    solid_->addStiffnessTimes(dx, df);
  }
  bool isSymmetric() const override { return solid_->isSymmetric(); }
  bool isLinear() const override { return solid_->isLinear(); }
  double energy() const override { return solid_->energy(); }
  void addStress(Recovery& recovery) const override { solid_->addStress(recovery); }

 private:
  std::unique_ptr<Solid> solid_;
};

}  // namespace tenon::force

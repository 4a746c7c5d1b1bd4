#pragma once
#include <functional>
#include <string>
#include <vector>

#include "tenon/constraint/GroupCondition.hpp"
#include "tenon/fem/CellIntegrator.hpp"
#include "tenon/force/ForceField.hpp"

// A condition and a load that vary in space by a function. Cases offer constant and affine ones; these two are all that
// a program needs to bring its own.
namespace tenon::simulation::testing {

using base::LocalIndex;
using base::Vec3;

/// A vector at each place.
using Field = std::function<Vec3(const Vec3&)>;

/// u_c = field(X)_c at the nodes of a group, in some components.
class HeldField : public constraint::GroupCondition {
 public:
  struct Data {
    std::string group;
    std::vector<int> components;
    Field field = [](const Vec3&) { return Vec3(0, 0, 0); };
    std::function<bool(const Vec3&)> where = [](const Vec3&) { return true; };  ///< which of the group's nodes
  };
  HeldField(Data data, const fem::Domain& domain);
  void hold(constraint::HeldUnknowns& held) const override;

 private:
  Data data_;
};

/// f_a = integral of field N_a over the cells of a group of any dimension, by the rule of a given degree.
class LoadField : public force::Load {
 public:
  struct Data {
    std::string group;
    int dimension;
    Field field;
    std::function<int(mesh::CellType)> degree = fem::massDegree;
  };
  LoadField(Data data, const fem::Domain& domain);
  std::string name() const override { return name_; }
  void addForce(la::ForceVector& f) const override;

 private:
  Data data_;
  std::string name_;
  const la::State& state_;
  fem::Region region_;
};

}  // namespace tenon::simulation::testing

#pragma once
#include "tenon/base/Parameters.hpp"
#include "tenon/base/Tabulated.hpp"
#include "tenon/fem/Region.hpp"
#include "tenon/force/ForceField.hpp"

namespace tenon::force {

/// A pressure on the deformed faces of a group:  f_a = - integral of p N_a n da(x),  n outward as of Pressure.
/// p > 0 pushes; it turns and grows with the surface, unlike Pressure. In plane problems the group is made of lines,
/// and da is length times thickness.
///
/// On the reference face n da = x_,xi x x_,eta dxi deta: a polynomial of the nodes' positions, integrated exactly, and
///   K_ab v = - p integral of N_a (N_b,xi v x x_,eta + N_b,eta x_,xi x v) dxi deta,
/// which is not symmetric where the surface has an edge.
class FollowerPressure : public ForceField, public base::Tabulated {
 public:
  static constexpr bool acts_on_rings = true;

  struct Data {
    std::string group;
    double pressure = 0;
    double thickness = 0;  ///< 0: that of the object
    base::History history{};
  };
  static void declare(base::Parameters<Data>& p);

  /// Collective. InputError for a face that lies inside the solid or on no cell of it.
  FollowerPressure(Data data, const fem::Domain& domain);
  std::string name() const override { return name_; }
  const base::History& history() const final { return data_.history; }
  void setTime(double time) override { factor_ = data_.history(time); }
  void addForce(la::ForceVector& f) const override;
  void addStiffness(la::StiffnessMatrix& K) const override;
  bool isLoad() const override { return true; }
  bool isSymmetric() const override { return false; }

 private:
  template <class Work>
  void forEachPart(Work&& work) const;

  Data data_;
  double factor_;  // of the pressure, at the time of the moment
  std::string name_;
  const la::State& state_;
  fem::Region faces_;
  std::vector<std::vector<double>> outward_;  // [parts][faces] sign of the face's own normal
};

}  // namespace tenon::force

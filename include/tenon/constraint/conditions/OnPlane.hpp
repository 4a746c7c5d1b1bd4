#pragma once
#include "tenon/base/Parameters.hpp"
#include "tenon/base/Tabulated.hpp"
#include "tenon/constraint/GroupCondition.hpp"

namespace tenon::constraint {

/// The nodes of a group stay in their planes of normal n, or move by a given distance across them:
///   n . u = value * history(t),  n = normal / |normal|.
/// An inclined roller, a plane of symmetry of any direction.
class OnPlane : public GroupCondition, public base::Tabulated {
 public:
  static constexpr bool acts_on_rings = true;

  struct Data {
    std::string group;
    base::Vec3 normal = base::Vec3::Zero();
    double value = 0;
    base::History history{};
  };
  static void declare(base::Parameters<Data>& p);

  /// Collective. InputError for a normal of length zero.
  OnPlane(Data data, const fem::Domain& domain);
  const base::History& history() const final { return data_.history; }
  void setTime(double time) override { factor_ = data_.history(time); }
  void direct(ObliqueDirections& directions) const override;

 private:
  Data data_;
  base::Vec3 normal_;
  double factor_;
};

}  // namespace tenon::constraint

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/base/History.hpp"
#include "tenon/base/Parameters.hpp"
#include "tenon/fem/Region.hpp"
#include "tenon/force/ForceField.hpp"

namespace tenon::force {

/// Follower pressure on the deformed faces of a group: f_a = - integral of p N_a n da(x), with the
/// outward normal n as in Pressure. A positive p pushes. Unlike Pressure, the load rotates and
/// grows with the surface. In plane problems the group consists of lines, and da is length times
/// thickness.
///
/// On the reference face n da = x_,xi x x_,eta dxi deta is a polynomial of the nodal positions,
/// which is integrated exactly. The tangent
///   K_ab v = - p integral of N_a (N_b,xi v x x_,eta + N_b,eta x_,xi x v) dxi deta
/// is not symmetric if the surface has an edge.
class FollowerPressure : public ForceField, public base::TabulatedInTime {
 public:
  /// Indicates that the type is accepted on axisymmetric meshes, whose nodes represent rings.
  static constexpr bool acts_on_axisymmetric = true;

  /// Parameters of a case.
  struct Data {
    std::string group;        ///< group of faces
    double pressure = 0;      ///< pressure p
    double thickness = 0;     ///< thickness in plane problems; 0: thickness of the object
    base::History history{};  ///< factor of the pressure in time
  };
  /// Declares the parameters of a case.
  static void declare(base::Parameters<Data>& p);

  /// Creates the load.
  /// @throws InputError if a face lies inside the solid or on no cell of it
  /// @note Collective.
  FollowerPressure(Data data, const fem::Domain& domain);
  std::string name() const override { return name_; }
  const base::History& history() const final { return data_.history; }
  void setTime(double time) override { factor_ = data_.history(time); }
  void addForce(la::ForceVector& f) const override;
  void addStiffness(la::StiffnessMatrix& K) const override;
  bool isLoad() const override { return true; }
  bool isSymmetric() const override { return false; }

 private:
  /// Calls work(part) for each face type of the region.
  template <class Work>
  void forEachPart(Work&& work) const;

  Data data_;
  double factor_;  // factor of the pressure at the current time
  std::string name_;
  const la::State& state_;
  fem::Region faces_;
  // [parts][faces] sign of the outward normal relative to the normal of the face
  std::vector<std::vector<double>> outward_;
};

}  // namespace tenon::force

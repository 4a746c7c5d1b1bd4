// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/base/History.hpp"
#include "tenon/base/Parameters.hpp"
#include "tenon/constraint/dirichlet/GroupCondition.hpp"
#include "tenon/fem/Domain.hpp"

// Conditions that guide the nodes of a group along lines or planes.
namespace tenon::constraint {

/// Condition that admits displacements of a group's nodes along a direction d only: n . u = 0 for
/// every n normal to d.
class OnLine : public GroupCondition {
 public:
  /// Parameters of the condition.
  struct Data {
    std::string group;                          ///< name of the group
    base::Vec3 direction = base::Vec3::Zero();  ///< direction d, of any length
  };
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<Data>& p);

  /// Creates the condition.
  /// @throws InputError for a direction of length zero
  /// @note Collective.
  OnLine(Data data, const fem::Domain& domain);
  void constrainDirections(ObliqueDirections& directions) const override;

 private:
  base::Vec3 direction_;
};

/// Dirichlet condition that prescribes the displacement of the nodes of a group along a normal n:
///   n . u = value * history(t),  n = normal / |normal|.
/// If `value` is 0, each node moves only within a plane normal to n. Examples are an inclined
/// roller support and a symmetry plane of arbitrary orientation.
class OnPlane : public GroupCondition, public base::TabulatedInTime {
 public:
  /// Indicates that the condition supports axisymmetric objects.
  static constexpr bool acts_on_axisymmetric = true;

  /// Parameters of the condition.
  struct Data {
    std::string group;                       ///< name of the group
    base::Vec3 normal = base::Vec3::Zero();  ///< normal vector of any length
    double value = 0;                        ///< prescribed displacement along n [length]
    base::History history{};                 ///< time-dependent factor of `value`
  };
  /// Declares the parameters that a case file can set.
  static void declare(base::Parameters<Data>& p);

  /// Creates the condition.
  /// @throws InputError if the normal is zero, if it has a z component in a plane problem, or if
  ///   the group does not exist or has no nodes
  /// @note Collective.
  OnPlane(Data data, const fem::Domain& domain);
  const base::History& history() const final { return data_.history; }
  void setTime(double time) override { factor_ = data_.history(time); }
  void constrainDirections(ObliqueDirections& directions) const override;

 private:
  Data data_;
  base::Vec3 normal_;
  double factor_;
};

}  // namespace tenon::constraint

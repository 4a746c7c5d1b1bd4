// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/base/Parameters.hpp"
#include "tenon/base/TabulatedInTime.hpp"
#include "tenon/constraint/dirichlet/GroupCondition.hpp"

namespace tenon::constraint {

/// Condition that keeps the nodes of a group in their planes of normal n, or displaces them across
/// the planes by a given distance:
///   n . u = value * history(t),  n = normal / |normal|.
/// Examples: an inclined roller support, a plane of symmetry of any direction.
class OnPlane : public GroupCondition, public base::TabulatedInTime {
 public:
  /// Indicates that the condition supports axisymmetric objects.
  static constexpr bool acts_on_axisymmetric = true;

  /// Parameters of the condition.
  struct Data {
    std::string group;                       ///< name of the group
    base::Vec3 normal = base::Vec3::Zero();  ///< normal, of any length
    double value = 0;                        ///< prescribed displacement along n, length
    base::History history{};                 ///< factor of the value as a function of time
  };
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<Data>& p);

  /// Creates the condition.
  /// @throws InputError for a normal of length zero
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

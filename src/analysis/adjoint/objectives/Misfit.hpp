// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/analysis/Objective.hpp"
#include "tenon/fem/Field.hpp"

namespace tenon::analysis {

/// Misfit of displacements or velocities, J = 1/2 sum_n |(u_n - d_n) / s|^2 over nodes n, with data
/// d and noise s.
class Misfit : public Objective {
 public:
  /// Parameters of a case file.
  struct Data {
    std::string object, group;           ///< object and group of the nodes; empty group: all nodes
    std::string field = "displacement";  ///< compared field, displacement or velocity
    fem::VectorSource data;              ///< values d; components that are not given are not compared
    double noise = 1.0;                  ///< standard deviation s of the data
  };
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<Data>& p);

  /// Creates the objective.
  /// @throws InputError if the object, the group or the data do not exist
  /// @note Collective.
  Misfit(const Data& data, const ObjectiveContext& context);

  std::string name() const override { return name_; }
  double value(const ObjectiveSample& sample) const override;
  void addDerivatives(const ObjectiveSample& sample, ObjectiveDerivatives& derivatives) const override;

 private:
  template <class Visit>
  void forEachDifference(const ObjectiveSample& sample, Visit&& visit) const;

  const fem::Domain& domain_;
  std::string name_, field_;
  std::vector<base::LocalIndex> nodes_;
  fem::Field data_;
  double noise_;
};

}  // namespace tenon::analysis

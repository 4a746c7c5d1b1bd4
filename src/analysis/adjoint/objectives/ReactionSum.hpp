// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "ObjectiveContext.hpp"

namespace tenon::analysis {

/// Sum of a component of the reactions r = -(I - P) (f + G^T lambda - M a) over the nodes of a
/// group.
class ReactionSum : public Objective {
 public:
  /// Parameters of a case file.
  struct Data {
    std::string object, group;    ///< object and group of the nodes; empty group: all nodes
    std::string component = "x";  ///< component x, y or z
  };
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<Data>& p);

  /// Creates the objective.
  /// @throws InputError if the object, the group or the component does not exist, or if the object
  ///   is mapped
  /// @note Collective.
  ReactionSum(const Data& data, const ObjectiveContext& context);

  std::string name() const override { return name_; }
  double value(const Equations& equations, double time) const override;
  void addDerivatives(const Equations& equations, double time, Cotangents& cotangents) const override;
  bool dependsOnMultipliers() const override { return false; }

 private:
  la::Vector weights(const Equations& equations) const;

  const fem::Domain& domain_;
  std::string name_;
  int component_;
  std::vector<base::LocalIndex> nodes_;
};

}  // namespace tenon::analysis

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "tenon/analysis/Objective.hpp"
#include "tenon/fem/Region.hpp"

namespace tenon::analysis {

/// Volume of an object or a group of its cells in the reference configuration. It depends on the
/// positions of the nodes only, and not on the solution.
class Volume : public Objective {
 public:
  /// Parameters of a case file.
  struct Data {
    std::string object,  ///< object whose volume is computed
        group;           ///< group of its cells; empty: the whole object
  };
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<Data>& p);

  /// Creates the objective.
  /// @throws InputError if the object or the group does not exist or has no cells with a volume
  Volume(const Data& data, const ObjectiveContext& context);

  std::string name() const override { return name_; }
  double value(const ObjectiveSample& sample) const override;
  void addDerivatives(const ObjectiveSample& sample, ObjectiveDerivatives& derivatives) const override;

 private:
  double ofRank() const;

  const fem::Domain& domain_;
  std::string name_;
  fem::Region region_;
};

}  // namespace tenon::analysis

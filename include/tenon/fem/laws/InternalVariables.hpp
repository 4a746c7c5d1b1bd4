// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "tenon/base/Lane.hpp"
#include "tenon/fem/Region.hpp"

namespace tenon::fem {

/// Internal variables of a material (see MaterialLaw) at the quadrature points (stiffness rule) of
/// the owned and ghost cells of a region. The stored values refer to the end of the last accepted
/// step and are initially 0.
/// @see ADR 17
/// @note None of the functions is collective.
class InternalVariables {
 public:
  /// Allocates the internal variables of a region and sets them to 0.
  /// @param num_internal  number of variables per quadrature point, possibly 0
  /// @param region  region of the solid, which must outlive this object
  /// @param name  name of the force field, for messages
  InternalVariables(int num_internal, const Region& region, std::string name);

  /// Returns true if the material has no internal variables.
  bool isEmpty() const { return num_internal_ == 0; }
  /// Returns the name of the force field.
  const std::string& name() const { return name_; }
  /// Returns the region.
  const Region& region() const { return *region_; }

  /// Returns the variables of one part of the region, [batches of `num_lanes` cells x points x
  /// variables]; null if the material has none.
  /// @param part  index of the part in Region::parts()
  const base::Lane* dataOfPart(std::size_t part) const { return isEmpty() ? nullptr : parts_[part].data(); }
  /// Returns the time at the end of the last accepted step [time].
  double time() const { return time_; }
  /// Replaces the variables of all parts at the end of a step.
  /// @param parts  [parts] arrays in the format of dataOfPart()
  /// @param time  time at the end of the step [time]
  void replace(std::vector<std::vector<base::Lane>> parts, double time);

  /// Returns the number of values per cell of a part: points x variables.
  /// @param part  index of the part in Region::parts()
  int numPerCell(std::size_t part) const;
  /// Returns the values of all cells for checkpoints, ordered as [parts][cells][points x
  /// variables].
  std::vector<double> values() const;
  /// Restores the values of all cells from a checkpoint.
  /// @param values  values in the format of values()
  /// @param time  time at the end of the last accepted step [time]
  /// @throws InternalError if `values` contains too few entries
  void restore(const std::vector<double>& values, double time);

 private:
  int num_internal_;
  const Region* region_;
  std::string name_;
  std::vector<std::vector<base::Lane>> parts_;
  double time_ = 0;
};

}  // namespace tenon::fem

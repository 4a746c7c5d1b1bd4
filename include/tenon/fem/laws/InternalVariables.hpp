// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "tenon/base/Lane.hpp"
#include "tenon/fem/Region.hpp"

namespace tenon::fem {

/// Internal variables (see MaterialLaw) at the points of the stiffness rule of a region's cells,
/// owned and ghost, at the end of the last accepted step. All variables are initially 0.
/// @see ADR 17
/// @note None of the functions is collective.
class InternalVariables {
 public:
  /// Constructs the internal variables of each point of a region.
  /// @param num_internal  number of variables of a point, possibly 0
  /// @param region  region that must outlive this object
  /// @param name  name of the force field, for messages
  InternalVariables(int num_internal, const Region& region, std::string name);

  /// Returns true if the material has no internal variables.
  bool isEmpty() const { return num_internal_ == 0; }
  /// Returns the name of the force field.
  const std::string& name() const { return name_; }
  /// Returns the region.
  const Region& region() const { return *region_; }

  /// Returns the variables of a part of the region, [batches of `num_lanes` cells x points x
  /// variables]; null if there are none.
  /// @param part  index of the part in Region::parts()
  const base::Lane* dataOfPart(std::size_t part) const { return isEmpty() ? nullptr : parts_[part].data(); }
  /// Returns the time at the end of the last accepted step [time].
  double time() const { return time_; }
  /// Replaces the variables of all parts.
  /// @param parts  [parts] arrays in the format of dataOfPart()
  /// @param time  time at the end of the step [time]
  void replace(std::vector<std::vector<base::Lane>> parts, double time);

  /// Returns the number of values for each cell of a part, points x variables.
  /// @param part  index of the part in Region::parts()
  int numPerCell(std::size_t part) const;
  /// Returns the values of all cells, [parts][cells of the part][points x variables], concatenated.
  std::vector<double> values() const;
  /// Sets the values of all cells, for a restart.
  /// @param values  values in the format of values()
  /// @param time  time at the end of the last accepted step [time]
  /// @throws InternalError if there are fewer values than the cells need.
  void restore(const std::vector<double>& values, double time);

 private:
  int num_internal_;
  const Region* region_;
  std::string name_;
  std::vector<std::vector<base::Lane>> parts_;
  double time_ = 0;
};

}  // namespace tenon::fem

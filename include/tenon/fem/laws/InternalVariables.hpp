#pragma once
#include <string>
#include <vector>

#include "tenon/base/Lane.hpp"
#include "tenon/fem/Region.hpp"

namespace tenon::fem {

/// Internal variables of a material at the points of the stiffness rule of a region's cells, owned and ghost, where the
/// last step that counts ended: those of MaterialLaw. All are 0 at first. Not collective, any of it.
class InternalVariables {
 public:
  /// `num_internal` of each point, maybe 0. The region has to outlive this; `name`: of the force, for messages.
  InternalVariables(int num_internal, const Region& region, std::string name);

  bool isEmpty() const { return num_internal_ == 0; }
  const std::string& name() const { return name_; }
  const Region& region() const { return *region_; }

  /// Of a part of the region, [batches of `num_lanes` cells x points x variables]; null where there are none.
  const base::Lane* ofPart(std::size_t part) const { return isEmpty() ? nullptr : parts_[part].data(); }
  /// When the step ended.
  double time() const { return time_; }
  /// `parts`: as ofPart(), of all parts.
  void replace(std::vector<std::vector<base::Lane>> parts, double time);

  /// Numbers of each cell of a part: points x variables.
  int numPerCell(std::size_t part) const;
  /// [parts][cells of the part][points x variables], one after the other.
  std::vector<double> values() const;
  void restore(const std::vector<double>& values, double time);

 private:
  int num_internal_;
  const Region* region_;
  std::string name_;
  std::vector<std::vector<base::Lane>> parts_;
  double time_ = 0;
};

}  // namespace tenon::fem

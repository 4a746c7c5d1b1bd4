// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "tenon/fem/Field.hpp"
#include "tenon/fem/laws/MaterialLaw.hpp"

namespace tenon::fem {

/// Fibre and sheet directions at the quadrature points (stiffness rule) of the cells of a region.
/// Sheet directions are made orthogonal to the fibres. If no sheet direction is given, an arbitrary
/// direction orthogonal to the fibre is used.
class FibreField {
 public:
  /// Constructs an empty field, for materials without fibre directions.
  FibreField() = default;
  /// Evaluates the directions in the reference configuration at time 0.
  /// @param sources  sources of the directions, which need not be unit vectors
  /// @param domain  object to which the region belongs
  /// @param region  region of the solid
  /// @param context  name of the force field, for error messages
  /// @throws InputError if the fibre direction is not given, if a direction is zero, if a sheet
  ///   direction is parallel to the fibre, or if the constructor of Field rejects a source
  /// @throws FileError if a file cannot be read
  /// @note Collective.
  FibreField(const FibreSources& sources, const Domain& domain, const Region& region, const std::string& context);

  /// Returns true if the material has no fibre directions.
  bool isEmpty() const { return parts_.empty(); }
  /// Returns the directions in one part of the region, [batches of `num_lanes` cells x points];
  /// null if there are none.
  /// @param part  index of the part in Region::parts()
  const Fibres* dataOfPart(std::size_t part) const { return parts_.empty() ? nullptr : parts_[part].data(); }

 private:
  std::vector<std::vector<Fibres>> parts_;
};

}  // namespace tenon::fem

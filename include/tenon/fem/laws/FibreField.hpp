// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "tenon/fem/Field.hpp"
#include "tenon/fem/laws/MaterialLaw.hpp"
#include "tenon/fem/laws/materialTraits.hpp"

namespace tenon::fem {

/// Sources of the reference directions of a material in a case file. Directions that are not given
/// are empty.
struct FibreSources {
  VectorSource fibre, sheet;  ///< directions along the fibres, and across the fibres in their sheet
  bool needs_fibres = false;  ///< true if the material has directions

  /// Returns the sources of the directions of a material, from its members `fibre` and `sheet`.
  template <class Material>
  static FibreSources fromMaterial(const Material& material) {
    FibreSources sources;
    sources.needs_fibres = has_fibres<Material>;
    if constexpr (detail::has_fibre_member<Material>) sources.fibre = material.fibre;
    if constexpr (detail::has_sheet_member<Material>) sources.sheet = material.sheet;
    return sources;
  }
};

/// Fibre directions at the points of the stiffness rule of a region's cells. The sheet direction is
/// made orthogonal to the fibre direction. If no sheet is given, an arbitrary direction orthogonal
/// to the fibre is used.
class FibreField {
 public:
  FibreField() = default;  ///< for materials without directions
  /// Evaluates the directions in the reference configuration.
  /// @throws InputError, whose message starts with `context`, if a direction is missing or zero, or
  ///   if a sheet direction is parallel to the fibre.
  /// @note Collective.
  FibreField(const FibreSources& sources, const Domain& domain, const Region& region, const std::string& context);

  /// Returns true if the material has no directions.
  bool isEmpty() const { return parts_.empty(); }
  /// Returns the directions of a part of the region, [batches of `num_lanes` cells x points]; null
  /// if there are none.
  const Fibres* dataOfPart(std::size_t part) const { return parts_.empty() ? nullptr : parts_[part].data(); }

 private:
  std::vector<std::vector<Fibres>> parts_;
};

}  // namespace tenon::fem

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
  VectorSource fibre,         ///< directions along the fibres
      sheet;                  ///< directions across the fibres, in their sheet
  bool needs_fibres = false;  ///< true if the material has preferred directions (fibres)

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
  /// Constructs the field of a material without directions.
  FibreField() = default;
  /// Evaluates the directions in the reference configuration, at time 0.
  /// @param sources  sources of the directions, which need not be unit vectors
  /// @param domain  object of the region
  /// @param region  region of the solid
  /// @param context  name of the force field, with which messages begin
  /// @throws InputError if the fibre direction is missing, if a direction is zero, or if a sheet
  ///   direction is parallel to the fibre; also as the constructor of Field.
  /// @throws FileError if a file cannot be read.
  /// @note Collective.
  FibreField(const FibreSources& sources, const Domain& domain, const Region& region, const std::string& context);

  /// Returns true if the material has no directions.
  bool isEmpty() const { return parts_.empty(); }
  /// Returns the directions of a part of the region, [batches of `num_lanes` cells x points]; null
  /// if there are none.
  /// @param part  index of the part in Region::parts()
  const Fibres* dataOfPart(std::size_t part) const { return parts_.empty() ? nullptr : parts_[part].data(); }

 private:
  std::vector<std::vector<Fibres>> parts_;
};

}  // namespace tenon::fem

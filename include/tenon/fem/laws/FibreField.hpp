#pragma once
#include <vector>

#include "tenon/fem/Field.hpp"
#include "tenon/fem/laws/MaterialLaw.hpp"
#include "tenon/fem/laws/materialTraits.hpp"

namespace tenon::fem {

/// What a case says of a material's directions at rest; those that are not given: none.
struct FibreSources {
  VectorSource fibre, sheet;
  bool are_wanted = false;

  /// The members `fibre` and `sheet` of a material.
  template <class Material>
  static FibreSources of(const Material& material) {
    FibreSources sources;
    sources.are_wanted = has_fibres<Material>;
    if constexpr (detail::has_fibre_member<Material>) sources.fibre = material.fibre;
    if constexpr (detail::has_sheet_member<Material>) sources.sheet = material.sheet;
    return sources;
  }
};

/// Directions at the points of the stiffness rule of a region's cells. A sheet is made orthogonal to the fibre; where
/// there is no sheet, any direction across the fibre serves.
class FibreField {
 public:
  FibreField() = default;  ///< of materials without directions
  /// Collective. InputError, which begins with `wanted_by`, where a direction is missing or zero, or a sheet is along
  /// its fibre.
  FibreField(const FibreSources& sources, const Domain& domain, const Region& region, const std::string& wanted_by);

  bool isEmpty() const { return parts_.empty(); }
  /// Of a part of the region, [batches of `num_lanes` cells x points]; null where there are none.
  const Fibres* ofPart(std::size_t part) const { return parts_.empty() ? nullptr : parts_[part].data(); }

 private:
  std::vector<std::vector<Fibres>> parts_;
};

}  // namespace tenon::fem

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <limits>
#include <vector>

#include "MultiplierSpace.hpp"
#include "mortarRows.hpp"
#include "surface/surfaceFaces.hpp"

namespace tenon::constraint {

/// Integrals of mortar rows over the overlaps of this rank's slave faces with master faces on any
/// rank, and the area of the overlaps.
struct MortarIntegrals {
  struct Options {
    bool has_gaps = false;         ///< true if gaps and normals are computed, for contacts
    bool is_axisymmetric = false;  ///< true if areas are those of rings, 2 pi r times a length
  };
  /// Integrates over the overlaps.
  /// @param reach  [faces] distance from the slave faces within which the master is searched
  /// @note Collective.
  MortarIntegrals(const base::Communicator& comm, const std::vector<surface::SurfaceFace>& slaves,
                  const std::vector<surface::SurfaceFace>& masters, const std::vector<double>& reach,
                  MultiplierSpace space, Options options);
  MortarIntegrals(const base::Communicator& comm, const std::vector<surface::SurfaceFace>& slaves,
                  const std::vector<surface::SurfaceFace>& masters, const std::vector<double>& reach,
                  MultiplierSpace space)
      : MortarIntegrals(comm, slaves, masters, reach, space, Options()) {}

  /// Area that overlap() could not project.
  struct UncoveredArea {
    double area = 0.0;
    std::int64_t first_tag = std::numeric_limits<std::int64_t>::max();  // lowest tag of the slave faces

    void add(std::int64_t tag, double more) {
      if (more <= 0.0) return;
      area += more;
      first_tag = std::min(first_tag, tag);
    }
  };

  MortarTerms terms;
  double slave_area = 0.0, covered_area = 0.0;
  UncoveredArea lost;
  double largest_gap = 0.0;  // in diameters of the slave face

 private:
  void add(const surface::SurfaceFace& slave, const std::vector<const surface::SurfaceFace*>& masters, double reach,
           MultiplierSpace space, Options options);
  void addTerms(const surface::SurfaceFace& slave, const std::vector<const surface::SurfaceFace*>& under,
                const FaceIntegrals& integrals, MultiplierSpace space, Options options);
  void addGap(const surface::SurfaceFace& slave, const FaceIntegrals& integrals);
};

}  // namespace tenon::constraint

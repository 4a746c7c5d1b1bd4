#pragma once
#include <algorithm>
#include <limits>
#include <vector>

#include "mortarRows.hpp"
#include "tenon/constraint/ties/MultiplierSpace.hpp"
#include "tenon/surface/surfaceFaces.hpp"

namespace tenon::constraint {

/// What mortar rows are made of, integrated over the overlaps of this rank's slave faces with the master's, wherever
/// these live; and how much was found.
struct MortarIntegrals {
  struct Options {
    bool has_gaps = false;         ///< with gaps and normals, for contacts
    bool is_axisymmetric = false;  ///< areas are those of rings, 2 pi r times a length
  };
  /// Collective. `reach`: how far from the slave faces the master may be, [faces].
  MortarIntegrals(const base::Communicator& comm, const std::vector<surface::SurfaceFace>& slaves,
                  const std::vector<surface::SurfaceFace>& masters, const std::vector<double>& reach,
                  MultiplierSpace space, Options options);
  MortarIntegrals(const base::Communicator& comm, const std::vector<surface::SurfaceFace>& slaves,
                  const std::vector<surface::SurfaceFace>& masters, const std::vector<double>& reach,
                  MultiplierSpace space)
      : MortarIntegrals(comm, slaves, masters, reach, space, Options()) {}

  /// What overlap() could not project.
  struct Lost {
    double area = 0.0;
    std::int64_t first_tag = std::numeric_limits<std::int64_t>::max();  // of the slave's faces

    void add(std::int64_t tag, double more) {
      if (more <= 0.0) return;
      area += more;
      first_tag = std::min(first_tag, tag);
    }
  };

  MortarTerms terms;
  double slave_area = 0.0, covered_area = 0.0;
  Lost lost;
  double largest_gap = 0.0;  // of diameters of the slave's face

 private:
  void add(const surface::SurfaceFace& slave, const std::vector<const surface::SurfaceFace*>& masters, double reach,
           MultiplierSpace space, Options options);
  void addGap(const surface::SurfaceFace& slave, const FaceIntegrals& integrals);
};

}  // namespace tenon::constraint

#pragma once
#include "tenon/mapping/TupleMapping.hpp"
#include "tenon/mapping/tuples.hpp"

namespace tenon::mapping {

/// Lengths of segments between nodes: one unknown per segment, the change of its length,
///   d = |x_b - x_a| - |X_b - X_a|,   n = (x_b - x_a) / |x_b - x_a|,   J = [-n^T, n^T],
///   J. v = |(1 - n n^T)(v_b - v_a)|^2 / |x_b - x_a|,
///   dJ^T/dq f = f / |x_b - x_a| [ 1 - n n^T, -(1 - n n^T); ... ],
/// so that any scalar force law becomes a spring. Of rigid bodies: between their origins.
/// Source: SOFA's DistanceMapping (Faure et al., Soft Tissue Biomechanical Modeling, 2012, sec. 3).
class Distance : public TupleMapping {
 public:
  static constexpr bool acts_on_frames = true;
  using Data = TupleSource;
  static void declare(base::Parameters<Data>& p);

  /// Collective. InputError for a segment of no length.
  Distance(const Data& data, const fem::FindDomain& find);
  /// Collective. The same with a child of its own, of that name. `segments`: [2 per segment] global numbers in the
  /// object's layout, each segment given by one rank.
  Distance(const std::string& child_name, const fem::Domain& parent, const std::vector<base::GlobalIndex>& segments);

  int block() const override { return 1; }
  std::vector<double> rest() const override;

 private:
  Distance(std::string name, const Tuples& tuples);
  base::Vec3 betweenAtRest(LocalIndex i) const;
  /// How far the second node has moved away from the first.
  base::Vec3 partedBy(LocalIndex i) const;
  base::Vec3 between(LocalIndex i) const { return betweenAtRest(i) + partedBy(i); }

  void evaluate(LocalIndex i, double* displacement) const override;
  void differentiate(LocalIndex i, double* J) const override;
  void accelerate(LocalIndex i, double* a) const override;
  void differentiateTwice(LocalIndex i, const double* f, double* H) const override;
};

}  // namespace tenon::mapping

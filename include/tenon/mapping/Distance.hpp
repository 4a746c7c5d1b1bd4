#pragma once
#include <memory>

#include "tenon/base/algebra.hpp"
#include "tenon/fem/NodeTuples.hpp"
#include "tenon/mapping/Mapping.hpp"

namespace tenon::mapping {

/// Lengths of segments between nodes: one unknown per segment, the change of its length,
///   d = |x_b - x_a| - |X_b - X_a|,   n = (x_b - x_a) / |x_b - x_a|,   J = [-n^T, n^T],
///   dJ^T/dp f = f / |x_b - x_a| [ 1 - n n^T, -(1 - n n^T); ... ],
/// so that any scalar force law becomes a spring. The child belongs to no mesh; it is made and owned here.
/// Source: SOFA's DistanceMapping (Faure et al., Soft Tissue Biomechanical Modeling, 2012, sec. 3).
class Distance : public Mapping {
 public:
  /// Collective. `segments`: [2 per segment] global numbers in the object's layout, each segment given by one rank.
  /// InputError for a segment of no length.
  Distance(std::string child_name, const fem::Domain& parent, const std::vector<base::GlobalIndex>& segments);

  const std::string& name() const override { return name_; }
  const la::State& child() const override { return *child_; }
  la::State& child() override { return *child_; }
  std::vector<const la::State*> parents() const override { return {&parent_}; }
  bool isLinear() const override { return false; }

  void place() override;
  void addJacobian(Jacobian& J) const override;
  void addAccelerationOfMotion(gsl::span<double> a) const override;
  void addGeometricStiffness(gsl::span<const double> child_force, GeometricStiffness& K) const override;

 private:
  struct Segment {
    LocalIndex child, a, b;
    base::Vec3 between;  // x_b - x_a, 0 in components that the parent has not
  };
  Segment at(LocalIndex tuple) const;
  template <class Visit>
  void forEachOwned(Visit&& visit) const;
  /// Collective. Numbers the segments; the child's layout.
  std::shared_ptr<const la::Layout> number();

  std::string name_;
  la::State& parent_;
  fem::NodeTuples segments_;
  std::vector<LocalIndex> child_nodes_;  // [known segments] local number of each in the child
  std::vector<double> rest_lengths_;     // [known segments]
  std::unique_ptr<la::State> child_;
};

}  // namespace tenon::mapping

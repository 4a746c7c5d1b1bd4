#pragma once
#include "tenon/mapping/Measurement.hpp"
#include "tenon/mapping/NodalWeights.hpp"

namespace tenon::mapping {

/// Which nodes of its parents each node of a child follows.
struct Tuples {
  std::vector<la::State*> parents;
  WeightTable followed;                 ///< for each child node of this rank
  std::vector<std::int64_t> positions;  ///< number of each among those of all ranks, as Measurement has them
};

/// A child of which each node is a function of a few nodes of its parents, of any kind: x_c = x_c(q_1, q_2, ..). What
/// the function is, the derived class says; almost always through DifferentiatedMapping, which needs x_c alone.
///
/// Rotations are varied by spatial increments, R <- exp(dtheta) R. With H = d2(f . x)/dq2 along these and the moment
/// m = J^T f on a frame, the geometric stiffness is H - [m]x / 2 for its rotation by itself and H elsewhere, since
/// exp(a) exp(b) = exp(a + b + a x b / 2 + ..).
class TupleMapping : public Measurement {
 public:
  const std::string& name() const override { return name_; }
  std::vector<const la::State*> parents() const override { return {parents_.begin(), parents_.end()}; }
  bool isLinear() const override { return false; }

  LocalIndex numOwned() const override { return static_cast<LocalIndex>(starts_.size()) - 1; }
  std::vector<std::int64_t> positions() const override { return positions_; }
  /// The mean of the places of the nodes that are followed.
  std::vector<base::Vec3> places() const override;

  void place() override;
  void addJacobian(Jacobian& J) const override;
  void addAccelerationOfMotion(gsl::span<double> a) const override;
  void addGeometricStiffness(gsl::span<const double> child_force, GeometricStiffness& K) const override;

 protected:
  /// A node that one of the child follows.
  struct Followed {
    const la::State* state;
    LocalIndex node;
    double weight;
  };

  /// Collective. Adds ghosts to the parents.
  TupleMapping(std::string name, const Tuples& tuples);

  gsl::span<const Followed> followed(LocalIndex i) const {
    const auto at = static_cast<std::size_t>(i);
    return gsl::span<const Followed>(followed_).subspan(starts_[at], starts_[at + 1] - starts_[at]);
  }
  /// Unknowns of the nodes that child node i follows, n.
  std::size_t numUnknowns(LocalIndex i) const;

  // One node of the child. Those of linear functions have no second derivatives.
  /// Its displacement, [block].
  virtual void evaluate(LocalIndex i, double* displacement) const = 0;
  /// J, [block x n] by rows, 0 before.
  virtual void differentiate(LocalIndex i, double* J) const = 0;
  /// d2x/dt2 where all nodes keep their velocities, [block], 0 before.
  virtual void accelerate(LocalIndex i, double* a) const { static_cast<void>(i), static_cast<void>(a); }
  /// H = d2(f . x)/dq2, [n x n] by rows, 0 before.
  virtual void differentiateTwice(LocalIndex i, const double* f, double* H) const {
    static_cast<void>(i), static_cast<void>(f), static_cast<void>(H);
  }

 private:
  void reorder(const std::vector<LocalIndex>& order) override;
  void addTurns(LocalIndex i, const double* f, std::vector<double>& H) const;

  std::string name_;
  std::vector<la::State*> parents_;
  std::vector<std::size_t> starts_;
  std::vector<Followed> followed_;
  std::vector<std::int64_t> positions_;
};

}  // namespace tenon::mapping

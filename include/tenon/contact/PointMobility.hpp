#pragma once
#include <Eigen/Core>
#include <vector>

#include "tenon/base/algebra.hpp"
#include "tenon/la/Halo.hpp"

namespace tenon::contact {

using base::LocalIndex;

/// Who moves deformable bodies: an impulse on a point of one moves all its others.
class DeformableBodies {
 public:
  virtual ~DeformableBodies() = default;

  /// Collective. W = S A^-1 S^T of points of all ranks, those of rank 0 first: velocities of this rank's, [3 x points
  /// of this rank], of unit impulses on each, [3 x points of all ranks]. `points`: owned bodies of the step, ascending.
  virtual Eigen::MatrixXd responses(const std::vector<LocalIndex>& points) = 0;
};

/// W between the points of deformable bodies that impulses of a step may act on. Each rank has the rows of those that
/// it knows, owned ones first.
class PointMobility {
 public:
  /// Collective. `touched`: local bodies that are such points and that impulses of this rank may act on, in any order
  /// and any number of times.
  PointMobility(const la::Layout& bodies, const la::Halo& halo, const std::vector<LocalIndex>& touched,
                DeformableBodies& deformable);

  /// Whether a local body is one of the points, and all those.
  bool has(LocalIndex body) const { return at_[static_cast<std::size_t>(body)] >= 0; }
  const std::vector<LocalIndex>& known() const { return known_; }
  /// Velocity of the first one of a unit impulse on the other one.
  base::Mat3 block(LocalIndex body, LocalIndex other) const;
  /// Collective. W times the impulses on points, [local bodies x 6], those of other bodies stay: velocities in place,
  /// on owned ones.
  void apply(std::vector<double>& v) const;

 private:
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

  base::Communicator comm_;
  std::size_t num_owned_ = 0;
  std::vector<LocalIndex> known_;         // bodies
  std::vector<LocalIndex> at_;            // [local bodies] among known_; -1: none of them
  std::vector<la::GlobalIndex> numbers_;  // [known_] among the points of all ranks
  Rows rows_;                             // [3 x known_, 3 x points of all ranks]
};

}  // namespace tenon::contact

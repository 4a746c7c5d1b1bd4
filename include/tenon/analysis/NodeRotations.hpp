#pragma once
#include <vector>

#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::analysis {

/// How far each node has turned since some moment: the rotation R nearest to the mean deformation of the cells around
/// it, R = U V^T with H = U S V^T, H = sum over neighbours j of node i in cells of (x_j - x_i) (X_j - X_i)^T, X the
/// positions at that moment. R = I for nodes with a held unknown, whose rows do not turn, for nodes without cells, and
/// for frames.
class NodeRotations {
 public:
  /// Takes the present positions for X. The mechanical system has to outlive this.
  explicit NodeRotations(const system::MechanicalSystem& mechanics);

  /// Rotations of the owned block rows of the system in turn, [block x block] each, by rows. Not collective.
  std::vector<double> sinceThen() const;

 private:
  const system::MechanicalSystem& mechanics_;
  std::vector<std::vector<double>> displacements_;  // at that moment, by body, local
};

}  // namespace tenon::analysis

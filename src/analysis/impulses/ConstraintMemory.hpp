#pragma once
#include <functional>
#include <vector>

#include "tenon/analysis/Equations.hpp"
#include "tenon/la/vectors.hpp"

namespace tenon::analysis {

/// The displacements at which the last step evaluated G: those of its beginning. Constraint forces and their moments
/// are G^T lambda with that G, so that a run which goes on from a checkpoint has to evaluate it there once more.
class ConstraintMemory {
 public:
  /// Keeps the present displacements.
  void keep(const system::MechanicalSystem& mechanics);
  /// Makes vector() of what is kept. Collective.
  void pack(const system::MechanicalSystem& mechanics);
  /// The displacements as a checkpoint holds them; nullptr before the first step and without constraints.
  la::Vector& vector() { return vector_; }
  /// Evaluates G at the displacements of vector(), with what `find_pairs` finds there; the bodies stay where they are.
  /// Without vector() nothing is done. Collective.
  void restore(Equations& equations, const std::function<void()>& find_pairs);

 private:
  std::vector<std::vector<double>> displacements_;  // by body, ghosts included; empty: none are kept
  la::Vector vector_;
};

}  // namespace tenon::analysis

#pragma once
#include <petscvec.h>

#include <string>
#include <vector>

#include "tenon/la/ConstraintMatrix.hpp"

namespace tenon::solver {

/// The parts of a vector that are judged each by itself: the objects of the displacements, the groups of the
/// multipliers. Without names that cover all entries, the whole is the only one.
class Fields {
 public:
  /// Collective. `rows`: runs of this rank's block rows, `block` entries each, of vectors like `like`.
  Fields(const std::vector<la::NamedRows>& rows, PetscInt block, Vec like);

  std::size_t size() const { return runs_.size(); }
  /// " of 'upper'"; empty for the whole.
  const std::string& label(std::size_t field) const { return runs_[field].label; }
  /// For every field the sum of (entry * weight)^2 over this rank's entries.
  std::vector<double> squares(Vec entries, Vec weight) const;

 private:
  struct Run {
    std::string label;
    PetscInt first, count;
  };
  std::vector<Run> runs_;
};

}  // namespace tenon::solver

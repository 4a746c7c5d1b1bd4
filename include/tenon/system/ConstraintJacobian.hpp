#pragma once
#include <vector>

#include "tenon/la/CombinedLayout.hpp"
#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::system {

/// G = dPhi/dq of all constraints of a mechanical system at its present motion, with the compliance C.
/// A rank's rows are contiguous: its rows of the first constraint, then of the second, and so on.
class ConstraintJacobian {
 public:
  /// Collective. `held`: flags [numLocal x block] of the layout's unknowns that projective conditions hold.
  ConstraintJacobian(const MechanicalSystem& mechanics, const la::CombinedLayout& layout,
                     const std::vector<char>& held);

  /// G with all its columns: G^T lambda is the force on every node, held ones included.
  Mat full() const { return full_.get(); }
  /// G without the columns of held unknowns, which do not move: the operator of a solve.
  Mat free() const { return free_.get(); }
  /// Diagonal m x m; nullptr where no constraint has compliance.
  Mat compliance() const { return compliance_.get(); }

  /// Collective. A vector over the rows, zero.
  la::Vector makeVector() const;

  /// First row on this rank of constraint c among the rank's rows; [constraints + 1].
  const std::vector<LocalIndex>& starts() const { return starts_; }

  /// Collective. The rows of constraint c, named after it.
  la::IndexSet rowsOf(std::size_t c) const;

 private:
  struct Entry {
    LocalIndex row;
    GlobalIndex node;  // block row of the combined layout
    int component;
    double value;
  };
  std::vector<Entry> collect(const MechanicalSystem& mechanics, const la::CombinedLayout& layout) const;
  la::Matrix makeMatrix(const la::CombinedLayout& layout, const std::vector<Entry>& entries) const;
  la::Matrix makeCompliance(const MechanicalSystem& mechanics) const;

  base::Communicator comm_;
  std::vector<std::string> names_;
  std::vector<LocalIndex> starts_;
  PetscInt first_row_ = 0;
  la::Matrix full_, free_, compliance_;
};

}  // namespace tenon::system

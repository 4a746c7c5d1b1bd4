#pragma once
#include <memory>
#include <vector>

#include "tenon/la/ConstraintMatrix.hpp"
#include "tenon/la/assembly/HeldEntries.hpp"

namespace tenon::la {

/// P A P + d (I - P), and which A it was made of: as long as that is the same matrix, its pattern is used again.
struct ProjectedMatrix {
  Matrix matrix;
  PetscObjectId source = 0, by = 0;  ///< the matrix and the projector that it is a product of
};

/// The projection that takes blocked motions out of a system,
///   P = I - E E^T - N N^T,
/// E the unit vectors of held unknowns, N orthonormal oblique directions (columns, zero on held unknowns) over one node
/// or several. A matrix becomes P A P + d (I - P), a right-hand side P b, constraint rows G P, and a motion
///   u <- P u + E h + N g   with E^T u = h, N^T u = g.
class Projection {
 public:
  /// Collective. `held`: flags [numLocal x b] of the layout, ghosts included. `directions`: the entries of N^T, each
  /// row on one rank, which has `num_directions` of them.
  Projection(const CombinedLayout& layout, std::vector<char> held, const std::vector<ConstraintEntry>& directions,
             LocalIndex num_directions);

  const std::vector<char>& held() const { return held_; }
  /// Whether N has any column, on any rank.
  bool isOblique() const { return directions_ != nullptr; }
  /// N^T, a row per direction; nullptr where there is none.
  Mat directions() const { return directions_ ? directions_->get() : nullptr; }

  /// N N^T, a row per unknown; nullptr where there is none.
  Mat blocked() const { return blocked_.get(); }

  /// Collective. x <- P x.
  void project(Vec x) const;

  /// Collective. u <- u + N (g - N^T u), `values` = g of this rank's directions. Held unknowns stay as they are.
  void imposeDirections(Vec u, gsl::span<const double> values) const;

  /// Collective. d: 1, or the mean |a_ii| of the unknowns that are not held, of a matrix with this diagonal.
  double diagonalOf(Vec diagonal, HeldDiagonal kind) const;

  /// Collective. P A P + d (I - P) of a matrix A whose held unknowns are taken out already (HeldEntries). `projected`:
  /// empty, or the result of an earlier call, whose entries are renewed where A is the same matrix as then.
  void apply(Mat A, HeldDiagonal kind, ProjectedMatrix& projected) const;

  /// Collective. G P of a matrix G whose columns of held unknowns are empty.
  Matrix projectJacobian(Mat G) const;
  /// Collective. Renews the entries of `projected`, the result for this very G.
  void renewJacobian(Mat G, const Matrix& projected) const;

 private:
  void projectOblique(Vec x) const;

  base::Communicator comm_;
  std::vector<char> held_;
  std::size_t num_owned_;                         // unknowns
  std::unique_ptr<ConstraintMatrix> directions_;  // N^T and N
  Matrix blocked_, free_;                         // N N^T and I - N N^T
  Vector along_;                                  // N^T x
};

}  // namespace tenon::la

#pragma once
#include <Eigen/Core>
#include <memory>
#include <vector>

#include "tenon/base/Communicator.hpp"
#include "tenon/base/dense.hpp"
#include "tenon/la/arrays.hpp"
#include "tenon/la/handles.hpp"

namespace tenon::solver {

/// Factors of a distributed matrix whose graph is next to a tree, such as that of the joints of a chain, so that they
/// are hardly larger than itself and ranks share few unknowns. Each rank factors what it has inside, I, by PETSc's LU
/// without pivoting; what the rows B at the borders between ranks have left,
///   T = S_BB - S_BI S_II^-1 S_IB,
/// is dense and factored by every rank (substructuring: Przemieniecki, AIAA J. 1, 1963). The symbolic phase is kept.
class SubstructuredFactors {
 public:
  /// Collective. The symbolic phase; nullptr where the matrix is no AIJ, has more than `most_borders` rows at borders,
  /// or factors of more than `most_fill` times its entries.
  static std::unique_ptr<SubstructuredFactors> of(Mat matrix);
  static constexpr std::int64_t most_borders = 600;
  static constexpr double most_fill = 3.0;

  /// Whether they are of this very matrix, whatever its values are.
  bool isOf(Mat matrix) const { return matrix == matrix_.get(); }
  /// Collective. The numeric phase, of the values that it has now; false where a pivot is zero.
  bool factor();
  /// Collective. x = S^-1 b.
  void solve(Vec b, Vec x) const;

 private:
  /// An entry (border row or column, inside column or row), and where it is stored in the diagonal part.
  struct Coupling {
    PetscInt border, inside;
    std::ptrdiff_t place;
  };
  /// An entry between rows at borders: of this rank's `row` by that numbered `column` among those of all ranks.
  struct BorderEntry {
    PetscInt row, column;
    std::ptrdiff_t place;
    bool is_far;  ///< stored in the off-diagonal part
  };

  explicit SubstructuredFactors(Mat matrix);
  std::vector<char> findBorders() const;
  void number(const std::vector<char>& is_border);
  void listCouplings();
  bool analyse();
  bool factorInside();
  void solveBorders(const la::ReadArray& b, la::WriteArray& x) const;
  void formBorderMatrix(const double* near, const double* far);
  PetscInt numInside() const { return static_cast<PetscInt>(inside_.size()); }

  base::Communicator comm_;
  la::Matrix matrix_;
  Mat near_, far_ = nullptr;                        // its parts; near_ is all of it on one rank
  const PetscInt* far_names_ = nullptr;             // global numbers of far columns
  std::vector<PetscInt> inside_, borders_, place_;  // local rows of either kind; number of a local row among its kind
  std::vector<PetscInt> all_borders_;               // global rows, of all ranks
  PetscInt first_border_ = 0;                       // of this rank, among all_borders_
  std::vector<Coupling> border_by_inside_, inside_by_border_;
  std::vector<BorderEntry> between_borders_;
  la::IndexSet inside_rows_;
  la::Matrix inside_matrix_, factors_;    // S_II and its factors
  std::vector<la::Vector> influences_;    // S_II^-1 S_IB, by column
  mutable la::Vector right_side_, work_;  // over I
  base::DenseFactors border_factors_;
};

}  // namespace tenon::solver

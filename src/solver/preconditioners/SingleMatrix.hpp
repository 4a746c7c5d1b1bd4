#pragma once
#include <memory>
#include <type_traits>
#include <vector>

#include "tenon/la/handles.hpp"

namespace tenon::solver {

/// Blocks of consecutive block rows in single precision: block by columns, b x b, one index per block.
struct SingleBlocks {
  std::vector<PetscInt> starts{0}, columns;
  std::vector<float> values;  // and room for one wide load beyond the last

  /// From the rows of a MATSEQAIJ. `places`: where x has each of its columns.
  void copy(Mat matrix, int block, const std::vector<PetscInt>& places);
  /// y += rows x. Vectors in double precision.
  void multiplyAdd(int block, const double* x, double* y) const;
};

/// A copy of an AIJ matrix for preconditioners: 4 bytes per value and one index per block instead of 12 bytes per
/// value, so a product, which waits for memory, takes about a third of the time. What is rounded is the matrix, each
/// value to 6e-8 of itself, vectors and sums are not; a symmetric matrix stays symmetric.
class SingleMatrix {
 public:
  /// Collective. MATSEQAIJ or MATMPIAIJ whose block sizes of rows and columns are equal.
  explicit SingleMatrix(Mat matrix);

  /// Whether a matrix can be copied: AIJ with square blocks of 1, 2, 3 or 6, all values well within the range of a
  /// float. Collective.
  static bool suits(Mat matrix);

  /// Collective. A MATSHELL that multiplies, and owns `copy`.
  static la::Matrix makeShell(std::unique_ptr<SingleMatrix> copy, Mat like);

  /// Collective. y = A x.
  void multiply(Vec x, Vec y) const;

 private:
  struct DestroyScatter {
    void operator()(VecScatter scatter) const { VecScatterDestroy(&scatter); }
  };

  /// Where ghosts_ has each column of the off-diagonal part, whose global numbers these are.
  std::vector<PetscInt> findGhosts(Mat matrix, const std::vector<PetscInt>& columns);

  int block_;
  SingleBlocks diagonal_, off_diagonal_;
  la::Vector ghosts_;
  std::unique_ptr<std::remove_pointer_t<VecScatter>, DestroyScatter> scatter_;
};

/// Gives the levels of a multigrid that is set up matrices in single precision for their smoothers and residuals; the
/// coarsest level and the outer iterations stay in double precision. Other preconditioners stay as they are.
/// Collective.
void smoothInSinglePrecision(PC multigrid);

}  // namespace tenon::solver

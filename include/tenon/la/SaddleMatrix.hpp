#pragma once
#include <map>
#include <string>
#include <vector>

#include "tenon/la/assembly/BlockMatrix.hpp"
#include "tenon/la/ConstraintMatrix.hpp"

namespace tenon::la {

/// Names of the unknowns of each state, in the order of the layout.
std::vector<NamedRows> namedStates(const CombinedLayout& layout);
/// The blocks of a saddle point, borrowed: A n x n with its block size, G m x n, G^T stored.
struct SaddleBlocks {
  Mat A, G, G_transposed;
  std::vector<NamedRows> objects;  ///< of A, in block rows
  std::vector<NamedRows> groups;   ///< of G
};

/// [A  G^T]   acting on  [u     ]
/// [G  -C ]              [lambda]
///
/// as a 2x2 MatNest. Rows of one rank: its displacements, then its multipliers, so vectors, the nest and the one AIJ
/// number their entries alike. C = diag(compliance) is always stored, zeros too: a direct solver needs the diagonal.
class SaddleMatrix {
 public:
  /// Collective. Shares the PETSc matrices: later values show here. `compliance`: of this rank's multipliers, in the
  /// units of G's rows; empty: zero.
  explicit SaddleMatrix(const SaddleBlocks& blocks, gsl::span<const double> compliance = {});
  /// Collective. The same from tenon's own matrices.
  SaddleMatrix(const CombinedLayout& layout, const BlockMatrix& A, const ConstraintMatrix& G,
               gsl::span<const double> compliance = {});

  Mat get() const { return nest_.get(); }
  Mat lowerRight() const { return minus_compliance_.get(); }

  /// Collective. The whole as one AIJ matrix in the nest's numbering, for direct solvers. Its (lambda, lambda) diagonal
  /// is stored. A new copy at each call.
  Matrix convertToAij() const;
  /// Collective. Present values of the blocks into such a copy.
  void copyInto(Mat whole) const;

  /// Collective. Another C; and what tells PETSc that the blocks have other values.
  void renew(gsl::span<const double> compliance);

  /// Rows of "displacement" and "multipliers", in the numbering of the whole; block sizes b and 1.
  IS displacement() const { return sets_.at("displacement").get(); }
  IS multipliers() const { return sets_.at("multipliers").get(); }

  /// Index sets by name: the two above, one per state and one per group of constraints. A state or group that is named
  /// like one already there is left out.
  const std::map<std::string, IndexSet>& indexSets() const { return sets_; }

  /// Collective. A plain vector over the whole, zero.
  Vector makeVector() const;

  /// Collective. Parts of a whole vector copied out and in.
  void split(Vec whole, Vec displacement, Vec multipliers) const;
  void join(Vec displacement, Vec multipliers, Vec whole) const;

 private:
  void nameIndexSets(const SaddleBlocks& blocks);
  void copyBlock(Mat block, PetscInt first_row, const std::vector<PetscInt>& columns_before, Mat whole) const;

  base::Communicator comm_;
  Matrix minus_compliance_, nest_;
  std::map<std::string, IndexSet> sets_;
};

}  // namespace tenon::la

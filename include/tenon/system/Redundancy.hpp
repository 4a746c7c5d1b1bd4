#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tenon/system/ConstraintJacobian.hpp"

namespace tenon::system {

/// What a row of G is: of a constraint, at a node where one carries it.
struct ConstraintRow {
  PetscInt row = -1;             ///< of G
  std::int32_t constraint = -1;  ///< number among the mechanics' constraints
  std::int32_t body = -1;        ///< of the node that carries it, -1: there is none
  std::int64_t number = -1;      ///< node in the mesh file; without one the row among those of the constraint
  std::int32_t component = -1;   ///< -1: the node has one row
  double scale = 1.0;            ///< of the constraint
  double size = 0.0;             ///< sum of |G_rj|, unscaled; not zero
  bool is_held = false;          ///< conditions hold some of its unknowns, or all
};

/// What a row has in a combination of rows.
struct Share {
  std::size_t row;  ///< place among rows
  double value;
};

class OwnParts;

/// Rows of which some follow from the rest.
struct DependentRows {
  std::vector<ConstraintRow> rows;
  std::vector<std::size_t> dependent;  ///< places in `rows`
  std::vector<std::vector<Share>>
      null;  ///< for each of those a combination z of the rows with z^T G P = 0, 1 in its own
};

/// Rows of G P that follow from others, so that their multipliers are not unique, and what to do about them.
///
/// First rows that are multiples of others, then rows without any unknown of their own (rowsInDoubt) in groups that no
/// unknown connects. Groups of up to `most_rows` rows go to one rank each, where a sparse factorisation of
/// G diag(A)^-1 G^T + C with null pivots (SparseElimination) finds rows that are nearer than 1e-6 of their length to
/// what the others make. Rows in larger groups, or in those whose factors would take minutes, are counted: what depends
/// there a direct solver's null pivots or the residual tell. A row whose unknowns are all held is one, too; rows with
/// compliance never are, nor are those of constraints that are switched off. `docs/adr` says what else was tried.
class Redundancy {
 public:
  static constexpr std::int64_t most_rows = 50000;  ///< of a group

  /// Collective. `diagonal`: of A, a weight of the unknowns; entries that are not positive count as 1. `largest`: the
  /// most rows of a group that is looked at as a whole.
  Redundancy(const MechanicalSystem& mechanics, const ConstraintJacobian& G, Vec diagonal,
             std::int64_t largest = most_rows);

  ~Redundancy();

  /// Whether it is about this very G, whatever its values are.
  bool isOf(const ConstraintJacobian& G) const { return G_.get() == G.free(); }
  /// Collective. Follows the values of that G. Rows are looked at again only where those of nonlinear constraints may
  /// follow from others now: where they did, or could not be told, or have lost the part of their own that told them
  /// from the others. `diagonal`: as above. Says whether it has looked.
  bool follow(const ConstraintJacobian& G, Vec diagonal);

  /// Over all ranks.
  PetscInt numDependent() const { return num_dependent_; }
  /// The first ten by name, such as "'tie' at node 12 of 'upper' (x)", the same on all ranks.
  const std::vector<std::string>& names() const { return names_; }
  /// "2 of 48 constraint rows follow from .."; empty where none does.
  std::string sentence() const;
  /// Rows in groups that are too large, over all ranks: only multiples of each other were found among them.
  std::int64_t numUnknown() const { return num_unknown_; }
  /// What that means for the user; empty where there are none.
  std::string unknownSentence() const;

  /// Collective. NotConvergedError where a dependent row asks for something else than those that it follows from:
  /// by 1e-8 of what they ask, and 1e-10 of the largest motion. It names every constraint that takes part, and the
  /// residual. `violation`: Phi at the present motion, as MechanicalSystem::violation() gives it. Nonlinear constraints
  /// are not judged: they need not be consistent before Newton's last step.
  void requireConsistent(const std::vector<double>& violation) const;

  /// G P with zeros in dependent rows: what is to be solved. G P itself where there are none. The same matrix as before
  /// where only its values are others.
  Mat independent() const { return independent_.get(); }
  /// g <- g with zeros in dependent rows: the right-hand side that belongs to it.
  void drop(Vec g) const;

  /// Collective. Of all multipliers mu with the same forces those whose physical norm |s mu| is least.
  void makeLeastNorm(Vec mu) const;

 private:
  void search(const ConstraintJacobian& G, Vec diagonal);
  void dropDependent(const ConstraintJacobian& G);
  void copyIndependent();
  void gatherCombinations();
  KSP leastSquares() const;
  void nameDependent();
  std::vector<double> fetch(Vec vector) const;
  std::string nameOf(const ConstraintRow& row) const;
  struct Contradiction {
    const DependentRows* group;
    std::size_t number;  // of its combination
    double residual;
  };
  std::vector<Contradiction> judge(const DependentRows& group, const double* violation, double motion) const;
  bool isLinear(const DependentRows& group, const std::vector<Share>& z) const;
  std::string sentenceOf(const Contradiction& contradiction) const;
  void refuse(const std::vector<Contradiction>& mine) const;

  const MechanicalSystem& mechanics_;
  std::int64_t largest_;
  std::vector<DependentRows> groups_;  // in this rank's care
  la::IndexSet rows_;                  // of groups_, one after the other
  la::Matrix G_, weights_, independent_;
  la::Matrix combinations_;  // N: a column s z for each dependent row, s the scales; nullptr where there are none
  la::Vector scales_;        // s of all rows
  la::Vector kept_;          // 1 of rows that are independent, 0 of the others; nullptr where all are
  PetscInt num_dependent_ = 0, num_rows_ = 0;
  std::int64_t num_unknown_ = 0;
  std::vector<std::string> names_;
  std::unique_ptr<OwnParts> own_parts_;  // of rows of nonlinear constraints
  bool is_settled_ = true;               // these are all of them, on every rank
  PetscObjectState values_ = 0;          // of G, when last looked at
  mutable la::LinearSolver least_squares_;
};

}  // namespace tenon::system

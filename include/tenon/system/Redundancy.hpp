#pragma once
#include <cstdint>
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
  double size = 0.0;             ///< sum of |G_rj|, unscaled
};

/// Rows without common unknowns with any others, some of which follow from the rest.
struct DependentRows {
  std::vector<ConstraintRow> rows;
  std::vector<std::size_t> dependent;     ///< places in `rows`
  std::vector<std::vector<double>> null;  ///< for each of those a combination z of the rows with z^T G P = 0
};

/// Rows of G P that follow from others, so that their multipliers are not unique, and what to do about them.
///
/// Rows are looked at in groups that no unknown connects. Groups of up to `most_rows` rows go to one rank each, where a
/// Cholesky factorisation with pivoting of G diag(A)^-1 G^T + C finds the rank: rows are left over where nothing beyond
/// 1e-12 of a diagonal is. In larger groups, such as whole tied surfaces, only rows that are multiples of each other
/// are found; for the rest a direct solver's null pivots or the residual tell. A row whose unknowns are all held is
/// one, too; rows with compliance never are, nor are those of constraints that are switched off.
///
/// Source: Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., sec. 10.3.
class Redundancy {
 public:
  static constexpr LocalIndex most_rows = 300;  ///< of a group

  /// Collective. `diagonal`: of A, a weight of the unknowns; entries that are not positive count as 1.
  Redundancy(const MechanicalSystem& mechanics, const ConstraintJacobian& G, Vec diagonal);

  /// Whether it is about this very G.
  bool isOf(const ConstraintJacobian& G) const { return G_.get() == G.free(); }

  /// Over all ranks.
  PetscInt numDependent() const { return num_dependent_; }
  /// The first ten by name, such as "'tie' at node 12 of 'upper' (x)", the same on all ranks.
  const std::vector<std::string>& names() const { return names_; }
  /// "2 of 48 constraint rows follow from .."; empty where none does.
  std::string sentence() const;

  /// Collective. NotConvergedError where dependent rows ask for something else than those that they follow from, with
  /// the residual. `violation`: Phi at the present motion, as MechanicalSystem::violation() gives it. Groups with
  /// nonlinear constraints are not judged: they need not be consistent before Newton's last step.
  void requireConsistent(const std::vector<double>& violation) const;

  /// G P with zeros in dependent rows: what is to be solved. G P itself where there are none.
  Mat independent() const { return independent_.get(); }
  /// g <- g with zeros in dependent rows: the right-hand side that belongs to it.
  void drop(Vec g) const;

  /// Collective. Of all multipliers mu with the same forces those whose physical norm |s mu| is least.
  void makeLeastNorm(Vec mu) const;

 private:
  void dropDependent(const ConstraintJacobian& G);
  void nameDependent();
  std::vector<double> fetch(Vec vector) const;
  std::string nameOf(const ConstraintRow& row) const;
  struct Contradiction {
    ConstraintRow row;
    std::string sentence;
  };
  std::optional<Contradiction> judge(const DependentRows& group, const double* violation, double motion) const;
  std::string sentenceOf(const DependentRows& group, const std::vector<double>& z, double residual) const;
  void refuse(const std::optional<Contradiction>& mine) const;

  const MechanicalSystem& mechanics_;
  std::vector<DependentRows> groups_;  // in this rank's care
  la::IndexSet rows_;                  // of groups_, one after the other
  la::Matrix G_, independent_;
  la::Vector kept_;  // 1 of rows that are independent, 0 of the others; nullptr where all are
  PetscInt num_dependent_ = 0, num_rows_ = 0;
  std::vector<std::string> names_;
};

}  // namespace tenon::system

#pragma once
#include <boost/container/small_vector.hpp>
#include <vector>

#include "ScaledProblem.hpp"

namespace tenon::contact {

/// The natural map of the problem, which vanishes where and only where it is solved: of scaled impulses
///   F(y) = y - P(y - u~(N y + r)),
/// P the projection into the cones and u~ the augmented velocities (Acary and Brogliato 2008, section 13.7), and an
/// element of its generalised Jacobian,
///   1 - D + D A N,   D of P, A of u~,
/// blocks of which are found by central differences of P and u~ themselves: whatever cones there are, one difference
/// for each component of the largest block.
class NaturalMap {
 public:
  NaturalMap(const ConeProblem& problem, ScaledProblem& scaled);

  /// F at y, of which N y is known.
  void evaluate(const Impulses& y, const Impulses& Ny, Impulses& F);

  /// D and A at y.
  void linearise(const Impulses& y, const Impulses& Ny);
  /// (1 - D + shift D) d + D A N d of the last linearisation; the shift makes N definite.
  void apply(double shift, const Impulses& d, const Impulses& Nd, Impulses& image) const;
  /// D d.
  void applyProjection(const Impulses& d, Impulses& image) const;

  /// Impulses of one contact, with its turning, or of one row, and its part of the last linearisation.
  struct Block {
    boost::container::small_vector<Eigen::Index, 6> entries;
    Eigen::MatrixXd D, DA;
  };
  const std::vector<Block>& blocks() const { return blocks_; }

 private:
  ScaledProblem& scaled_;
  std::vector<Block> blocks_;
  Eigen::Index widest_ = 0;
  Impulses gradient_, ahead_, behind_;  // places to work in
};

}  // namespace tenon::contact

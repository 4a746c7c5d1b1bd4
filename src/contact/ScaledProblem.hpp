#pragma once
#include <vector>

#include "tenon/contact/ConeSolver.hpp"
#include "tenon/contact/coulombCone.hpp"

namespace tenon::contact {

/// The problem in the scaled impulses y = x sqrt(w), w the size of each contact's own block of N, along the normal and
/// across it each its own where it gives way: min y . N y / 2 + r .
/// y over the same cones, with a diagonal of N about 1. The part mu |u_t| of the augmented velocities stands still
/// while one such convex problem is solved (Acary, Cadoux, Lemarechal and Malick, ZAMM 91 (2011), 155-175).
class ScaledProblem {
 public:
  /// Collective.
  explicit ScaledProblem(const ConeProblem& problem);

  const base::Communicator& comm() const { return problem_.layout.comm(); }
  Impulses toScaled(const Impulses& x) const { return x.cwiseQuotient(scale_); }
  Impulses toImpulses(const Impulses& y) const { return y.cwiseProduct(scale_); }

  /// Collective. N y.
  void multiply(const Impulses& y, Impulses& Ny) const;
  /// N y + r, with the augmentation as it stands.
  void gradient(const Impulses& Ny, Impulses& g) const;
  /// Into the cones, in place.
  void project(Impulses& y) const;

  /// Collective. The error with the augmentation as it stands, and with what it becomes at this velocity.
  struct Errors {
    double convex, complementarity;
  };
  Errors errors(const Impulses& y, const Impulses& Ny) const;
  /// Collective. The second one alone, in half the time.
  double complementarity(const Impulses& y, const Impulses& Ny) const;
  /// Collective. The same of impulses that are not scaled, and of J M^-1 J^T x.
  double complementarityOf(const Impulses& x, const Impulses& product) const;
  /// The augmentation at this velocity.
  void augment(const Impulses& Ny);

 private:
  /// mu |u_t| of contacts and of slidings.
  struct Augmentation {
    std::vector<double> contacts, slidings;
  };
  /// The largest violation of a law, and the largest impulse, on this rank.
  struct Largest {
    double violation = 0.0, impulse = 0.0;
  };
  template <class Scaled, class Velocities>
  Largest largestOf(const Scaled& y, const Velocities& u, const Augmentation* standing) const;
  Errors sharesOf(double convex, const Largest& of_law) const;

  const ConeProblem& problem_;
  Eigen::Index firstOf(const Sliding& sliding) const {
    return problem_.firstRow() + static_cast<Eigen::Index>(sliding.row);
  }
  TurningCone coneOf(const Turning& turning, Eigen::Index at) const;
  double leastOf(const Contact& contact, Eigen::Index at) const {
    return contact.least > 0.0 ? contact.least / scale_[at] : 0.0;
  }

  Impulses scale_;                 // 1 / sqrt(w)
  std::vector<double> frictions_;  // of contacts, between scaled impulses
  Impulses r_;                     // J v_0 + b
  Augmentation augmentation_;      // that stands still
  double moving_ = 0.0;    // the largest scaled speed of a contact or a row
  double stopping_ = 0.0;  // the largest |y| that would stop one contact alone, or change what moves by a little
  mutable std::vector<double> v_;  // a place to work in
};

}  // namespace tenon::contact

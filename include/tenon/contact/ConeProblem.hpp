#pragma once
#include <Eigen/Core>
#include <boost/container/small_vector.hpp>
#include <memory>
#include <vector>

#include "tenon/contact/Contact.hpp"
#include "tenon/contact/PointMobility.hpp"
#include "tenon/la/Halo.hpp"

namespace tenon::contact {

/// The inverse of a body's inertia: dv = M^-1 of an impulse; 0 where a motion is held.
struct Mobility {
  base::Vec3 linear = base::Vec3::Zero();   ///< along the axes of space
  base::Mat3 angular = base::Mat3::Zero();  ///< about the centre of mass

  bool isHeld() const { return linear.isZero(0.0) && angular.isZero(0.0); }
};

/// A row of an exact constraint between bodies: u = sum g_b . v_b + bias = 0; or, with a bound, u >= 0 and an impulse
/// >= 0, one of them 0.
struct Row {
  struct Part {
    LocalIndex body;
    base::Vec6 slope;  ///< g
  };
  boost::container::small_vector<Part, 2> parts;
  double bias = 0.0;
  bool has_bound = false;
  bool is_in_cone = false;  ///< one of three of a Sliding, which then says more
};

/// Three rows that follow one another, a gap and two slips across it, whose impulses lie in Coulomb's cone: a contact
/// between any number of bodies.
struct Sliding {
  std::size_t row;  ///< the first one
  double friction;
};

/// A contact that resists rolling and spinning, by an impulsive moment: E tau acts on the second body, -E tau on the
/// first one, |tau_n| <= spinning gamma_n and |tau_t| <= rolling gamma_n against the velocity E^T (w_b - w_a).
struct Turning {
  std::size_t contact;
  double rolling, spinning;  ///< lengths
};

/// Impulses at contacts, [3 x contacts], moments of those that resist turning, [3 x turnings], and of rows, one after
/// the other.
using Impulses = Eigen::VectorXd;

/// The complementarity problem of a step: of the velocities v and the impulses x,
///   v = v_0 + M^-1 J^T x,   u = J v + C x + b,   C of contacts that give way, along the normal,
///   K* contains u~ = u + mu |u_t| e_n, orthogonal to gamma in K, at each contact;   u = 0 of each row, or its bound,
/// with Coulomb's cones K (Acary and Brogliato, Numerical Methods for Nonsmooth Dynamical Systems, 2008, section 13);
/// where turning is resisted K is TurningCone.
/// Without the second term of u~, as contacts may ask for, it is the convex problem of Anitescu (Math. Program. 105
/// (2006), 113-143), in which what slides is lifted: min x . N x / 2 + r . x over the cones, N = J M^-1 J^T + C, r = J
/// v_0 + b.
///
/// Bodies are those of a layout; contacts and rows are each on one rank, whose ghosts are the others' bodies. Points of
/// deformable bodies are bodies that do not turn, and M^-1 couples them: it is W of PointMobility there.
struct ConeProblem {
  const la::Layout& layout;
  const la::Halo& halo;                           ///< of its ghosts
  std::vector<Mobility> mobility{};               ///< [local bodies]
  std::vector<double> free{};                     ///< v_0, [local bodies x 6]
  std::shared_ptr<const PointMobility> points{};  ///< nullptr on all ranks where all bodies are rigid
  std::vector<Contact> contacts{};
  std::vector<Turning> turnings{};
  std::vector<Row> rows{};
  std::vector<Sliding> slidings{};

  /// Where the impulses of turnings and of rows begin.
  Eigen::Index firstTurning() const { return 3 * static_cast<Eigen::Index>(contacts.size()); }
  Eigen::Index firstRow() const { return firstTurning() + 3 * static_cast<Eigen::Index>(turnings.size()); }
  Eigen::Index numImpulses() const { return firstRow() + static_cast<Eigen::Index>(rows.size()); }

  /// Collective. J^T x of all ranks' impulses, [local bodies x 6], complete on owned ones.
  void impulsesOf(const Impulses& x, std::vector<double>& impulses) const;
  bool isPoint(LocalIndex body) const { return points && points->has(body); }
  /// Collective. M^-1 J^T x, likewise, and on ghosts.
  void velocitiesOf(const Impulses& x, std::vector<double>& v) const;
  /// J v.
  void relative(const std::vector<double>& v, Impulses& u) const;
  /// J v + C x, which is N x where v = M^-1 J^T x.
  void relative(const std::vector<double>& v, const Impulses& x, Impulses& u) const;
  /// b.
  Impulses bias() const;
  /// W, the block of N of one contact, its compliance with it; without all other contacts.
  base::Mat3 blockOf(const Contact& contact, double first_share = 1.0, double second_share = 1.0) const;
  base::Mat3 blockOf(const Turning& turning, double first_share = 1.0, double second_share = 1.0) const;
  /// The same of a row; `shares` of the bodies' mobility, [local bodies]; empty: 1.
  double blockOf(const Row& row, const std::vector<double>& shares = {}) const { return between(row, row, shares); }
  base::Mat3 blockOf(const Sliding& sliding, const std::vector<double>& shares = {}) const;
  /// a M^-1 b of two rows.
  double between(const Row& a, const Row& b, const std::vector<double>& shares = {}) const;
  /// a M^-1 b of what two rows do to a body each.
  double between(const Row::Part& a, const Row::Part& b) const;

  // On velocities [local bodies x 6] alone.
  static base::Vec3 relativeAt(const Contact& c, const double* v) {
    const Eigen::Map<const base::Vec3> first(v + 6 * static_cast<std::size_t>(c.first)),
        first_turn(v + 6 * static_cast<std::size_t>(c.first) + 3), second(v + 6 * static_cast<std::size_t>(c.second)),
        second_turn(v + 6 * static_cast<std::size_t>(c.second) + 3);
    const auto turned = [](const auto& w, const base::Vec3& arm, int i, int j) {
      return w[i] * arm[j] - w[j] * arm[i];
    };
    const auto along = [&](int k, int i, int j) {  // number by number: vectors of three are slow in registers of two
      return second[k] - first[k] + turned(second_turn, c.second_arm, i, j) - turned(first_turn, c.first_arm, i, j);
    };
    const double x = along(0, 1, 2), y = along(1, 2, 0), z = along(2, 0, 1);
    const base::Mat3& E = c.frame;
    return {E(0, 0) * x + E(1, 0) * y + E(2, 0) * z, E(0, 1) * x + E(1, 1) * y + E(2, 1) * z,
            E(0, 2) * x + E(1, 2) * y + E(2, 2) * z};
  }
  static base::Vec3 turningAt(const Contact& contact, const double* v);
  static double relativeAt(const Row& row, const double* v);

 private:
  void relative(const std::vector<double>& v, const double* x, Impulses& u) const;
  base::Mat3 blockAt(LocalIndex body, const base::Vec3& arm) const;
};

}  // namespace tenon::contact

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <Eigen/Core>
#include <boost/container/small_vector.hpp>
#include <memory>
#include <vector>

#include "PointMobility.hpp"
#include "contact/Contact.hpp"
#include "tenon/contact/ConeSolver.hpp"
#include "tenon/la/layout/Halo.hpp"

namespace tenon::contact {

/// Inverse inertia M^-1 of a body: the change of velocity is M^-1 times an impulse. Entries of
/// constrained degrees of freedom are zero.
struct Mobility {
  base::Vec3 linear = base::Vec3::Zero();  ///< inverse mass along the global axes [1/mass]
  /// Inverse inertia about the centre of mass in the global axes [1/(mass length^2)].
  base::Mat3 angular = base::Mat3::Zero();

  /// Returns true if all degrees of freedom are constrained (immobile body).
  bool isImmobile() const { return linear.isZero(0.0) && angular.isZero(0.0); }
};

/// Row of an exact (rigid) constraint between bodies: u = sum g_b . v_b + bias = 0. With a bound,
/// u >= 0 and the impulse >= 0 are complementary.
struct ExactRow {
  /// Contribution of one body.
  struct BodyTerm {
    LocalIndex body;   ///< local index of the body
    base::Vec6 slope;  ///< g, derivative with respect to the velocity of the body
  };
  boost::container::small_vector<BodyTerm, 2> parts;  ///< contributions of all bodies
  double bias = 0.0;                                  ///< constant term of the velocity across the row
  bool has_bound = false;                             ///< true if the row is unilateral
  bool is_in_cone = false;  ///< true for the three rows of a Sliding, whose cone replaces the bound
};

/// Contact with friction between any number of bodies: three consecutive rows, a gap and two
/// tangential slips, whose impulses lie in Coulomb's cone.
struct FrictionalRows {
  std::size_t row;  ///< index of the gap row, the first of the three
  double friction;  ///< friction coefficient mu
};

/// Resistance of a contact to rolling and spinning by an impulsive moment tau.
///
/// The moment E tau acts on the second body and -E tau on the first body, with
/// |tau_n| <= spinning gamma_n and |tau_t| <= rolling gamma_n. It opposes the relative angular
/// velocity E^T (w_b - w_a).
struct RollingResistance {
  std::size_t contact;       ///< index of the contact
  double rolling, spinning;  ///< coefficients of rolling and spinning friction [length]
};

/// Cone complementarity problem of a step. The velocities v and the impulses x satisfy
///   v = v_0 + M^-1 J^T x,   u = J v + C x + b,
///   K* contains u~ = u + mu |u_t| e_n, orthogonal to gamma in K, at each contact,
///   u = 0 or its bound for each row.
///
/// C is the compliance of the contacts along the normal and K is Coulomb's cone. Contacts that
/// resist rolling or spinning use RollingFrictionCone as K.
///
/// Without the second term of u~, on request of the contacts, the problem is the convex one of
/// Anitescu, in which sliding contacts separate: min x . N x / 2 + r . x over the cones, with N = J
/// M^-1 J^T + C and r = J v_0 + b.
///
/// The bodies are those of a layout. Each contact and each row belongs to one rank, on which bodies
/// of other ranks are ghosts. Points of deformable bodies are bodies without rotation; M^-1 couples
/// them and is W of PointMobility.
///
/// @see Acary and Brogliato, Numerical Methods for Nonsmooth Dynamical Systems, 2008, section 13
/// @see Anitescu, Math. Program. 105 (2006), 113-143
struct ConeProblem {
  const la::Layout& layout;          ///< distribution of the bodies over the ranks
  const la::Halo& halo;              ///< halo exchange of the layout
  std::vector<Mobility> mobility{};  ///< inverse inertias, [local bodies]
  std::vector<double> free{};        ///< v_0, velocities without contact, [local bodies x 6]
  /// Coupling of points of deformable bodies; nullptr on all ranks if all bodies are rigid.
  std::shared_ptr<const PointMobility> points{};
  std::vector<Contact> contacts{};                       ///< contacts of this rank
  std::vector<RollingResistance> rolling_resistances{};  ///< resistances to rolling and spinning
  std::vector<ExactRow> rows{};                          ///< constraint rows of this rank
  std::vector<FrictionalRows> frictional_rows{};         ///< constraint rows with friction

  /// Returns the index of the first impulsive moment.
  Eigen::Index firstRollingResistance() const { return 3 * static_cast<Eigen::Index>(contacts.size()); }
  /// Returns the index of the first impulse of the rows.
  Eigen::Index firstRow() const {
    return firstRollingResistance() + 3 * static_cast<Eigen::Index>(rolling_resistances.size());
  }
  /// Returns the number of impulses of this rank.
  Eigen::Index numImpulses() const { return firstRow() + static_cast<Eigen::Index>(rows.size()); }

  /// Computes J^T x of the impulses of all ranks.
  /// @param x         impulses of this rank
  /// @param impulses  [local bodies x 6], complete for owned bodies
  /// @note Collective.
  void impulsesOf(const Impulses& x, std::vector<double>& impulses) const;
  /// Returns true if the body is a point of a deformable body.
  bool isPoint(LocalIndex body) const { return points && points->has(body); }
  /// Computes M^-1 J^T x of the impulses of all ranks.
  /// @param x  impulses of this rank
  /// @param v  [local bodies x 6], complete for owned and ghost bodies
  /// @note Collective.
  void velocitiesOf(const Impulses& x, std::vector<double>& v) const;
  /// Computes the relative velocities J v.
  void relativeVelocities(const std::vector<double>& v, Impulses& u) const;
  /// Computes J v + C x, which is N x if v = M^-1 J^T x.
  void relativeVelocities(const std::vector<double>& v, const Impulses& x, Impulses& u) const;
  /// Returns the constant terms b.
  Impulses bias() const;
  /// Returns W, the diagonal block of N of one contact including its compliance, without all other
  /// contacts.
  /// @param first_share, second_share  factors of the inverse inertia of the two bodies
  base::Mat3 blockOf(const Contact& contact, double first_share = 1.0, double second_share = 1.0) const;
  /// Returns the diagonal block of N of one pair of rolling and spinning friction.
  base::Mat3 blockOf(const RollingResistance& resistance, double first_share = 1.0, double second_share = 1.0) const;
  /// Returns the diagonal entry of N of one row.
  /// @param shares  [local bodies] factors of the inverse inertia; empty if all are 1
  double blockOf(const ExactRow& row, const std::vector<double>& shares = {}) const {
    return coupling(row, row, shares);
  }
  /// Returns the diagonal block of N of the three rows of a frictional constraint.
  base::Mat3 blockOf(const FrictionalRows& sliding, const std::vector<double>& shares = {}) const;
  /// Returns the entry a M^-1 b of N that couples two rows.
  double coupling(const ExactRow& a, const ExactRow& b, const std::vector<double>& shares = {}) const;
  /// Returns a M^-1 b, where a and b are the contributions of two rows to one body each.
  double coupling(const ExactRow::BodyTerm& a, const ExactRow::BodyTerm& b) const;

  /// Returns the relative velocity u at a contact, from velocities [local bodies x 6] alone.
  static base::Vec3 relativeVelocityAt(const Contact& c, const double* v) {
    const Eigen::Map<const base::Vec3> first(v + 6 * static_cast<std::size_t>(c.first)),
        first_turn(v + 6 * static_cast<std::size_t>(c.first) + 3), second(v + 6 * static_cast<std::size_t>(c.second)),
        second_turn(v + 6 * static_cast<std::size_t>(c.second) + 3);
    const auto turned = [](const auto& w, const base::Vec3& arm, int i, int j) {
      return w[i] * arm[j] - w[j] * arm[i];
    };
    // Scalar by scalar: vectors of three components are slow in registers of two.
    const auto along = [&](int k, int i, int j) {
      return second[k] - first[k] + turned(second_turn, c.second_arm, i, j) - turned(first_turn, c.first_arm, i, j);
    };
    const double x = along(0, 1, 2), y = along(1, 2, 0), z = along(2, 0, 1);
    const base::Mat3& E = c.frame;
    return {E(0, 0) * x + E(1, 0) * y + E(2, 0) * z, E(0, 1) * x + E(1, 1) * y + E(2, 1) * z,
            E(0, 2) * x + E(1, 2) * y + E(2, 2) * z};
  }
  /// Returns the relative angular velocity in the frame of a contact, from velocities [local bodies
  /// x 6] alone.
  static base::Vec3 relativeRotationAt(const Contact& contact, const double* v);
  /// Returns the velocity across a row without its bias, from velocities [local bodies x 6] alone.
  static double relativeVelocityAt(const ExactRow& row, const double* v);

 private:
  void relativeVelocities(const std::vector<double>& v, const double* x, Impulses& u) const;
  base::Mat3 blockAt(LocalIndex body, const base::Vec3& arm) const;
};

}  // namespace tenon::contact

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "analysis/BodyContact.hpp"
#include "analysis/EnergyBalance.hpp"
#include "analysis/Solution.hpp"
#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::simulation {

/// Key numbers of a run, which `tenon run` prints and writes to the summary.
struct Report {
  /// Largest value of a field and its location.
  struct Extreme {
    /// Largest value.
    double value = 0.0;
    /// Number of the node in the mesh file; -1: none.
    std::int64_t node = -1;
    /// Reference position of the node.
    std::array<double, 3> position{};
  };
  /// Key numbers of one body.
  struct BodyReport {
    /// Name of the object.
    std::string name;
    /// Numbers of nodes and cells.
    std::int64_t nodes = 0, cells = 0;
    double mass = 0.0;  ///< total mass; 0 if the body has no mass
    /// Largest displacement.
    Extreme displacement;
    std::optional<Extreme> von_mises;  ///< largest von Mises stress, for objects with a material
  };
  /// Sum of forces, and of their moments about a point.
  struct Resultant {
    /// Resulting force and moment.
    base::Vec3 force = base::Vec3::Zero(), moment = base::Vec3::Zero();
  };
  /// Resultant of the forces at the nodes of a condition, or of the multipliers of a constraint.
  struct Total {
    /// Name of the condition or constraint.
    std::string name;
    /// Resultant.
    Resultant sum;
    /// Point about which the moment is taken. For conditions: the centre of the bounding box of
    /// their nodes, in the configuration in which the forces act. For supports and constraints:
    /// `centre`.
    base::Vec3 about = base::Vec3::Zero();
  };
  /// Lagrange multipliers of one constraint.
  struct Multipliers {
    /// Number of rows.
    std::int64_t rows = 0;
    std::optional<std::int64_t> num_active;  ///< number of active rows, if the rows have bounds
    /// Smallest and largest multiplier.
    double least = 0.0, most = 0.0;
    std::string largest_location;  ///< description of the row whose multiplier is largest in magnitude
    /// Returns the multiplier of largest magnitude, with its sign.
    double largest() const { return most >= -least ? most : least; }
  };

  /// Summary of a contact constraint.
  struct Contact {
    /// True if the contact has friction.
    bool has_friction = false;
    /// Numbers of nodes, of closed nodes including slipping ones, and of slipping nodes.
    std::int64_t nodes = 0, closed = 0, slipping = 0;
    /// Largest contact pressure and largest penetration.
    double pressure = 0.0, penetration = 0.0;
    /// Largest of |min(lambda / most, gap / extent)| and (|lambda_t| - mu lambda) / most, where
    /// `most` is the largest lambda: the violation of complementarity and of the friction cone.
    double complementarity = 0.0;
  };

  /// Title of the case.
  std::string title;
  std::vector<std::pair<std::string, double>> parameters;  ///< parameters of the case
  /// Number of ranks.
  int ranks = 0;
  /// Numbers of degrees of freedom and of multipliers.
  std::int64_t unknowns = 0, multipliers = 0;
  /// Key numbers of all bodies.
  std::vector<BodyReport> bodies;
  /// Centre of the bounding box of all nodes with degrees of freedom.
  base::Vec3 centre = base::Vec3::Zero();
  double extent = 0.0;  ///< longest edge of this box
  /// Largest sum over all nodes of the magnitudes of forces, and of moments at nodes with
  /// rotations, among all force fields, the elastic forces K u of linear solids, the reactions, all
  /// constraints and inertia. Imbalances are relative to these values.
  double force_magnitude = 0.0, moment_magnitude = 0.0;
  Resultant load;  ///< resultant of all force fields except supports
  /// Resultants of each condition, and of the force fields that are supports.
  std::vector<Total> reactions;
  /// Resultant of the reactions of all constrained degrees of freedom, each counted once, and of
  /// supports.
  Resultant total_reaction;
  /// Net force of each constraint on all bodies; zero for constraints between bodies.
  std::vector<Total> constraints;
  std::vector<Multipliers> multipliers_of;  ///< multipliers of each constraint
  /// Contact summary of each constraint; empty for constraints that are not contacts.
  std::vector<std::optional<Contact>> contacts;
  /// Statistics of the linear solver.
  solver::SolveStatistics statistics;
  /// Statistics of the contacts of rigid bodies.
  std::optional<analysis::ContactStatistics> rigid_contacts;
  bool moves = false;  ///< true if the analysis has velocities
  Resultant inertia;   ///< resultant of the inertia forces M a
  /// Kinetic energy.
  double kinetic_energy = 0.0;
  /// Vibration modes; the forces of this report are those of the last mode.
  std::vector<analysis::Mode> modes;
  /// Critical points of an equilibrium path.
  std::vector<analysis::CriticalPoint> critical_points;
  /// Effective mass in each direction, summed over all modes of the model.
  base::Vec3 movable_mass = base::Vec3::Zero();
  /// Potential energy.
  double energy = 0.0;
  /// Energy balance, if it was recorded in an analysis in time.
  std::optional<analysis::Energies> energies;
  std::vector<std::string> without_energy;  ///< names of force fields without an energy function
  /// Peak memory of a rank: minimum, mean and maximum over the ranks [MiB].
  double least_memory = 0.0, mean_memory = 0.0, most_memory = 0.0;

  /// Returns load + reactions + net constraint forces - inertia, which is zero in equilibrium.
  /// Forces act in the reference configuration in linear problems, otherwise in the current
  /// configuration.
  Resultant imbalance() const;
};

/// Returns the sum of two resultants.
Report::Resultant operator+(const Report::Resultant& a, const Report::Resultant& b);
/// Returns the difference of two resultants.
Report::Resultant operator-(const Report::Resultant& a, const Report::Resultant& b);

}  // namespace tenon::simulation

#pragma once
#include <array>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tenon/analysis/ContactStatistics.hpp"
#include "tenon/analysis/CriticalPoint.hpp"
#include "tenon/analysis/EnergyBalance.hpp"
#include "tenon/base/Phases.hpp"
#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::simulation {

/// The key numbers of a run: what `tenon run` prints and what goes into the summary.
struct Report {
  /// A largest value and where it is: number of the node in the mesh file.
  struct Extreme {
    double value = 0.0;
    std::int64_t node = -1;
    std::array<double, 3> place{};
  };
  struct BodyReport {
    std::string name;
    std::int64_t nodes = 0, cells = 0;
    double mass = 0.0;  ///< 0 without masses
    Extreme displacement;
    std::optional<Extreme> von_mises;  ///< of objects with a material
  };
  /// Sum of forces, and of their moments about `middle`.
  struct Resultant {
    base::Vec3 force = base::Vec3::Zero(), moment = base::Vec3::Zero();
  };
  /// Sum over the nodes of a condition or over the multipliers of a constraint.
  struct Total {
    std::string name;
    Resultant sum;
    /// The point about which the moment is taken: the centre of the box around the nodes of a condition, in the
    /// configuration in which forces act; `middle` for supports and constraints.
    base::Vec3 about = base::Vec3::Zero();
  };
  /// The multipliers of one constraint.
  struct Multipliers {
    std::int64_t rows = 0;
    std::optional<std::int64_t> holding;  ///< where there is a bound: rows that it holds
    double least = 0.0, most = 0.0;
    std::string largest_at;  ///< the row whose multiplier is largest in size, in words
    double largest() const { return most >= -least ? most : least; }
  };

  /// A constraint that is a contact.
  struct Contact {
    bool has_friction = false;
    std::int64_t nodes = 0, closed = 0, slipping = 0;  ///< closed: those that slip too
    double pressure = 0.0, penetration = 0.0;          ///< the largest
    /// The largest |min(lambda / most, gap / extent)| and (|lambda_t| - mu lambda) / most, with `most` the largest
    /// lambda: how far gaps and forces are from excluding each other.
    double complementarity = 0.0;
  };

  std::string title;
  int ranks = 0;
  std::int64_t unknowns = 0, multipliers = 0;
  std::vector<BodyReport> bodies;
  base::Vec3 middle = base::Vec3::Zero();        ///< of the box around all nodes with unknowns
  double extent = 0.0;                           ///< longest edge of that box
  /// Largest sum over all nodes of the magnitudes of forces, and of moments at nodes that rotate: of one force field,
  /// of the reactions, of one constraint, or of inertia. Imbalances are relative to it.
  double force_magnitude = 0.0, moment_magnitude = 0.0;
  Resultant load;                                ///< of all force fields but supports
  std::vector<Total> reactions;                  ///< by condition, and of force fields that are supports
  Resultant held;                                ///< reactions of all held unknowns, each counted once, and of supports
  std::vector<Total> constraints;                ///< net force of each constraint on all bodies: zero between bodies
  std::vector<Multipliers> multipliers_of;       ///< by constraint
  std::vector<std::optional<Contact>> contacts;  ///< by constraint: of those that are one
  solver::SolveStatistics statistics;
  std::optional<analysis::ContactStatistics> rigid_contacts;  ///< of rigid bodies
  bool moves = false;  ///< not of statics
  Resultant inertia;   ///< M a
  double kinetic_energy = 0.0;
  std::vector<analysis::Mode> modes;             ///< of vibration, whose last one has the forces here
  std::vector<analysis::CriticalPoint> critical_points;  ///< of a path of equilibria
  base::Vec3 movable_mass = base::Vec3::Zero();  ///< sum of the effective masses of all modes there are
  double energy = 0.0;
  std::optional<analysis::Energies> energies;                       ///< of motions, where they were followed
  std::vector<std::string> without_energy;                          ///< force fields whose energy nobody knows
  double least_memory = 0.0, mean_memory = 0.0, most_memory = 0.0;  ///< peak of a rank, MiB

  /// What is left of load + reactions + net constraint forces - inertia: zero. Forces act where nodes are: at rest
  /// in linear problems, else in the present motion.
  Resultant imbalance() const;
};

/// Collective.
Report makeReport(const system::MechanicalSystem& system, const analysis::Solution& solution);

/// The lines that `tenon run` prints at its end: forces that are round-off of the largest one are shown as 0.
std::string textOf(const Report& report, const std::vector<base::Phases::Summary>& phases);

/// The JSON of `--summary`: the report, and seconds of each phase with their imbalance over the ranks (most / mean).
nlohmann::json jsonOf(const Report& report, const std::vector<base::Phases::Summary>& phases);

}  // namespace tenon::simulation

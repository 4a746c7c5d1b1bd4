// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "ResultFile.hpp"
#include "analysis/Solution.hpp"
#include "tenon/fem/Recovery.hpp"
#include "tenon/simulation/results/Output.hpp"
#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::simulation {

struct OutputSettings;

/// Writer of the fields of a run to its result file. Constructor arguments must outlive it.
/// @note All members are collective.
class Results {
 public:
  /// Writes the data that do not change: the meshes, and the location of the rows of each
  /// constraint,
  ///   /constraints/<name>/{object, node, component, number} [rows]
  /// Entries are -1 if they do not apply. `object` is an index into the attribute `objects` (a list
  /// in JSON), `node` the number of the node in its mesh file, `component` the number of the row
  /// among those of the node, `number` that of the equation, or of the cell in its mesh file.
  /// @param moves  true if bodies have velocities
  Results(const system::MechanicalSystem& system, const OutputSettings& output, bool moves, ResultFile& file);

  /// Returns the quantities that writeStep() needs.
  analysis::SolutionRequest solutionRequest() const;

  /// Writes the fields selected by `output` of the current state as one step:
  ///   on nodes: displacement, reaction, stress, strain, von_mises, force_<constraint>,
  ///     multiplier_<constraint>; in an analysis in time also velocity and (not of mapped objects)
  ///     acceleration
  ///   on cells: stress, strain, von_mises, partition (the rank that owns the cell)
  ///   /constraints/<name>/multipliers/<kkkk> [rows] of every constraint
  ///   /contacts/<kkkk>/{object, body} [contacts x 2], {place, normal, force, moment}
  ///     [contacts x 3] and gap [contacts] of rigid bodies in contact
  ///
  /// `stress` contains the stress of the material and of constraints that preserve the volume.
  /// `force_<constraint>` is G^T lambda on the bodies of the constraint. For frames, rotation,
  /// angular_velocity, reaction_moment and similar fields are written. `multiplier_<constraint>` is
  /// lambda at the nodes that carry it (a linear pressure also at nodes between these), and 0
  /// elsewhere.
  ///
  /// Mapped objects have no reactions and are written last. A vibration mode has the attributes
  /// `frequency`, `eigenvalue` and `residual`, and stresses if all forces on its object are linear.
  void writeStep(const analysis::Solution& solution, double time);

 private:
  void writeRowLocations();
  bool writesBodyContacts() const;
  void recover(const system::Body& body, const analysis::Solution& solution, fem::Recovery& recovery) const;
  void writeFields(const system::Body& body, const analysis::Solution& solution, double time);
  void writeMode(const analysis::Mode& mode);
  void writeMultipliers(std::size_t constraint, const std::vector<double>& multipliers);
  void writeContact(const constraint::Constraint& constraint, const std::vector<double>& multipliers);
  const system::Body* findOutputBody(const constraint::Constraint& constraint) const;

  const system::MechanicalSystem& system_;
  const OutputSettings& output_;
  std::vector<std::unique_ptr<OutputField>> fields_;  // Registered fields that are written.
  fem::Recovery::Content content_ = fem::Recovery::Content::stress;
  bool moves_;
  ResultFile& file_;
  // Row order of each constraint; none if its multipliers are not written.
  std::vector<std::optional<io::RowOrder>> rows_;
};

}  // namespace tenon::simulation

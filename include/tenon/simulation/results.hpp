#pragma once
#include <optional>

#include "tenon/analysis/Solution.hpp"
#include "tenon/simulation/ResultFile.hpp"
#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::simulation {

struct OutputSettings;

/// What a run puts into its result file. All have to outlive this; all members are collective.
class Results {
 public:
  /// Writes what does not change: the meshes, and what the rows of each constraint belong to,
  ///   /constraints/<name>/{object, node, component, number} [rows]
  /// -1 where a row has none: number of the object in the attribute `objects` (a list in JSON), of the node in its mesh
  /// file, of the row among those of the node, of the equation or of the cell in its mesh file.
  /// `moves`: bodies have velocities.
  Results(const system::MechanicalSystem& system, const OutputSettings& output, bool moves, ResultFile& file);

  /// What writeStep() has to know.
  analysis::Wanted wanted() const;

  /// Writes one step, the bodies being there, as far as `output` asks for it:
  ///   on nodes: displacement, velocity and (not of mapped objects) acceleration of motions in time, reaction, stress,
  ///   strain, von_mises, force_<constraint>, multiplier_<constraint>
  ///   on cells: stress, strain, von_mises, partition (the rank that owns the cell)
  ///   and /constraints/<name>/multipliers/<kkkk> [rows] of every constraint, and of rigid bodies that touch
  ///   /contacts/<kkkk>/{object, body} [contacts x 2], {place, normal, force, moment} [contacts x 3] and gap [contacts]
  /// `stress` is that of the materials and of constraints that keep the volume. `force_<constraint>` is G^T lambda on
  /// the bodies it touches; rotation, angular_velocity, reaction_moment and so on are those of frames;
  /// `multiplier_<constraint>` is lambda on the nodes that carry it (a linear pressure also between them), 0 elsewhere.
  /// Mapped objects have no reactions and follow in the end. A mode of vibration has the attributes `frequency`,
  /// `eigenvalue` and `residual`, and stresses where all forces on its object are linear.
  void writeStep(const analysis::Solution& solution, double time);

 private:
  void writeRowPlaces();
  bool writesTouches() const;
  void writeStress(const system::Body& body, const analysis::Solution& solution);
  void writePrincipalStress(const system::Body& body, const fem::Recovery& recovery);
  void writeDeformation(const system::Body& body, const fem::Recovery& recovery);
  void writeVectors(const system::Body& body, gsl::span<const double> values, const std::string& along,
                    const std::string& about);
  void writeMotion(const system::Body& body, const analysis::Solution& solution);
  void writeMode(const analysis::Mode& mode);
  void writeMultipliers(std::size_t constraint, const std::vector<double>& multipliers);
  void writeContact(const constraint::Constraint& constraint, const std::vector<double>& multipliers);
  const system::Body* carrierOf(const constraint::Constraint& constraint) const;

  const system::MechanicalSystem& system_;
  const OutputSettings& output_;
  bool moves_;
  ResultFile& file_;
  std::vector<std::optional<io::RowOrder>> rows_;  // by constraint; none where its multipliers are not written
};

}  // namespace tenon::simulation

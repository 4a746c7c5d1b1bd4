#include "tenon/simulation/results.hpp"

#include <cmath>

#include "tenon/force/Recovery.hpp"

namespace tenon::simulation {
namespace {

using system::Body;
using system::MechanicalSystem;

/// The owned part of a local array.
std::vector<double> owned(const Body& body, gsl::span<const double> local, int columns) {
  const auto count = static_cast<std::size_t>(body.mesh().layout().numOwned()) * static_cast<std::size_t>(columns);
  return {local.begin(), local.begin() + static_cast<std::ptrdiff_t>(count)};
}

/// The owned cells of each block, out of owned and ghost ones.
std::vector<std::vector<double>> ownedCells(const Body& body, const std::vector<std::vector<double>>& cells,
                                            int columns) {
  std::vector<std::vector<double>> part(cells.size());
  for (std::size_t b = 0; b < cells.size(); ++b) {
    const auto count = static_cast<std::size_t>(body.mesh().blocks()[b].num_owned) * static_cast<std::size_t>(columns);
    if (cells[b].size() >= count)
      part[b].assign(cells[b].begin(), cells[b].begin() + static_cast<std::ptrdiff_t>(count));
  }
  return part;
}

void writeStress(const Body& body, ResultFile& file) {
  const force::Recovery recovery = force::recover(body.domain(), body.forces);
  const std::string& name = body.name();
  file.writeNodes(name, "stress", owned(body, recovery.stress().nodes, 6), 6);
  file.writeNodes(name, "strain", owned(body, recovery.strain().nodes, 6), 6);
  file.writeNodes(name, "von_mises", owned(body, recovery.vonMisesAtNodes(), 1), 1);
  file.writeCells(name, "stress", ownedCells(body, recovery.stress().cells, 6), 6);
  file.writeCells(name, "strain", ownedCells(body, recovery.strain().cells, 6), 6);
  file.writeCells(name, "von_mises", ownedCells(body, recovery.vonMisesOfCells(), 1), 1);
}

void writePartition(const Body& body, ResultFile& file) {
  std::vector<std::vector<double>> ranks;
  for (const auto& block : body.mesh().blocks())
    ranks.emplace_back(static_cast<std::size_t>(block.num_owned), static_cast<double>(body.mesh().comm().rank()));
  file.writeCells(body.name(), "partition", ranks, 1);
}

/// What every body has, mapped or not.
void writeMotion(const Body& body, ResultFile& file) {
  const int block = body.state().block();
  file.writeNodes(body.name(), "displacement", owned(body, body.state().displacement(), block), block);
  writeStress(body, file);
  writePartition(body, file);
}

bool anyNonzero(const base::Communicator& comm, const std::vector<double>& values) {
  bool here = false;
  for (const double value : values) here = here || value != 0.0;
  return comm.any(here);
}

/// Multipliers as a field on the nodes that carry them.
void writeMultipliers(const MechanicalSystem& system, const constraint::Constraint& constraint,
                      const std::vector<double>& multipliers, ResultFile& file) {
  // A rank without rows knows no carrier: the others tell.
  const la::State* carrier = constraint.carrier();
  const int index = system.comm().max(carrier != nullptr ? static_cast<int>(system.indexOf(*carrier)) : -1);
  if (index < 0) return;
  const Body& body = *system.bodies()[static_cast<std::size_t>(index)];
  const auto width = static_cast<std::size_t>(constraint.block());
  std::vector<double> field(static_cast<std::size_t>(body.mesh().layout().numOwned()) * width, 0.0);
  const auto nodes = constraint.carrierNodes();
  for (std::size_t k = 0; k < nodes.size(); ++k)
    for (std::size_t i = 0; i < width; ++i)
      field[static_cast<std::size_t>(nodes[k]) * width + i] = multipliers[k * width + i];
  file.writeNodes(body.name(), "multiplier_" + constraint.name(), field, constraint.block());
}

}  // namespace

void writeMeshes(const MechanicalSystem& system, ResultFile& file) {
  for (const auto& body : system.bodies()) file.addMesh(body->name(), body->mesh());
  for (const Body* body : system.mappedBodies()) file.addMesh(body->name(), body->mesh());
}

void writeStep(const MechanicalSystem& system, const solver::StaticSolution& solution, double time, ResultFile& file) {
  const auto& bodies = system.bodies();
  file.beginStep(time);
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    const Body& body = *bodies[b];
    writeMotion(body, file);
    file.writeNodes(body.name(), "reaction", owned(body, solution.reactions[b], system.block()), system.block());
    for (std::size_t c = 0; c < system.constraints().size(); ++c) {
      const auto force = owned(body, solution.constraint_forces[c][b], system.block());
      if (anyNonzero(system.comm(), force))
        file.writeNodes(body.name(), "force_" + system.constraints()[c]->name(), force, system.block());
    }
  }
  for (std::size_t c = 0; c < system.constraints().size(); ++c)
    writeMultipliers(system, *system.constraints()[c], solution.multipliers[c], file);
  for (const Body* body : system.mappedBodies()) writeMotion(*body, file);
}

}  // namespace tenon::simulation

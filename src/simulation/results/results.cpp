// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "results.hpp"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <variant>

#include "bodyContactTable.hpp"
#include "constraintRows.hpp"
#include "contactState.hpp"
#include "simulation/reading/OutputSettings.hpp"
#include "tenon/contact/BodyShape.hpp"
#include "tenon/fem/Recovery.hpp"

namespace tenon::simulation {
namespace {

using system::Body;
using system::MechanicalSystem;

/// Returns the entries of owned nodes of an array of local nodes.
std::vector<double> owned(const Body& body, gsl::span<const double> local, int columns) {
  const auto count = static_cast<std::size_t>(body.mesh().layout().numOwned()) * static_cast<std::size_t>(columns);
  return {local.begin(), local.begin() + static_cast<std::ptrdiff_t>(count)};
}

/// Returns the values of the owned cells of each block from those of owned and ghost cells.
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

void writePartition(const Body& body, ResultFile& file) {
  std::vector<std::vector<double>> ranks;
  for (const auto& block : body.mesh().blocks())
    ranks.emplace_back(static_cast<std::size_t>(block.num_owned), static_cast<double>(body.mesh().comm().rank()));
  file.writeCells(body.name(), "partition", ranks, 1);
}

/// Returns true if stresses can be written: the cells have the dimension of space, and stresses of
/// modes are proportional to the modes, which requires linear forces.
bool hasStress(const Body& body, const analysis::Solution& solution) {
  if (body.mesh().dimension() == 0 || body.mesh().dimension() != body.state().dimension()) return false;
  return solution.modes.empty() ||
         std::all_of(body.forces.begin(), body.forces.end(), [](const auto& force) { return force->isLinear(); });
}

bool anyNonzero(const base::Communicator& comm, const std::vector<double>& values, bool here = false) {
  for (const double value : values) here = here || value != 0.0;
  return comm.any(here);
}

/// Writes data that pictures require in addition to the case: the axes of rigid bodies in the
/// reference configuration, as rotation vectors, and the vertices of hulls, by the number of their
/// shape.
void addShapes(const Body& body, ResultFile& file) {
  const auto rest = body.state().reference();
  std::vector<double> axes;
  for (LocalIndex node = 0; node < body.state().layout().numOwned(); ++node)
    for (std::size_t i = 3; i < 6; ++i) axes.push_back(rest[6 * static_cast<std::size_t>(node) + i]);
  file.addMeshTable(body.name(), "axes", axes, 3);
  for (std::size_t k = 0; k < body.shapes.size(); ++k)
    if (const auto* hull = std::get_if<contact::Hull>(&body.shapes[k]->shape()))
      file.addMeshTable(body.name(), fmt::format("hull_{}", k), hull->polytope.vertices);
}

}  // namespace

Results::Results(const MechanicalSystem& system, const OutputSettings& output, bool moves, ResultFile& file)
    : system_(system), output_(output), moves_(moves), file_(file) {
  for (const Body* body : system.allBodies()) {
    file_.addMesh(body->name(), body->mesh());
    if (!body->shapes.empty()) addShapes(*body, file_);
  }
  writeRowLocations();
  if (!writesBodyContacts()) return;
  nlohmann::json objects = nlohmann::json::array();
  for (const auto& body : system_.bodies()) objects.push_back(body->name());
  file_.file().createGroup("/contacts");
  file_.file().writeAttribute("/contacts", "objects", objects.dump());
}

bool Results::writesBodyContacts() const {
  return !system_.contacts().empty() && output_.writes("contact");
}

void Results::writeRowLocations() {
  nlohmann::json objects = nlohmann::json::array();
  for (const Body* body : system_.allBodies()) objects.push_back(body->name());
  for (const auto& constraint : system_.constraints()) {
    rows_.emplace_back();
    if (!output_.writesMultipliersOf(*constraint)) continue;
    const io::RowOrder& order = rows_.back().emplace(orderOfRows(system_, *constraint));
    std::vector<std::int32_t> object, component;
    std::vector<std::int64_t> node, number;
    for (const RowLabel& label : labelsOf(system_, *constraint)) {
      object.push_back(label.object), component.push_back(label.component);
      node.push_back(label.node), number.push_back(label.number);
    }
    const std::string path = "/constraints/" + constraint->name();
    io::Hdf5File& h5 = file_.file();
    h5.writeRows(path + "/object", order.arrange(object));
    h5.writeRows(path + "/node", order.arrange(node));
    h5.writeRows(path + "/component", order.arrange(component));
    h5.writeRows(path + "/number", order.arrange(number));
    h5.writeAttribute(path, "objects", objects.dump());
  }
}

analysis::SolutionRequest Results::solutionRequest() const {
  const auto& constraints = system_.constraints();
  return {output_.writes("reaction"),
          std::any_of(constraints.begin(), constraints.end(),
                      [&](const auto& constraint) { return output_.writesForceOf(*constraint); }),
          writesBodyContacts()};
}

void Results::writeStress(const Body& body, const analysis::Solution& solution) {
  using fem::Recovery;
  Recovery recovery(body.domain(), output_.writesDeformation() ? Recovery::Content::stress_and_deformation
                                                               : Recovery::Content::stress);
  fem::addStresses(body.forces, recovery);
  for (std::size_t c = 0; c < system_.constraints().size(); ++c)
    system_.constraints()[c]->addStress(solution.multipliers[c], recovery);
  recovery.average();
  const std::string& name = body.name();
  const auto write = [&](const char* field, const std::vector<double>& nodes,
                         const std::vector<std::vector<double>>& cells, int columns) {
    if (!output_.writes(field)) return;
    file_.writeNodes(name, field, owned(body, nodes, columns), columns);
    file_.writeCells(name, field, ownedCells(body, cells, columns), columns);
  };
  write("stress", recovery.stress().nodes, recovery.stress().cells, 6);
  write("strain", recovery.strain().nodes, recovery.strain().cells, 6);
  write("von_mises", recovery.vonMisesAtNodes(), recovery.vonMisesOfCells(), 1);
  writePrincipalStress(body, recovery);
  if (system_.comm().any(recovery.hasDeformation())) writeDeformation(body, recovery);
}

/// Returns the principal values of symmetric tensors of 6 components, in descending order.
std::vector<double> principalValues(const std::vector<double>& tensors) {
  std::vector<double> values;
  values.reserve(tensors.size() / 2);
  for (std::size_t at = 0; at + 6 <= tensors.size(); at += 6) {
    const double* s = tensors.data() + at;
    base::Mat3 tensor;
    tensor << s[0], s[3], s[5], s[3], s[1], s[4], s[5], s[4], s[2];
    const base::Vec3 ascending =
        Eigen::SelfAdjointEigenSolver<base::Mat3>(tensor, Eigen::EigenvaluesOnly).eigenvalues();
    values.insert(values.end(), {ascending[2], ascending[1], ascending[0]});
  }
  return values;
}

void Results::writePrincipalStress(const Body& body, const fem::Recovery& recovery) {
  if (!output_.names("principal_stress")) return;
  const fem::Recovery::Field& stress = recovery.stress();
  std::vector<std::vector<double>> cells;
  for (const auto& block : stress.cells) cells.push_back(principalValues(block));
  file_.writeNodes(body.name(), "principal_stress", owned(body, principalValues(stress.nodes), 3), 3);
  file_.writeCells(body.name(), "principal_stress", ownedCells(body, cells, 3), 3);
}

/// Writes the deformation quantities of solids that provide them; 0 at other nodes and cells.
void Results::writeDeformation(const Body& body, const fem::Recovery& recovery) {
  const auto write = [&](const char* name, fem::Recovery::Column first, int count) {
    if (!output_.names(name)) return;
    const fem::Recovery::Field field = recovery.deformation(first, count);
    file_.writeNodes(body.name(), name, owned(body, field.nodes, count), count);
    file_.writeCells(body.name(), name, ownedCells(body, field.cells, count), count);
  };
  write("deformation_gradient", fem::Recovery::gradient, 9);
  write("volume_ratio", fem::Recovery::volume_ratio, 1);
  write("invariants", fem::Recovery::invariants, 3);
  write("energy_density", fem::Recovery::energy_density, 1);
  write("plastic_strain", fem::Recovery::plastic_strain, 1);
}

/// Writes nodal vectors, [numLocal x block]: translational components by the name `along`, and
/// rotational components of frames by the name `about`.
void Results::writeVectors(const Body& body, gsl::span<const double> values, const std::string& along,
                           const std::string& about) {
  const la::State& state = body.state();
  const int block = state.block(), dimension = state.dimension();
  if (block == dimension || state.kind() == la::NodeKind::scalars)
    return file_.writeNodes(body.name(), along, owned(body, values, block), block);
  std::vector<double> linear, angular;
  for (base::LocalIndex node = 0; node < body.mesh().layout().numOwned(); ++node) {
    const auto of_node = values.subspan(static_cast<std::size_t>(node * block), static_cast<std::size_t>(block));
    linear.insert(linear.end(), of_node.begin(), of_node.begin() + dimension);
    angular.insert(angular.end(), of_node.begin() + dimension, of_node.end());
  }
  file_.writeNodes(body.name(), along, linear, dimension);
  file_.writeNodes(body.name(), about, angular, block - dimension);
}

/// Writes the fields that all objects have, whether mapped or independent.
void Results::writeMotion(const Body& body, const analysis::Solution& solution) {
  const la::State& state = body.state();
  if (output_.writes("displacement")) writeVectors(body, state.displacement(), "displacement", "rotation");
  if (moves_ && output_.writes("velocity")) writeVectors(body, state.velocity(), "velocity", "angular_velocity");
  if (moves_ && output_.writes("acceleration"))
    writeVectors(body, state.acceleration(), "acceleration", "angular_acceleration");
  if (output_.writesStress() && hasStress(body, solution)) writeStress(body, solution);
  if (output_.writes("partition")) writePartition(body, file_);
}

/// Writes multipliers as a list of rows, and as a field on the nodes of the rows.
void Results::writeMultipliers(std::size_t number, const std::vector<double>& multipliers) {
  const constraint::Constraint& constraint = *system_.constraints()[number];
  file_.file().writeRows(fmt::format("/constraints/{}/multipliers/{}", constraint.name(), file_.stepName()),
                         rows_[number]->arrange(multipliers));
  const Body* body = findOutputBody(constraint);
  if (body == nullptr) return;
  const auto width = static_cast<std::size_t>(constraint.block());
  std::vector<double> field(static_cast<std::size_t>(body->mesh().layout().numOwned()) * width, 0.0);
  constraint.fillField(multipliers, field);
  file_.writeNodes(body->name(), "multiplier_" + constraint.name(), field, constraint.block());
}

/// Returns the object whose nodes carry the rows; nullptr: none. Ranks without rows receive it from
/// the others. @note Collective.
const Body* Results::findOutputBody(const constraint::Constraint& constraint) const {
  const la::State* carrier = constraint.carrier();
  const int index = system_.comm().max(carrier != nullptr ? static_cast<int>(system_.bodyOf(*carrier)) : -1);
  return index < 0 ? nullptr : system_.allBodies()[static_cast<std::size_t>(index)];
}

/// Writes pressure, gap and state at the nodes of a contact; 0 at other nodes.
void Results::writeContact(const constraint::Constraint& constraint, const std::vector<double>& multipliers) {
  const Body* body = findOutputBody(constraint);
  if (body == nullptr) return;
  const ContactState contact = computeContactState(constraint, multipliers);
  const std::vector<base::LocalIndex> nodes = constraint.carrierNodes();
  const auto write = [&](const std::string& what, const std::vector<double>& values) {
    std::vector<double> field(static_cast<std::size_t>(body->mesh().layout().numOwned()), 0.0);
    for (std::size_t k = 0; k < nodes.size(); ++k) field[static_cast<std::size_t>(nodes[k])] = values[k];
    file_.writeNodes(body->name(), what + "_" + constraint.name(), field, 1);
  };
  write("pressure", contact.pressures);
  write("gap", contact.gaps);
  write("state", contact.states);
}

void Results::writeStep(const analysis::Solution& solution, double time) {
  const auto& bodies = system_.bodies();
  file_.beginStep(time);
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    const Body& body = *bodies[b];
    writeMotion(body, solution);
    if (output_.writes("reaction")) writeVectors(body, solution.reactions[b], "reaction", "reaction_moment");
    for (std::size_t c = 0; c < system_.constraints().size(); ++c) {
      if (!output_.writesForceOf(*system_.constraints()[c])) continue;
      const auto force = owned(body, solution.constraint_forces[c][b], body.state().block());
      const std::string& name = system_.constraints()[c]->name();
      if (anyNonzero(system_.comm(), force, solution.has_rows_on[c][b] != 0))
        writeVectors(body, force, "force_" + name, "moment_" + name);
    }
  }
  for (std::size_t c = 0; c < system_.constraints().size(); ++c) {
    if (rows_[c]) writeMultipliers(c, solution.multipliers[c]);
    if (output_.writes("contact") && isContact(system_.comm(), *system_.constraints()[c]))
      writeContact(*system_.constraints()[c], solution.multipliers[c]);
  }
  for (const Body* body : system_.mappedBodies()) writeMotion(*body, solution);
  if (writesBodyContacts())
    writeBodyContacts(file_.file(), "/contacts/" + file_.stepName(), system_, solution.body_contacts);
  if (!solution.modes.empty()) writeMode(solution.modes.back());
}

void Results::writeMode(const analysis::Mode& mode) {
  const std::string path = "/steps/" + file_.stepName();
  if (!mode.is_buckling) file_.file().writeAttribute(path, "frequency", mode.frequency());
  file_.file().writeAttribute(path, "eigenvalue", mode.eigenvalue);
  file_.file().writeAttribute(path, "residual", mode.residual);
}

}  // namespace tenon::simulation

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <variant>

#include "bodyContactTable.hpp"
#include "constraintRows.hpp"
#include "contactState.hpp"
#include "fields/ownedValues.hpp"
#include "simulation/reading/OutputSettings.hpp"
#include "tenon/contact/BodyShape.hpp"
#include "tenon/fem/Recovery.hpp"

namespace tenon::simulation {
namespace {

using system::Body;
using system::MechanicalSystem;

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

/// Writer of the fields of one object.
class BodyWriter : public FieldWriter {
 public:
  BodyWriter(const Body& body, ResultFile& file) : body_(body), file_(file) {}
  void writeNodes(const std::string& dataset, const std::vector<double>& owned, int columns) override {
    file_.writeNodes(body_.name(), dataset, owned, columns);
  }
  void writeCells(const std::string& dataset, const std::vector<std::vector<double>>& owned, int columns) override {
    file_.writeCells(body_.name(), dataset, owned, columns);
  }

 private:
  const Body& body_;
  ResultFile& file_;
};

}  // namespace

Results::Results(const MechanicalSystem& system, const OutputSettings& output, bool moves, ResultFile& file)
    : system_(system), output_(output), fields_(output.makeFields()), moves_(moves), file_(file) {
  if (std::any_of(fields_.begin(), fields_.end(), [](const auto& field) { return field->needsDeformation(); }))
    content_ = fem::Recovery::Content::stress_and_deformation;
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

void Results::recover(const Body& body, const analysis::Solution& solution, fem::Recovery& recovery) const {
  fem::addStresses(body.forces, recovery);
  for (std::size_t c = 0; c < system_.constraints().size(); ++c)
    system_.constraints()[c]->addStress(solution.multipliers[c], recovery);
  recovery.average();
}

/// Writes the registered fields, which all objects have, whether mapped or independent.
void Results::writeFields(const Body& body, const analysis::Solution& solution, double time) {
  std::unique_ptr<fem::Recovery> recovery;
  const auto recovered = [&]() -> const fem::Recovery* {
    if (!hasStress(body, solution)) return nullptr;
    if (recovery == nullptr) {
      recovery = std::make_unique<fem::Recovery>(body.domain(), content_);
      recover(body, solution, *recovery);
    }
    return recovery.get();
  };
  BodyWriter writer(body, file_);
  const FieldSample sample{body, time, moves_, recovered};
  for (const auto& field : fields_) field->write(sample, writer);
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
    writeFields(body, solution, time);
    BodyWriter writer(body, file_);
    if (output_.writes("reaction")) writeVectors(body, solution.reactions[b], "reaction", "reaction_moment", writer);
    for (std::size_t c = 0; c < system_.constraints().size(); ++c) {
      if (!output_.writesForceOf(*system_.constraints()[c])) continue;
      const auto force = ownedValues(body, solution.constraint_forces[c][b], body.state().block());
      const std::string& name = system_.constraints()[c]->name();
      if (anyNonzero(system_.comm(), force, solution.has_rows_on[c][b] != 0))
        writeVectors(body, force, "force_" + name, "moment_" + name, writer);
    }
  }
  for (std::size_t c = 0; c < system_.constraints().size(); ++c) {
    if (rows_[c]) writeMultipliers(c, solution.multipliers[c]);
    if (output_.writes("contact") && isContact(system_.comm(), *system_.constraints()[c]))
      writeContact(*system_.constraints()[c], solution.multipliers[c]);
  }
  for (const Body* body : system_.mappedBodies()) writeFields(*body, solution, time);
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

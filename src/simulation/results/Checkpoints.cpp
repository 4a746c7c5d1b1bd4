// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Checkpoints.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <limits>
#include <sstream>

#include "bodyContactTable.hpp"
#include "constraintRows.hpp"
#include "la/arrays.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::simulation {
namespace {

namespace fs = std::filesystem;
using analysis::Snapshot;

std::string pathOf(const system::Body& body) {
  return "/objects/" + body.name();
}

std::string pathOf(const constraint::Constraint& constraint) {
  return "/constraints/" + constraint.name();
}

std::size_t ownedUnknowns(const system::Body& body) {
  return static_cast<std::size_t>(body.state().layout().numOwned()) * static_cast<std::size_t>(body.state().block());
}

constexpr std::int64_t most_remembered = 1000;  // limit of vectors and numbers of a time integrator
// Version of the layout; files of version 1 lack this attribute.
constexpr std::int64_t layout_of_files = 2;
constexpr double most_places = 1e12;     // Limit of time, in longest steps.
constexpr double largest_value = 1e140;  // Runs end before values become so large.
constexpr const char* energies_path = "/energies";
constexpr const char* contacts_path = "/contacts";

using Sums = std::array<double analysis::Energies::*, 9>;
constexpr Sums sums_of_energies{
    &analysis::Energies::kinetic, &analysis::Energies::elastic,     &analysis::Energies::dissipated,
    &analysis::Energies::loads,   &analysis::Energies::constraints, &analysis::Energies::supports,
    &analysis::Energies::unknown, &analysis::Energies::at_start,    &analysis::Energies::largest};

/// Checks the values of a dataset.
/// @throws FileError on all ranks if any value is infinite, NaN, or too large for a run
void requireNumbers(const io::Hdf5File& file, const std::string& what, gsl::span<const double> values) {
  base::runCollectively(file.comm(), [&] {
    if (!std::all_of(values.begin(), values.end(), [](double value) { return std::abs(value) <= largest_value; }))
      throw base::FileError(fmt::format("'{}' is damaged: a value of {} is infinite, NaN or above {:.0e} in magnitude.",
                                        file.path(), what, largest_value));
  });
}

void writeEnergies(io::Hdf5File& file, const analysis::EnergyBalance::RestartData& memory, bool is_root) {
  std::vector<double> sums;
  for (const auto sum : sums_of_energies)
    if (is_root) sums.push_back(memory.energies.*sum);
  file.writeRows(energies_path, sums);
  std::string stores;
  for (const char one : memory.stores) stores += one != 0 ? '1' : '0';
  file.writeAttribute(energies_path, "stores", stores);
}

analysis::EnergyBalance::RestartData readEnergies(const io::Hdf5File& file) {
  analysis::EnergyBalance::RestartData memory;
  const std::vector<double> sums =
      file.readRows<double>(energies_path, 0, static_cast<std::int64_t>(sums_of_energies.size()));
  requireNumbers(file, energies_path, sums);
  for (std::size_t i = 0; i < sums.size(); ++i) memory.energies.*sums_of_energies[i] = sums[i];
  for (const char one : file.textAttribute(energies_path, "stores")) memory.stores.push_back(one == '1' ? 1 : 0);
  return memory;
}

std::vector<double> blockOf(const io::Hdf5File& file, const std::string& dataset, const io::RowOrder& order,
                            int columns) {
  const std::vector<double> block = file.readRows<double>(dataset, order.firstInBlock(), order.numInBlock(), columns);
  requireNumbers(file, dataset, block);
  return order.restore(block, columns);
}

/// Reads attributes of the root group.
/// @throws FileError if a value is out of bounds
class Attributes {
 public:
  explicit Attributes(const io::Hdf5File& file) : file_(file) {}

  double number(const std::string& name, double least = -std::numeric_limits<double>::max(),
                double most = std::numeric_limits<double>::max()) const {
    const double value = file_.numberAttribute("/", name);
    require(name, value >= least && value <= most, value);
    return value;
  }
  int integer(const std::string& name, std::int64_t least, std::int64_t most = std::numeric_limits<int>::max()) const {
    const std::int64_t value = file_.integerAttribute("/", name);
    require(name, value >= least && value <= most, static_cast<double>(value));
    return static_cast<int>(value);
  }

  /// Returns names that are separated by spaces.
  std::vector<std::string> names(const std::string& name) const {
    std::istringstream text(file_.textAttribute("/", name));
    const std::vector<std::string> names{std::istream_iterator<std::string>(text), {}};
    base::runCollectively(file_.comm(), [&] {
      const bool are_known = std::all_of(names.begin(), names.end(), [](const std::string& one) {
        return one.size() <= 64 && one.find_first_not_of("abcdefghijklmnopqrstuvwxyz_") == std::string::npos;
      });
      if (!are_known || static_cast<std::int64_t>(names.size()) > most_remembered)
        throw base::FileError(
            fmt::format("'{}' is damaged: its attribute `{}` is not a valid list of names.", file_.path(), name));
    });
    return names;
  }

 private:
  void require(const std::string& name, bool is_within, double value) const {
    base::runCollectively(file_.comm(), [&] {
      if (!is_within)
        throw base::FileError(
            fmt::format("'{}' is damaged: its attribute `{}` has the invalid value {}.", file_.path(), name, value));
    });
  }

  const io::Hdf5File& file_;
};

/// Returns the largest number of a node in the mesh file; 0 if there are no nodes.
/// @note Collective.
std::int64_t lastNumber(const mesh::Mesh& mesh) {
  const auto tags = mesh.nodeTags();
  return mesh.comm().max(tags.empty() ? std::int64_t{0} : *std::max_element(tags.begin(), tags.end()));
}

/// Comparison of a checkpoint with a case.
class Comparison {
 public:
  explicit Comparison(const io::Hdf5File& file) : file_(file) {}

  /// Throws an InputError that contains `difference` on all ranks unless `is_same` is true on all.
  /// @note Collective.
  void require(bool is_same, const std::string& difference) const {
    base::runCollectively(file_.comm(), [&] {
      if (!is_same)
        throw base::InputError(
            fmt::format("The checkpoint '{}' does not match this case: {}.", file_.path(), difference));
    });
  }
  /// Requires a group or dataset, and the number of rows of a dataset. @note Collective.
  void requireRows(const std::string& path, const std::string& dataset, const std::string& name, std::int64_t rows,
                   const char* of) const {
    require(file_.exists(path), fmt::format("the checkpoint has no {}", name));
    const std::int64_t there = file_.rows(dataset);
    require(there == rows, fmt::format("the number of {2} of {0} is {1} in the checkpoint, but {3} in the case", name,
                                       there, of, rows));
  }
  /// Requires the time integrator and the step size. @note Collective.
  void requireStepping(const analysis::SteppingScheme& stepping) const {
    require(file_.hasAttribute("/", "stepper"), "the file is not a checkpoint of tenon");
    const std::string other = file_.textAttribute("/", "stepper");
    require(other == stepping.stepper,
            fmt::format("the time integrator of the checkpoint is '{}', but that of the case is '{}'", other,
                        stepping.stepper));
    const double length = Attributes(file_).number("step_length", 0.0);
    // A different end_time may change the step size by round-off.
    require(std::abs(length - stepping.length) <= 1e-12 * stepping.length,
            fmt::format("the step size of the checkpoint is {:.9g}, but that of the case is {:.9g}", length,
                        stepping.length));
  }

 private:
  const io::Hdf5File& file_;
};

}  // namespace

Checkpoints::Checkpoints(const analysis::Equations& equations, const std::string& stem)
    : equations_(equations), path_(stem + ".checkpoint.h5"), old_path_(stem + ".checkpoint-old.h5") {
  const system::MechanicalSystem& mechanics = equations.mechanics();
  for (const auto& body : mechanics.bodies()) {
    const la::Layout& layout = body->mesh().layout();
    nodes_.emplace_back(
        mechanics.comm(),
        gsl::span<const std::int64_t>(body->mesh().nodePositions()).first(static_cast<std::size_t>(layout.numOwned())),
        layout.numGlobal());
  }
  for (const auto& constraint : mechanics.constraints()) rows_.push_back(orderOfRows(mechanics, *constraint));
  for (const fem::InternalVariables* variables : mechanics.internalVariables())
    internal_.emplace_back(mechanics.comm(), *variables, fmt::format("/internal/{}", internal_.size()));
}

void Checkpoints::writeVector(io::Hdf5File& file, const std::string& field, Vec vector) const {
  const auto& bodies = equations_.mechanics().bodies();
  std::vector<std::vector<double>> local;
  for (const auto& body : bodies)
    local.emplace_back(static_cast<std::size_t>(body->state().layout().numLocal() * body->state().block()), 0.0);
  equations_.linearSystem().layout().scatter(vector, {local.begin(), local.end()});
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    local[b].resize(ownedUnknowns(*bodies[b]));
    const int block = bodies[b]->state().block();
    file.writeRows(pathOf(*bodies[b]) + "/" + field, nodes_[b].arrange(local[b], block), block);
  }
}

la::Vector Checkpoints::readVector(const io::Hdf5File& file, const std::string& field) const {
  const auto& bodies = equations_.mechanics().bodies();
  std::vector<std::vector<double>> local;
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    const la::State& state = bodies[b]->state();
    local.push_back(blockOf(file, pathOf(*bodies[b]) + "/" + field, nodes_[b], state.block()));
    local.back().resize(static_cast<std::size_t>(state.layout().numLocal() * state.block()), 0.0);
  }
  la::Vector vector = equations_.linearSystem().layout().makeVector();
  equations_.linearSystem().layout().gather({local.begin(), local.end()}, vector.get());
  return vector;
}

void Checkpoints::write(const Snapshot& snapshot, const analysis::EnergyBalance* energies) {
  const base::Communicator& comm = equations_.comm();
  io::Hdf5File file = io::Hdf5File::createWithChecksum(comm, path_);
  writeVector(file, "displacement", snapshot.state.q.get());
  writeVector(file, "velocity", snapshot.state.v.get());
  writeVector(file, "acceleration", snapshot.state.a.get());
  const std::vector<double> multipliers = la::entriesOf(snapshot.multipliers.get());
  const auto& constraints = equations_.mechanics().constraints();
  for (std::size_t c = 0; c < constraints.size(); ++c) {
    const la::NamedRows& group = equations_.constraints()->groups()[c];
    const auto first = multipliers.begin() + group.first;
    file.writeRows(pathOf(*constraints[c]), rows_[c].arrange(std::vector<double>(first, first + group.count)));
  }
  for (std::size_t k = 0; k < internal_.size(); ++k) internal_[k].write(file, snapshot.internal[k]);
  file.writeAttribute("/", "stepper", snapshot.stepping.stepper);
  file.writeAttribute("/", "step_length", snapshot.stepping.length);
  file.writeAttribute("/", "step", snapshot.step);
  file.writeAttribute("/", "time", snapshot.time);
  writeStepperData(file, snapshot);
  file.writeAttribute("/", "interval", snapshot.step_control.interval);
  file.writeAttribute("/", "place", snapshot.step_control.position);
  file.writeAttribute("/", "wanted_length", snapshot.step_control.desired);
  file.writeAttribute("/", "waits", snapshot.step_control.waits);
  file.writeAttribute("/", "largest_motion", snapshot.step_control.largest);
  file.writeAttribute("/", "load", snapshot.reference_values.load);
  file.writeAttribute("/", "stiffest", snapshot.reference_values.largest_stiffness);
  if (!equations_.mechanics().contacts().empty())
    writeBodyContacts(file, contacts_path, equations_.mechanics(), snapshot.body_contacts);
  if (energies != nullptr) writeEnergies(file, energies->restartData(), comm.isRoot());
  const bool keeps_newest = isNewestReadable();
  base::runOnRoot(comm, [&] {
    std::error_code error;
    if (!keeps_newest) return;
    fs::rename(path_, old_path_, error);
    if (error) throw base::FileError(fmt::format("Cannot rename '{}': {}.", path_, error.message()));
  });
  file.commit();
  is_newest_damaged_ = false;
}

bool Checkpoints::isNewestReadable() const {
  const base::Communicator& comm = equations_.comm();
  bool is_there = false;
  base::runOnRoot(comm, [&] {
    std::error_code ignored;
    is_there = fs::exists(path_, ignored);
  });
  if (is_newest_damaged_ || !comm.any(is_there)) return false;
  try {
    io::Hdf5File::openWithChecksum(comm, path_);
    return true;
  } catch (const base::FileError& error) {
    base::log().warn("{} The damaged checkpoint is overwritten, and '{}' remains unchanged.", error.what(), old_path_);
    return false;
  }
}

void Checkpoints::writeStepperData(io::Hdf5File& file, const Snapshot& snapshot) const {
  std::vector<std::string> vectors, numbers;
  for (const analysis::NamedVector& entry : snapshot.stepper_vectors) {
    writeVector(file, "memory-" + entry.name, entry.vector.get());
    vectors.push_back(entry.name);
  }
  for (const analysis::NamedNumber& number : snapshot.stepper_numbers) {
    file.writeAttribute("/", "number-" + number.name, number.value);
    numbers.push_back(number.name);
  }
  file.writeAttribute("/", "layout", layout_of_files);
  file.writeAttribute("/", "memory", fmt::format("{}", fmt::join(vectors, " ")));
  file.writeAttribute("/", "numbers", fmt::format("{}", fmt::join(numbers, " ")));
}

void Checkpoints::readStepperData(const io::Hdf5File& file, Snapshot& snapshot) const {
  const Attributes attributes(file);
  if (!file.hasAttribute("/", "layout")) {
    const int memory = attributes.integer("memory", 0, most_remembered);
    for (int m = 0; m < memory; ++m)
      snapshot.stepper_vectors.push_back({"", readVector(file, fmt::format("memory-{}", m))});
    const int numbers = attributes.integer("numbers", 0, most_remembered);
    for (int n = 0; n < numbers; ++n)
      snapshot.stepper_numbers.push_back({"", attributes.number(fmt::format("number-{}", n))});
    return;
  }
  const int layout = attributes.integer("layout", 2);
  base::runCollectively(file.comm(), [&] {
    if (layout > layout_of_files)
      throw base::InputError(
          fmt::format("The checkpoint '{}' was written by a later version of tenon (file version {}, supported version "
                      "{}): continue with that version of tenon.",
                      file.path(), layout, layout_of_files));
  });
  for (const std::string& name : attributes.names("memory"))
    snapshot.stepper_vectors.push_back({name, readVector(file, "memory-" + name)});
  for (const std::string& name : attributes.names("numbers"))
    snapshot.stepper_numbers.push_back({name, attributes.number("number-" + name)});
}

void Checkpoints::requireSame(const io::Hdf5File& file, const analysis::SteppingScheme& stepping) const {
  const system::MechanicalSystem& mechanics = equations_.mechanics();
  const Comparison compared(file);
  compared.requireStepping(stepping);
  for (const auto& body : mechanics.bodies()) {
    const std::string name = fmt::format("object '{}'", body->name()), dataset = pathOf(*body) + "/displacement";
    compared.requireRows(pathOf(*body), dataset, name, body->mesh().layout().numGlobal(), "nodes");
    compared.require(file.columns(dataset) == body->state().block(),
                     name + " has different degrees of freedom in the checkpoint and in the case");
  }
  compared.require(file.children("/objects").size() == mechanics.bodies().size(),
                   "the checkpoint contains additional objects");
  for (std::size_t c = 0; c < mechanics.constraints().size(); ++c) {
    const auto& constraint = *mechanics.constraints()[c];
    const std::int64_t rows = equations_.comm().sum(static_cast<std::int64_t>(constraint.numRows()));
    compared.requireRows(pathOf(constraint), pathOf(constraint), fmt::format("constraint '{}'", constraint.name()),
                         rows, "rows");
  }
  for (const CellVariables& variables : internal_) {
    const std::string difference = variables.differenceFrom(file);
    compared.require(difference.empty(), difference);
  }
  const std::size_t num_internal = file.exists("/internal") ? file.children("/internal").size() : 0;
  compared.require(num_internal == internal_.size(),
                   "the checkpoint contains internal variables of additional materials");
  const std::size_t num_constraints = file.exists("/constraints") ? file.datasets("/constraints").size() : 0;
  compared.require(num_constraints == mechanics.constraints().size(), "the checkpoint contains additional constraints");
}

std::vector<analysis::BodyContact> Checkpoints::readValidContacts(const io::Hdf5File& file) const {
  const auto& bodies = equations_.mechanics().bodies();
  const auto num_objects = static_cast<std::int32_t>(bodies.size());
  std::vector<analysis::BodyContact> contacts = readBodyContacts(file, contacts_path);
  std::vector<double> values;
  std::vector<std::int64_t> last_numbers;
  for (const auto& body : bodies) last_numbers.push_back(lastNumber(body->mesh()));
  base::runCollectively(equations_.comm(), [&] {
    for (const analysis::BodyContact& contact : contacts)
      for (int side = 0; side < 2; ++side) {
        const std::int32_t object = contact.objects[side];
        if (object < 0 || object >= num_objects)
          throw base::FileError(
              fmt::format("'{}' is damaged: it contains contacts of object {}, but the number of objects is {}.",
                          file.path(), object, num_objects));
        const std::int64_t last = last_numbers[static_cast<std::size_t>(object)];
        if (contact.bodies[side] < 1 || contact.bodies[side] > last)
          throw base::FileError(
              fmt::format("'{}' is damaged: it contains contacts of body {} of '{}', whose last body is {}.",
                          file.path(), contact.bodies[side], bodies[static_cast<std::size_t>(object)]->name(), last));
      }
  });
  for (const analysis::BodyContact& contact : contacts)
    for (const auto* vector :
         {contact.position, contact.normal, contact.force, contact.moment, contact.position_on_first})
      values.insert(values.end(), vector, vector + 3);
  for (const analysis::BodyContact& contact : contacts) values.push_back(contact.gap);
  requireNumbers(file, contacts_path, values);
  return contacts;
}

Checkpoints::Contents Checkpoints::readFrom(const std::string& path, const analysis::SteppingScheme& stepping) const {
  const io::Hdf5File file = io::Hdf5File::openWithChecksum(equations_.comm(), path);
  requireSame(file, stepping);
  Contents contents;
  Snapshot& snapshot = contents.snapshot;
  if (file.exists(energies_path)) contents.energies = readEnergies(file);
  snapshot.stepping = stepping;
  const Attributes attributes(file);
  snapshot.step = attributes.integer("step", 0);
  snapshot.time = attributes.number("time", 0.0);
  snapshot.state = {readVector(file, "displacement"), readVector(file, "velocity"), readVector(file, "acceleration")};
  readStepperData(file, snapshot);
  snapshot.step_control = {attributes.integer("interval", 0), attributes.number("place", 0.0, most_places),
                           attributes.number("wanted_length", 0.0), attributes.integer("waits", 0),
                           attributes.number("largest_motion", 0.0)};
  snapshot.reference_values = {attributes.number("load", 0.0), attributes.number("stiffest")};
  for (const CellVariables& variables : internal_) {
    snapshot.internal.push_back(variables.read(file));
    requireNumbers(file, "the internal variables of a material", snapshot.internal.back());
  }
  snapshot.body_contacts = readValidContacts(file);
  const auto& constraints = equations_.mechanics().constraints();
  if (constraints.empty()) return contents;
  std::vector<double> entries;
  for (std::size_t c = 0; c < constraints.size(); ++c) {
    const std::vector<double> rows = blockOf(file, pathOf(*constraints[c]), rows_[c], 1);
    entries.insert(entries.end(), rows.begin(), rows.end());
  }
  snapshot.multipliers = equations_.constraints()->makeVector();
  la::setEntries(snapshot.multipliers.get(), entries);
  return contents;
}

Checkpoints::Contents Checkpoints::read(const analysis::SteppingScheme& stepping) {
  bool has_old = false;
  base::runOnRoot(equations_.comm(), [&] {
    std::error_code ignored;
    has_old = fs::exists(old_path_, ignored);
  });
  has_old = equations_.comm().any(has_old);
  try {
    return readFrom(path_, stepping);
  } catch (const base::FileError& error) {
    if (!has_old) throw;
    is_newest_damaged_ = true;
    base::log().warn("{} The previous checkpoint '{}' is used instead.", error.what(), old_path_);
  }
  return readFrom(old_path_, stepping);
}

}  // namespace tenon::simulation

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "GradientParameter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ShapeChange.hpp"
#include "base/ParameterValues.hpp"
#include "base/quote.hpp"
#include "base/text.hpp"
#include "caseEntries.hpp"
#include "simulation/QuietLog.hpp"
#include "simulation/reading/InitialVelocity.hpp"
#include "system/parameters/InitialVelocityParameter.hpp"
#include "tenon/base/runCollectively.hpp"
#include "tenon/base/suggest.hpp"

namespace tenon::simulation {
namespace {

using base::CaseNode;

/// Reads the range and the scale of a parameter that is defined by a block.
void readRange(const CaseNode& block, GradientParameter& parameter) {
  if (block.has("scale")) {
    const std::string scale = block["scale"].text();
    if (scale != "linear" && scale != "log") block["scale"].fail("the scale of a parameter must be 'linear' or 'log'.");
    parameter.is_logarithmic = scale == "log";
  }
  if (block.has("smoothness")) {
    parameter.smoothness = block["smoothness"].number();
    if (!(parameter.smoothness >= 0.0)) block["smoothness"].fail("the smoothness must be at least 0.");
  }
  if (block.has("between")) {
    const std::vector<CaseNode> ends = block["between"].items();
    if (ends.size() != 2) block["between"].fail("the range of a parameter must be [smallest value, largest value].");
    parameter.lower = ends[0].number(), parameter.upper = ends[1].number();
    if (!(parameter.lower < parameter.upper))
      block["between"].fail("the first value of the range must be smaller than the second.");
    if (!parameter.is_field && (parameter.value < parameter.lower || parameter.value > parameter.upper))
      block["between"].fail(fmt::format("the value {} of the parameter is outside of this range.", parameter.value));
  }
  if (parameter.is_logarithmic && !parameter.is_field && !(parameter.value > 0.0))
    block["scale"].fail(fmt::format("a logarithmic scale needs a positive value, but it is {}.", parameter.value));
  if (parameter.is_logarithmic && std::isfinite(parameter.lower) && !(parameter.lower > 0.0))
    block["between"].fail("a logarithmic scale needs a positive range.");
}

GradientParameter read(const CaseFile& file, const std::string& name, double value) {
  GradientParameter parameter;
  parameter.name = name, parameter.value = value;
  parameter.is_field = file.root.parameters()->field(name) != nullptr;
  const CaseNode block = file.root["parameters"][name];
  if (block.isMap()) readRange(block, parameter);
  return parameter;
}

/// Returns the maker of the entry that contains a scalar; nullptr if there is none.
const ContributorMaker* makerOf(const std::string& path, const std::vector<ContributorMaker>& makers) {
  for (const ContributorMaker& maker : makers)
    if (path.size() > maker.path.size() && path.compare(0, maker.path.size(), maker.path) == 0 &&
        (path[maker.path.size()] == '.' || path[maker.path.size()] == '['))
      return &maker;
  return nullptr;
}

/// Returns true if a scalar belongs to the block `initial` of an object.
bool isInitialVelocity(const CaseNode& use) {
  const std::string path = use.path(), parent = "objects.", key = ".initial.";
  return path.compare(0, parent.size(), parent) == 0 && path.find(key) != std::string::npos;
}

/// Returns the initial velocities of all bodies according to the blocks `initial` of a case,
/// without those of listed bodies.
system::StateArrays initialVelocities(const CaseNode& root, const system::MechanicalSystem& mechanics) {
  base::Parameters<InitialVelocity> table;
  InitialVelocity::declare(table);
  system::StateArrays velocities;
  for (const auto& body : mechanics.bodies()) {
    const auto of_state = body->state().velocity();
    const std::vector<double> now(of_state.begin(), of_state.end());
    std::fill(of_state.begin(), of_state.end(), 0.0);
    const CaseNode object = root["objects"][body->name()].withSpaceDimension(body->mesh().spaceDimension());
    if (object.has("initial")) table.read(object["initial"], {}).applyTo(*body);
    velocities.emplace_back(of_state.begin(), of_state.end());
    std::copy(now.begin(), now.end(), of_state.begin());
  }
  return velocities;
}

/// Checks that the equations can be differentiated with respect to a number of the case.
void requireMaker(const CaseNode& use, const std::string& parameter, const ContributorMaker* maker) {
  if (maker == nullptr)
    use.fail(fmt::format(
        "the parameter {} is used here, but gradients are available only for numbers of forces, masses, "
        "conditions, interactions, constraints and initial velocities: use a separate parameter for this number.",
        base::quote(parameter)));
  const std::string& path = use.path();
  const std::string key = ".thickness";
  if (path.size() > key.size() && path.compare(path.size() - key.size(), key.size(), key) == 0)
    use.fail(
        fmt::format("the parameter {} is used here, but gradients with respect to a thickness are not available: "
                    "use a separate parameter for this number.",
                    base::quote(parameter)));
}

/// Returns the names of all parameters.
std::vector<std::string> namesOf(const CaseFile& file) {
  if (file.root.parameters() == nullptr) return {};
  std::vector<std::string> names = file.root.parameters()->names();
  for (const base::CellFieldEntry& field : file.root.parameters()->fields()) names.push_back(field.name);
  return names;
}

/// Returns a case with the same text and other values of its parameters.
CaseFile withValues(const CaseFile& file, base::ParameterValues values) {
  CaseFile other = file;
  other.root = file.is_text ? CaseNode::parseTree(file.text, file.root.location(), file.root.folder())
                            : CaseNode::parse(file.text, file.path);
  other.root.setParameters(std::make_shared<base::ParameterValues>(std::move(values)));
  return other;
}

/// Returns the constant of a material that has one value per cell.
/// @throws InputError if the number belongs to another part of the case
CaseNode constantOf(const CaseFile& file, const std::string& name) {
  const CaseNode block = file.root["parameters"][name], number = findNumber(file.root, block);
  for (const CaseEntry& entry : contributorEntries(file.root)) {
    const std::string prefix = entry.node.path() + ".material.";
    if (number.path().compare(0, prefix.size(), prefix) == 0 && entry.keys.back() == "forces") return number;
  }
  block["per"].fail(
      fmt::format("only a constant of the `material` of a force may have one value per cell, but not {}: remove `per`.",
                  number.path()));
}

/// Checks that the values of a field are within its range, and positive on a logarithmic scale.
void requireRange(const CaseFile& file, const GradientParameter& parameter, const system::CellFieldParameter& field,
                  const base::Communicator& comm) {
  constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();
  std::int64_t outside = none, not_positive = none;
  const system::CellValues& cells = field.cells();
  for (std::size_t c = 0; c < cells.values.size(); ++c) {
    const double value = cells.values[c];
    if (!(value >= parameter.lower && value <= parameter.upper)) outside = std::min(outside, cells.elements[c]);
    if (!(value > 0.0)) not_positive = std::min(not_positive, cells.elements[c]);
  }
  outside = comm.min(outside), not_positive = comm.min(not_positive);
  base::runCollectively(comm, [&] {
    const CaseNode block = file.root["parameters"][parameter.name];
    if (parameter.is_logarithmic && not_positive != none)
      block["scale"].fail(fmt::format(
          "a logarithmic scale needs positive values, but the value of element {} is not positive.", not_positive));
    if (outside != none)
      block["between"].fail(fmt::format("the value of element {} is outside of this range.", outside));
  });
}

/// Entries whose contributors depend on a parameter, with their makers.
struct VariedEntries {
  std::vector<std::pair<CaseEntry, ContributorMaker>> entries;
  bool has_conditions = false;  ///< true if some are conditions of an object
  bool has_velocities = false;  ///< true if the initial velocities use the parameter
};

/// Returns the entries that use a parameter, followed by those of objects whose nodes it moves.
VariedEntries variedEntries(const CaseFile& file, const std::string& name, const std::vector<ContributorMaker>& makers,
                            const std::vector<CaseNode>& uses, const std::vector<CaseEntry>& of_moved) {
  VariedEntries varied;
  const auto add = [&](const CaseEntry& entry, const ContributorMaker& maker) {
    const auto isSame = [&](const auto& other) { return other.second.path == maker.path; };
    if (std::any_of(varied.entries.begin(), varied.entries.end(), isSame)) return;
    varied.entries.emplace_back(entry, maker);
    varied.has_conditions = varied.has_conditions || entry.keys.back() == "conditions";
  };
  const std::vector<CaseEntry> all = contributorEntries(file.root);
  for (const CaseNode& use : uses) {
    varied.has_velocities = varied.has_velocities || isInitialVelocity(use);
    if (isInitialVelocity(use)) continue;
    const ContributorMaker* maker = makerOf(use.path(), makers);
    requireMaker(use, name, maker);
    for (const CaseEntry& entry : all)
      if (entry.node.path() == maker->path) add(entry, *maker);
  }
  for (const CaseEntry& entry : of_moved)
    for (const ContributorMaker& maker : makers)
      if (entry.node.path() == maker.path) add(entry, maker);
  return varied;
}

/// Checks that no object with moved nodes has a field whose smoothness depends on the positions.
void requireNoSmoothness(const CaseFile& file, const ShapeChange& shape) {
  for (const GradientParameter& smooth : smoothParameters(file)) {
    const CaseNode block = file.root["parameters"][smooth.name];
    const std::string path = findNumber(file.root, block).path();
    for (const std::string& object : file.root["objects"].keys())
      if (const std::string parent = "objects." + object + ".";
          path.compare(0, parent.size(), parent) == 0 && shape.isMoved(object))
        shape.refuse(block["smoothness"], "the smoothness depends on the positions; remove this key");
  }
}

/// Returns the unit of the steps of a parameter; 0 for the default. @note Collective.
double unitOf(const CaseFile& file, const GradientParameter& parameter, const ShapeChange& shape) {
  constexpr double relative_step = 1e-4;
  if (shape.isEmpty()) return 0.0;
  const double step = relative_step * std::max(std::abs(parameter.value), 1.0);
  return shape.unit(withParameter(file, parameter.name, parameter.value + step));
}

/// Creates contributors from a case with another value of a parameter. @note Collective.
system::VariedContributors makeVaried(const CaseFile& other, const std::string& name, const VariedEntries& varied,
                                      const ShapeChange& shape) {
  system::VariedContributors made;
  made.moves = shape.movesTo(other);
  const std::int64_t before = shape.numLocalNodes();
  {
    const system::MovedReference scope(made.moves);
    for (const auto& [entry, maker] : varied.entries) maker.make(entryAt(other.root, entry), made);
  }
  if (shape.numLocalNodes() != before)
    throw base::InputError(
        fmt::format("A gradient with respect to '{}' is not available, because constraints or interactions would act "
                    "on other nodes if the nodes moved: use a tie of conforming meshes.",
                    name));
  return made;
}

}  // namespace

double GradientParameter::moved(double p, double h) const {
  if (is_logarithmic) return p * std::exp(h);
  return p + h * slope(p);
}

double GradientParameter::slope(double p) const {
  if (is_logarithmic) return p;
  return p != 0.0 ? std::abs(p) : 1.0;
}

double GradientParameter::inRange(double p, double d, double h) const {
  const auto isInside = [&](double component) {
    const double there = moved(p, h * component);
    return there >= lower && there <= upper;
  };
  return isInside(d) ? d : isInside(-d) ? -d : 0.0;
}

std::vector<GradientParameter> readGradientParameters(const CaseFile& file, const std::vector<std::string>& selected) {
  const base::ParameterValues* values = file.root.parameters();
  const std::vector<std::string> names = namesOf(file);
  if (names.empty()) throw base::InputError("A gradient needs parameters, but the case has no block `parameters`.");
  std::vector<GradientParameter> of_blocks, of_numbers;
  for (const base::CellFieldEntry& field : values->fields())
    if (selected.empty() || base::contains(selected, field.name)) of_blocks.push_back(read(file, field.name, 0.0));
  for (const auto& [name, value] : values->values()) {
    const bool is_block = file.root.has("parameters") && file.root["parameters"][name].isMap();
    if (!base::contains(selected, name) && !selected.empty()) continue;
    if (values->isFormula(name)) {
      if (base::contains(selected, name) || is_block)
        file.root["parameters"][name].fail(
            "the value is a formula of other parameters, so that no gradient with respect to it is available: select "
            "the parameters in the formula.");
      continue;
    }
    (is_block ? of_blocks : of_numbers).push_back(read(file, name, value));
  }
  for (const std::string& name : selected)
    if (!base::contains(names, name))
      throw base::InputError(
          fmt::format("There is no parameter {}{}", base::quote(name), base::suggestionFor(name, names)));
  if (!selected.empty()) of_blocks.insert(of_blocks.end(), of_numbers.begin(), of_numbers.end());
  return of_blocks.empty() ? of_numbers : of_blocks;
}

std::vector<GradientParameter> smoothParameters(const CaseFile& file) {
  std::vector<GradientParameter> smooth;
  if (file.root.parameters() == nullptr) return smooth;
  for (const base::CellFieldEntry& field : file.root.parameters()->fields()) {
    const GradientParameter parameter = read(file, field.name, 0.0);
    if (parameter.smoothness > 0.0) smooth.push_back(parameter);
  }
  return smooth;
}

void checkGradientParameters(const CaseFile& file) {
  const base::ParameterValues* values = file.root.parameters();
  if (values == nullptr || !file.root.has("parameters")) return;
  for (const auto& [name, value] : values->values())
    if (file.root["parameters"][name].isMap()) read(file, name, value);
  for (const base::CellFieldEntry& field : values->fields()) {
    read(file, field.name, 0.0);
    constantOf(file, field.name);
  }
}

CaseFile withParameter(const CaseFile& file, const std::string& name, double value) {
  return withValues(file, file.root.parameters()->with(name, value));
}

CaseFile withField(const CaseFile& file, const std::string& name,
                   const system::CellFieldParameter::CellChange& change) {
  return withValues(file, file.root.parameters()->with(name, change));
}

CaseFile withParameters(const CaseFile& file, const std::vector<GradientParameter>& parameters,
                        const std::vector<double>& values) {
  CaseFile other = file;
  for (std::size_t p = 0; p < parameters.size(); ++p) other = withParameter(other, parameters[p].name, values[p]);
  return other;
}

std::unique_ptr<system::CellFieldParameter> makeCellField(const CaseFile& file, const GradientParameter& parameter,
                                                          const std::vector<ContributorMaker>& makers,
                                                          system::MechanicalSystem& mechanics) {
  std::optional<CaseEntry> entry;
  ContributorMaker maker;
  const mesh::Mesh* mesh = nullptr;
  base::runCollectively(mechanics.comm(), [&] {
    const CaseNode constant = constantOf(file, parameter.name);
    const ContributorMaker* found = makerOf(constant.path(), makers);
    requireMaker(constant, parameter.name, found);
    maker = *found;
    for (const CaseEntry& other : contributorEntries(file.root))
      if (other.node.path() == maker.path) entry = other;
    for (const auto& body : mechanics.bodies())
      if (parameter.smoothness > 0.0 && body->name() == entry->keys[1]) mesh = &body->mesh();
    if (parameter.smoothness > 0.0 && mesh == nullptr)
      file.root["parameters"][parameter.name]["smoothness"].fail(
          "the smoothness of a mapped object is not available: remove this key.");
  });
  auto make = [file, name = parameter.name, entry = *entry, maker,
               comm = mechanics.comm()](const base::CellChange& change) {
    const QuietLog quiet(comm);  // warnings of the contributor have been printed
    const CaseFile other = withField(file, name, change);
    system::VariedContributors made;
    maker.make(entryAt(other.root, entry), made);
    return made;
  };
  auto field = std::make_unique<system::CellFieldParameter>(
      mechanics, parameter.name, file.root["parameters"][parameter.name].place(), std::move(make), mesh);
  requireRange(file, parameter, *field, mechanics.comm());
  return field;
}

std::unique_ptr<system::ModelParameter> makeModelParameter(const CaseFile& file, const GradientParameter& parameter,
                                                           const std::vector<ContributorMaker>& makers,
                                                           system::MechanicalSystem& mechanics,
                                                           const std::vector<ShapeMode>& modes,
                                                           const Additions& additions) {
  const std::vector<CaseNode> uses = usesOf(file.root, file.root.parameters()->dependentsOf(parameter.name));
  const ShapeChange shape(file, parameter.name, modes, mechanics);
  if (uses.empty() && shape.isEmpty())
    throw base::InputError(fmt::format("{}: the parameter {} is not used: there is no gradient with respect to it.",
                                       file.root["parameters"].location(), base::quote(parameter.name)));
  if (!shape.isEmpty()) shape.requireSupported(additions);
  if (!shape.isEmpty()) requireNoSmoothness(file, shape);
  const VariedEntries varied = variedEntries(file, parameter.name, makers, uses, shape.entries());
  auto make = [file, name = parameter.name, varied, shape](double value) {
    return makeVaried(withParameter(file, name, value), name, varied, shape);
  };
  const double unit = unitOf(file, parameter, shape);
  auto contributors = std::make_unique<system::NumberParameter>(mechanics, parameter.name, parameter.value,
                                                                varied.has_conditions, std::move(make), unit);
  if (!varied.has_velocities && !shape.hasInitialVelocities()) return contributors;
  return std::make_unique<system::InitialVelocityParameter>(
      mechanics, parameter.value, std::move(contributors),
      [file, name = parameter.name, &mechanics, shape](double value) {
        const CaseFile other = withParameter(file, name, value);
        const system::MovedReference scope(shape.movesTo(other));
        return initialVelocities(other.root, mechanics);
      },
      unit);
}

}  // namespace tenon::simulation

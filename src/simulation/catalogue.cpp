// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "catalogue.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "analysis/Analysis.hpp"
#include "base/text.hpp"
#include "simulation/reading/InitialVelocity.hpp"
#include "simulation/reading/OutputSettings.hpp"
#include "simulation/reading/derivedObject.hpp"
#include "simulation/reading/placement.hpp"
#include "simulation/results/histories/HistorySettings.hpp"
#include "solver/options/caseOptions.hpp"
#include "solver/saddle/SaddleSolver.hpp"
#include "system/forms/registry.hpp"
#include "tenon/analysis/Objective.hpp"
#include "tenon/base/suggest.hpp"
#include "tenon/mesh/generation/generate.hpp"
#include "tenon/simulation/reading/registries.hpp"
#include "tenon/solver/saddle/SchurApproximations.hpp"

namespace tenon::simulation {
namespace {

std::vector<base::TypeInfo> elementTypes() {
  std::vector<base::TypeInfo> types;
  for (int t = 0; t < mesh::num_cell_types; ++t) {
    const auto& cell = mesh::info(static_cast<mesh::CellType>(t));
    types.push_back({cell.name,
                     fmt::format("{}, {}, order {}, Gmsh type {}", base::formatCount(cell.num_nodes, "node"),
                                 std::vector<std::string>{"point", "line", "face",
                                                          "solid"}[static_cast<std::size_t>(cell.dimension)],
                                 cell.order, cell.gmsh_type),
                     {}});
  }
  return types;
}

template <class Data>
base::TypeInfo typeOf(const std::string& name, const std::string& help) {
  base::Parameters<Data> table;
  Data::declare(table);
  return {name, help, table.infos()};
}

std::vector<base::TypeInfo> solverTypes() {
  return {typeOf<solver::SolverParameters>("linear-solver", "the case's block `solver`"),
          typeOf<solver::PreconditionerParameters>("preconditioner", "the block `preconditioner` in `solver`")};
}

std::vector<base::TypeInfo> caseTypes() {
  const base::ParameterInfo parameter{
      "<name>", "number or formula", "", "",
      "value to which formulas in the case refer by its name; `tenon run --set` replaces the value"};
  return {{"parameters", "the block `parameters`: numbers with names, in any order", {parameter}},
          typeOf<OutputSettings>("output", "the block `output`, or the stem alone"),
          typeOf<HistorySettings>("history", "an entry of output.histories"),
          typeOf<PlaceBlock>("place",
                             "placement of a mesh, or a list of such blocks with one operation each, which are applied "
                             "in order (objects.<name>.place)"),
          typeOf<RotationBlock>("rotate", "a rotation of a mesh (objects.<name>.place.rotate)"),
          typeOf<MirrorBlock>("mirror", "a reflection of a mesh (objects.<name>.place.mirror)"),
          typeOf<DerivedObject>("derive", "a mesh derived from that of another object (objects.<name>.derive)"),
          typeOf<InitialVelocity>("initial", "initial velocity of an object (objects.<name>.initial)")};
}

/// Returns the mappings of objects and the measurements.
std::vector<base::TypeInfo> mappingTypes() {
  std::vector<base::TypeInfo> types = registries().mappings.types();
  const auto& measured = registries().measurements.types();
  types.insert(types.end(), measured.begin(), measured.end());
  return types;
}

std::vector<CatalogueSection> makeCatalogue() {
  const Registries& all = registries();
  std::vector<CatalogueSection> sections{
      {"derived-mesh", "types of meshes derived from that of another object (objects.<name>.derive.to)",
       all.derivations.types()},
      {"force", "loads and internal forces of an object (objects.<name>.forces)", all.forces.types()},
      {"interaction", "forces between nodes of any objects (interactions)", all.interactions.types()},
      {"material", "material models of solids (material: of an elastic force)", all.materials.types()},
      {"mass", "inertia of an object (objects.<name>.masses)", all.masses.types()},
      {"mapping", "mappings that determine an object from its parents (objects.<name>.mapping)", mappingTypes()},
      {"condition", "Dirichlet conditions of an object, eliminated from the system (objects.<name>.conditions)",
       all.conditions.types()},
      {"joint-condition", "conditions between objects, eliminated from the system (conditions)",
       all.joint_conditions.types()},
      {"constraint", "constraints by Lagrange multipliers, between any objects (constraints)", all.constraints.types()},
      {"contact", "unilateral contact of deformable bodies (contacts)", all.contacts.types()},
      {"rigid-contact", "contact laws of rigid bodies (contacts)", all.rigid_contacts.types()},
      {"shape", "contact shapes of rigid bodies (objects.<name>.shapes)", all.shapes.types()},
      {"contact-solver", "solvers of the contact impulses of moreau-jean (analysis.contact_solver)",
       all.contact_solvers.types()},
      {"system", "representation of the matrix A = m M + b B + k K (system)", all.systems.types()},
      {"element", "supported cell types of meshes", elementTypes()},
      {"preset", "named lists of PETSc options (solver.preset)", all.presets.types()},
      {"schur-approximation", "approximations of the Schur complement in preconditioners (solver.schur)",
       solver::schurApproximations().types()},
      {"solver", "parameters of the linear solver (solver)", solverTypes()},
      {"output-field", "fields of objects in result files (output.fields)", all.output_fields.types()},
      {"case", "other blocks of a case", caseTypes()},
      {"analysis", "analysis types (analysis.type)", all.analyses.types()},
      {"stepper", "time integrators of transient analyses (analysis.stepper)", all.steppers.types()},
      {"objective", "objectives whose gradients are computed (objective)", all.objectives.types()},
      {"petsc-option",
       "PETSc options that a case may set (petsc), also with the prefixes of inner solvers, such as "
       "fieldsplit_displacement_; the command line accepts all PETSc options",
       solver::caseOptionTypes(), true}};
  if (!all.histories.types().empty())
    sections.push_back(
        {"history-type", "histories of a program (type of an entry of output.histories)", all.histories.types()});
  return sections;
}

/// Returns a note on the former names of a parameter or a type, to be appended to its help text.
std::string noteOn(const std::vector<std::string>& former_names, const char* quote) {
  if (former_names.empty()) return "";
  return fmt::format("; formerly {0}{1}{0}", quote, fmt::join(former_names, fmt::format("{0}, {0}", quote)));
}

std::string noteOn(const base::ParameterInfo& parameter, const char* quote) {
  std::string text = noteOn(parameter.former_names, quote);
  for (const auto& [former, standard] : parameter.former_values)
    text += fmt::format("; {0}{1}{0} was formerly {0}{2}{0}", quote, standard, former);
  return text;
}

std::string linesOf(const base::TypeInfo& type) {
  std::string text = fmt::format("{}: {}{}\n", type.name, type.help, noteOn(type.former_names, "'"));
  for (const auto& parameter : type.parameters) {
    const std::string value = parameter.required ? "required" : "default " + parameter.default_value;
    const std::string unit = parameter.unit.empty() ? "" : fmt::format(" [{}]", parameter.unit);
    text += fmt::format("  {:<16} {}{}{}\n  {:<16} {}, {}\n", parameter.name, parameter.help, unit,
                        noteOn(parameter, "'"), "", parameter.type, value);
  }
  if (type.parameters.empty()) text += "  no parameters\n";
  return text;
}

std::string linesOf(const CatalogueSection& kind) {
  std::string text = fmt::format("{}: {}\n", kind.name, kind.help);
  for (const auto& type : kind.types) text += fmt::format("  {:<20} {}\n", type.name, type.help);
  return text;
}

/// Returns a string as a cell of a Markdown table.
std::string cell(std::string text) {
  for (std::size_t at = text.find('|'); at != std::string::npos; at = text.find('|', at + 2)) text.insert(at, "\\");
  return text;
}

std::string tableOf(const base::TypeInfo& type) {
  if (type.parameters.empty()) return "";
  std::string text = "\n| parameter | type | default | unit | |\n|---|---|---|---|---|\n";
  for (const auto& p : type.parameters)
    text += fmt::format("| `{}` | {} | {} | {} | {} |\n", p.name, cell(p.type),
                        p.required ? "required" : cell(p.default_value), p.unit, cell(p.help + noteOn(p, "`")));
  return text;
}

/// Returns a Markdown table. Consecutive types with the same help share a row.
std::string tableOf(const CatalogueSection& kind) {
  std::string text = "\n| option | value |\n|---|---|\n";
  const auto& types = kind.types;
  for (std::size_t first = 0, end = 0; first < types.size(); first = end) {
    std::string names;
    for (; end < types.size() && types[end].help == types[first].help; ++end)
      names += fmt::format("{}`{}`", names.empty() ? "" : ", ", types[end].name);
    text += fmt::format("| {} | {} |\n", names, cell(types[first].help));
  }
  return text;
}

}  // namespace

std::string cataloguePage() {
  std::string page =
      "# Reference\n\nAll types that a case may use. Generated by `tenon list --markdown` from the tables with which "
      "cases are read.\n";
  for (const auto& kind : catalogue()) {
    page += fmt::format("\n## {}\n\n{}.\n", kind.name, kind.help);
    if (kind.is_list) {
      page += tableOf(kind);
      continue;
    }
    for (const auto& type : kind.types)
      page += fmt::format("\n### {}\n\n{}{}.\n{}", type.name, type.help, noteOn(type.former_names, "`"), tableOf(type));
  }
  return page;
}

std::vector<CatalogueSection> catalogue() {
  return makeCatalogue();
}

std::string typeText(const base::TypeInfo& type) {
  return linesOf(type);
}

std::string catalogueText(const std::string& name) {
  std::string text;
  std::vector<std::string> kinds, names;
  for (const auto& kind : catalogue()) {
    kinds.push_back(kind.name);
    if (name.empty() || name == kind.name) text += linesOf(kind) + (name.empty() ? "\n" : "");
    names.push_back(kind.name);
    for (const auto& type : kind.types) {
      names.push_back(type.name);
      if (name == type.name || base::contains(type.former_names, name))
        text += fmt::format("{} ", kind.name) + linesOf(type);
    }
  }
  if (text.empty()) {
    const bool near = !base::nearestName(name, names).empty();
    throw base::InputError(
        fmt::format("There is no kind or type '{}'{}", name, base::suggestionFor(name, near ? names : kinds)));
  }
  if (name.empty()) text += "`tenon list <type>` shows the parameters of a type.\n";
  return text;
}

}  // namespace tenon::simulation

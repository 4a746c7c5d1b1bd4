// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <fmt/format.h>

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tenon/base/Parameters.hpp"
#include "tenon/base/runCollectively.hpp"
#include "tenon/fem/Field.hpp"
#include "tenon/fem/laws/MaterialLaw.hpp"

namespace tenon::force {

/// Material parameters from a case file: uniform constants, and the sources (expressions or files)
/// of constants that vary with position.
template <class Material>
struct MaterialData {
  /// Material constant that varies with position.
  struct Varying {
    typename base::Parameters<Material>::NumberParameter constant;  ///< varying constant
    fem::ScalarSource source;                                       ///< values as a function of position
  };
  Material material;                  ///< material with the uniform constants
  std::vector<Varying> varying = {};  ///< constants that vary with position

  /// Declares the parameters in a case file.
  static void declare(base::Parameters<MaterialData>& p) {
    base::Parameters<Material> constants;
    Material::declare(constants);
    p.include(constants, &MaterialData::material, fem::typeName(static_cast<const fem::ScalarSource*>(nullptr)),
              [](MaterialData& data, const auto& constant, const base::CaseNode& node) {
                fem::ScalarSource source;
                readValue(node, source);
                data.varying.push_back({constant, source});
              });
  }
};

/// Returns the mean values of scalar fields over each cell of a region at time 0. If a field is
/// uniform in a cell, its mean is exactly equal to the uniform value. The changes of fields by cell
/// are applied to the means; see fem::FieldSource::change.
/// @param fields  scalar fields of the region
/// @param region  region of the cells
/// @param state  state with the reference positions
/// @return [cells][fields] means for owned and ghost cells, in the order of the region's parts
/// @note Not collective.
std::vector<std::vector<double>> meansOfCells(const std::vector<fem::Field>& fields, const fem::Region& region,
                                              const la::State& state);

/// Returns a material model that uses a given model in each cell; see fem::VaryingLaw.
/// @param laws  at least one model, all of the same material type
/// @param of_cell  [cells] index in `laws` of the model of each cell of the solid
std::unique_ptr<fem::MaterialLaw> combineLaws(std::vector<std::unique_ptr<fem::MaterialLaw>> laws,
                                              std::vector<int> of_cell);

/// Returns a material model with constants that vary from cell to cell. The constants of a cell are
/// the means of their fields over the cell.
/// @param data  material, and the sources of the constants that vary
/// @param group  group of cells; empty for the whole object
/// @param domain  object to which the solid belongs
/// @param makeLaw  function that creates the material model for a material
/// @throws InputError if a value is out of range or constants contradict each other (the message
///   names the element), or if the constructor of fem::Region or fem::Field throws
/// @throws FileError if a file with a constant cannot be read
/// @note Collective.
template <class Material, class MakeLaw>
std::unique_ptr<fem::MaterialLaw> varyingLaw(const MaterialData<Material>& data, const std::string& group,
                                             const fem::Domain& domain, MakeLaw&& makeLaw) {
  const std::string name = domain.nameOf("elastic", group);
  const fem::Region region(domain, group, domain.dimension(), name);
  std::vector<fem::Field> fields;
  for (const auto& varying : data.varying)
    fields.emplace_back(varying.source, domain, region, fmt::format("{}, '{}'", name, varying.constant.name));
  std::vector<std::unique_ptr<fem::MaterialLaw>> laws;
  std::vector<int> of_cell;
  base::runCollectively(domain.mesh.comm(), [&] {
    const std::vector<std::vector<double>> values = meansOfCells(fields, region, domain.state);
    std::map<std::vector<double>, int> known;
    const auto lawOfCell = [&](const fem::RegionPart& part, base::LocalIndex cell) {
      const std::vector<double>& of_this = values[of_cell.size()];
      const auto found = known.find(of_this);
      if (found != known.end()) return found->second;
      const auto tag = part.cells().tags[static_cast<std::size_t>(part.cell(cell))];
      Material material = data.material;
      for (std::size_t i = 0; i < of_this.size(); ++i) {
        const auto& constant = data.varying[i].constant;
        if (const std::string wrong = constant.violatedCondition(of_this[i]); !wrong.empty())
          throw base::InputError(fmt::format("{}: '{}' {} in element {}.", name, constant.name, wrong, tag));
        constant.set(material, of_this[i]);
      }
      try {
        if constexpr (fem::detail::has_check<Material>) material.check();
      } catch (const base::InputError& error) {
        throw base::InputError(fmt::format("{}: in element {}, {}", name, tag, error.what()));
      }
      laws.push_back(makeLaw(material));
      return known[of_this] = static_cast<int>(laws.size()) - 1;
    };
    for (const fem::RegionPart& part : region.parts())
      for (base::LocalIndex cell = 0; cell < part.numCells(); ++cell) of_cell.push_back(lawOfCell(part, cell));
  });
  if (laws.empty()) return makeLaw(data.material);
  return combineLaws(std::move(laws), std::move(of_cell));
}

}  // namespace tenon::force

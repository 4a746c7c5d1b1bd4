// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "OptimiseBlock.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/quote.hpp"
#include "solver/minimisation/TaoMinimisation.hpp"
#include "tenon/base/suggest.hpp"

namespace tenon::simulation {

void OptimiseBlock::declare(base::Parameters<OptimiseBlock>& p) {
  p.optional("method", &OptimiseBlock::method, "", "method of TAO").oneOf(solver::minimisationMethods());
  p.optional("iterations", &OptimiseBlock::iterations, "", "largest number of iterations").nonNegative();
  p.optional("gradient", &OptimiseBlock::gradient, "",
             "tolerance of the norm of the projected gradient, relative to its initial value")
      .nonNegative();
  p.optional("objective", &OptimiseBlock::objective, "",
             "tolerance of the relative decrease of the objective in one iteration; 0: not used")
      .nonNegative();
  p.optional("step", &OptimiseBlock::step, "",
             "tolerance of the largest change of the scaled parameters in one iteration; 0: not used")
      .nonNegative();
  p.optional("failures", &OptimiseBlock::failures, "",
             "largest number of successive runs that may fail; the line search then reduces its step")
      .nonNegative();
}

OptimiseBlock OptimiseBlock::read(const base::CaseNode& root) {
  if (!root.has("optimise")) return {};
  base::Parameters<OptimiseBlock> table;
  declare(table);
  return table.read(root["optimise"], {});
}

void OptimiseBlock::requireValid() const {
  const std::vector<std::string> methods = solver::minimisationMethods();
  if (!base::contains(methods, method))
    throw base::InputError(
        fmt::format("there is no method {}{}", base::quote(method), base::suggestionFor(method, methods)));
  const std::vector<std::pair<const char*, double>> numbers{{"iterations", iterations},
                                                            {"gradient", gradient},
                                                            {"objective", objective},
                                                            {"step", step},
                                                            {"failures", failures}};
  for (const auto& [name, value] : numbers)
    if (!(value >= 0.0) || !std::isfinite(value))
      throw base::InputError(fmt::format("'{}' must be at least 0, but is {}.", name, value));
}

std::vector<GradientParameter> readVariedParameters(const CaseFile& file, const std::vector<std::string>& selected,
                                                    const OptimiseBlock& block, bool has_own) {
  if (!file.root.has("objective") && !has_own)
    throw base::InputError(
        fmt::format("{}: an optimisation needs an objective: add the block `objective`, such as `objective: [{{type: "
                    "compliance}}]`.",
                    file.path));
  std::vector<GradientParameter> parameters = readGradientParameters(file, selected);
  if (solver::admitsBounds(block.method)) return parameters;
  for (const GradientParameter& parameter : parameters)
    if (std::isfinite(parameter.lower) || std::isfinite(parameter.upper))
      throw base::InputError(
          fmt::format("{}: the method {} does not admit ranges, but the parameter {} has the key `between`: use the "
                      "method 'blmvm'.",
                      file.root.has("optimise") ? file.root["optimise"].location() : file.path,
                      base::quote(block.method), base::quote(parameter.name)));
  return parameters;
}

void checkOptimiseBlock(const CaseFile& file, bool has_own, bool checks_parameters) {
  if (!file.root.has("optimise")) return;
  const OptimiseBlock block = OptimiseBlock::read(file.root);
  if (checks_parameters) readVariedParameters(file, {}, block, has_own);
}

}  // namespace tenon::simulation

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "describeFailureLocation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/Residual.hpp"
#include "analysis/WorstNode.hpp"
#include "analysis/splitByBody.hpp"
#include "invalidConfiguration.hpp"
#include "la/arrays.hpp"
#include "system/evaluation.hpp"

namespace tenon::analysis {
namespace {

/// Returns a sentence about a displacement, velocity, acceleration, force or constraint residual
/// that is not finite; empty if there is none.
std::string notFinite(const Equations& equations) {
  const system::MechanicalSystem& mechanics = equations.mechanics();
  const la::CombinedLayout& layout = equations.linearSystem().layout();
  const StateVectors state = equations.unknowns().states();
  for (const auto& [what, vector] :
       {std::pair{"displacement", state.q.get()}, {"velocity", state.v.get()}, {"acceleration", state.a.get()}}) {
    const WorstNode worst = WorstNode::of(mechanics, splitByBody(mechanics, layout, vector));
    if (!worst.isFinite()) return fmt::format("The {} is not finite at {}.", what, worst.text(mechanics));
  }
  for (const force::ForceField* force : mechanics.forceFields()) {
    const WorstNode worst = WorstNode::of(mechanics, system::forceOf(mechanics, *force));
    if (!worst.isFinite())
      return fmt::format("The force of {} is not finite at {}.", force->name(), worst.text(mechanics));
  }
  const std::vector<double> phi = system::constraintResidualOf(mechanics);
  auto first = phi.begin();
  for (const auto& constraint : mechanics.constraints()) {
    const auto last = first + constraint->numRows();
    if (mechanics.comm().any(!std::all_of(first, last, [](double value) { return std::isfinite(value); })))
      return fmt::format("The residual of constraint '{}' is not finite.", constraint->name());
    first = last;
  }
  return "";
}

/// Returns a sentence that names the constraint with the largest gap, as defined by
/// Equations::gap().
std::string widestGap(const Equations& equations) {
  const std::vector<double> gaps = equations.rows().gaps(equations.rows().residual().get());
  double widest = 0.0;
  std::string name;
  for (std::size_t c = 0; c < equations.mechanics().constraints().size(); ++c) {
    const la::NamedRows& group = equations.constraints()->groups()[c];
    const auto first = gaps.begin() + static_cast<std::ptrdiff_t>(group.first);
    double gap = group.count > 0 ? *std::max_element(first, first + group.count) : 0.0;
    gap = equations.comm().max(gap);
    if (gap > widest) widest = gap, name = equations.mechanics().constraints()[c]->name();
  }
  return widest > 0.0 ? fmt::format(" Constraint '{}' has the largest residual.", name) : "";
}

}  // namespace

std::string describeFailureLocation(const Equations& equations) {
  const system::MechanicalSystem& mechanics = equations.mechanics();
  const std::string not_finite = notFinite(equations);
  if (!not_finite.empty()) return not_finite;
  const std::string gap = equations.constraints() == nullptr ? "" : widestGap(equations);
  const std::string element = describeInvertedElement(mechanics);
  if (!element.empty()) return fmt::format("In this state, {}.{}", element, gap);
  const std::string bushing = describeBushingAtLimit(mechanics);
  if (!bushing.empty()) return bushing;
  const Residual residual = computeResidual(equations);
  const WorstNode worst =
      WorstNode::of(mechanics, splitByBody(mechanics, equations.linearSystem().layout(), residual.free.get()));
  return fmt::format("The residual of the forces is largest at {}.{}", worst.text(mechanics), gap);
}

}  // namespace tenon::analysis

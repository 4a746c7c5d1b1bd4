// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "requireEvaluable.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>
#include <vector>

#include "analysis/checks/modelChecks.hpp"
#include "system/evaluation.hpp"

namespace tenon::simulation {
namespace {

/// Returns the ends of up to `most` steps of equal length (of all steps if there are no more), and
/// the start of a transient analysis.
std::set<double> timesOf(const analysis::Analysis& analysis, int most) {
  const double end = analysis.endTime();
  std::set<double> times{end};
  if (!analysis.kinematics().isStatic()) times.insert(0.0);
  const int steps = std::max(analysis.numSteps(), 1), count = std::min(steps, most);
  for (int k = 1; k < count; ++k) {
    const int step = static_cast<int>(static_cast<long>(k) * steps / count);
    times.insert(end * step / steps);
  }
  return times;
}

/// Displacements of all bodies at construction, which the destructor restores.
class Displacements {
 public:
  explicit Displacements(system::MechanicalSystem& mechanics) : mechanics_(mechanics) {
    for (const auto& body : mechanics.bodies()) {
      const auto u = std::as_const(*body).state().displacement();
      before_.emplace_back(u.begin(), u.end());
    }
  }
  ~Displacements() {
    for (std::size_t b = 0; b < before_.size(); ++b)
      std::copy(before_[b].begin(), before_[b].end(), mechanics_.bodies()[b]->state().displacement().begin());
  }
  Displacements(const Displacements&) = delete;
  Displacements& operator=(const Displacements&) = delete;

  /// Returns the largest displacement on all ranks; infinity if one is not finite.
  /// @note Collective.
  double largest() const {
    double size = 0.0;
    for (const auto& body : mechanics_.bodies())
      for (const double u : std::as_const(*body).state().displacement())
        size = std::isfinite(u) ? std::max(size, std::abs(u)) : std::numeric_limits<double>::infinity();
    return mechanics_.comm().max(size);
  }

 private:
  system::MechanicalSystem& mechanics_;
  std::vector<std::vector<double>> before_;
};

}  // namespace

// Evaluates nonlinear forces in the reference configuration. With prescribed nodes alone displaced,
// which is not a state of a run, elements may be inverted. In statics, this includes the values at
// t = 0, which the interior follows in the first step.
void requireEvaluable(analysis::Equations& equations, const analysis::Analysis& analysis) {
  constexpr int most = 20;
  constexpr double too_large = 1e140;
  system::MechanicalSystem& mechanics = equations.mechanics();
  const bool is_static = analysis.kinematics().isStatic(), is_linear = equations.tangent().isLinear();
  if (is_static) analysis::removeInitialDirichletValues(equations);
  for (const double time : timesOf(analysis, most)) {
    mechanics.setTime(time);
    system::forcesOf(mechanics);
    const auto require = [&] {
      if (is_static)
        analysis::requireRepresentable(equations, computeResidual(equations), equations.rows().residual().get());
    };
    const Displacements displacements(mechanics);
    if (!is_linear) require();
    mechanics.imposeDirichletValues();
    if (is_linear || displacements.largest() > too_large) require();
  }
  mechanics.setTime(0.0);
  if (!is_static) mechanics.imposeDirichletValues();
}

}  // namespace tenon::simulation

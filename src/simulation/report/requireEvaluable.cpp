#include "requireEvaluable.hpp"

#include <algorithm>
#include <set>

#include "tenon/system/evaluation.hpp"

namespace tenon::simulation {
namespace {

/// Ends of up to `most` steps of equal length, of all steps if there are no more, and the begin of a motion in time.
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

}  // namespace

void requireEvaluable(analysis::Equations& equations, const analysis::Analysis& analysis) {
  constexpr int most = 20;
  system::MechanicalSystem& mechanics = equations.mechanics();
  for (const double time : timesOf(analysis, most)) {
    mechanics.setTime(time);
    system::forcesOf(mechanics);
    if (analysis.kinematics().isStatic())
      equations.requireRepresentable(equations.balance(), equations.violation().get());
    mechanics.imposeHeld();
  }
  mechanics.setTime(0.0);
  mechanics.imposeHeld();
}

}  // namespace tenon::simulation

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "system/differences/FiniteDifferences.hpp"

#include <algorithm>
#include <boost/core/demangle.hpp>

#include "FiniteDifferenceTangent.hpp"
#include "la/assembly/DiagonalAccumulator.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::system {
namespace {

double largest(const base::Communicator& comm, const std::vector<la::State*>& states,
               const std::function<gsl::span<const double>(const la::State&)>& values) {
  double most = 0.0;
  for (const auto* state : states)
    for (const double value : values(*state)) most = std::max(most, std::abs(value));
  return comm.max(most);
}

double shortestIn(const mesh::Mesh& mesh) {
  double square = std::numeric_limits<double>::infinity();
  for (const auto& block : mesh.blocks())
    for (LocalIndex cell = 0; cell < block.numCells(); ++cell)
      for (int a = 1; a < mesh::info(block.type).num_nodes; ++a) {
        double sum = 0.0;
        for (std::size_t i = 0; i < 3; ++i)
          sum += std::pow(mesh.points()[3 * static_cast<std::size_t>(block.nodesOf(cell)[a]) + i] -
                              mesh.points()[3 * static_cast<std::size_t>(block.nodesOf(cell)[0]) + i],
                          2);
        if (sum > 0.0) square = std::min(square, sum);
      }
  return std::sqrt(square);
}

}  // namespace

FiniteDifferences::FiniteDifferences(StateSet movable) : movable_(std::move(movable)) {}
FiniteDifferences::~FiniteDifferences() = default;

// Detects a missing derivative: the force writes to an accumulator that stores nothing.
bool FiniteDifferences::isMissing(const force::ForceField& force, Kind kind) {
  const auto known = is_missing_.find({&force, kind});
  if (known != is_missing_.end()) return known->second;
  la::NullAccumulator nothing;
  const auto find = [&](const la::State&, const la::State&) -> la::Accumulator& { return nothing; };
  bool missing = false;
  base::runCollectively(movable_.comm(), [&] {
    if (kind == Kind::position) {
      la::StiffnessMatrix K(find);
      force.addStiffness(K);
      missing = K.needsFiniteDifferences();
    } else {
      la::DampingMatrix B(find);
      force.addDamping(B);
      missing = B.needsFiniteDifferences();
    }
  });
  return is_missing_[{&force, kind}] = movable_.comm().any(missing);
}

bool FiniteDifferences::prepare(const force::ForceField& force, Kind kind) {
  if (!isMissing(force, kind)) return false;
  warn(force, kind);
  auto& couplings = couplings_[&force];
  // Numberings that were created before ghosts were added do not contain the additional ghosts.
  if (movable_.comm().any(!couplings || couplings->isOutdated()))
    couplings = std::make_unique<Couplings>(movable_, force);
  if (kind == Kind::velocity)
    speed_ = largest(movable_.comm(), movable_.states, [](const la::State& state) { return state.velocity(); });
  return true;
}

const Couplings& FiniteDifferences::couplingsOf(const force::ForceField& force) const {
  const auto found = couplings_.find(&force);
  base::ensure(found != couplings_.end(),
               "The derivative of '" + force.name() + "' by finite differences was not prepared.");
  return *found->second;
}

void FiniteDifferences::warn(const force::ForceField& force, Kind kind) {
  if (!warned_.insert({typeid(force), kind}).second) return;
  base::log().warn(
      "The class {} has no {}(): the derivative of '{}' is computed by finite differences and therefore takes more "
      "time.",
      boost::core::demangle(typeid(force).name()), kind == Kind::position ? "addStiffness" : "addDamping",
      force.name());
}

void FiniteDifferences::addStiffness(const force::ForceField& force, la::StiffnessMatrix& K, bool values) {
  FiniteDifferenceTangent tangent(movable_, couplingsOf(force), true, speed_);
  if (values) tangent.evaluate(force);
  tangent.add([&](const la::State& row, const la::State& column) { return K.forceOn(row).byPositionOf(column); });
}

void FiniteDifferences::addDamping(const force::ForceField& force, la::DampingMatrix& B, bool values) {
  FiniteDifferenceTangent tangent(movable_, couplingsOf(force), false, speed_);
  if (values) tangent.evaluate(force);
  tangent.add([&](const la::State& row, const la::State& column) { return B.forceOn(row).byVelocityOf(column); });
}

void FiniteDifferences::addStiffnessTimes(const force::ForceField& force, const la::IncrementVector& dx,
                                          la::ForceVector& df) {
  addTimes(force, dx, df, Kind::position);
}

void FiniteDifferences::addDampingTimes(const force::ForceField& force, const la::IncrementVector& dv,
                                        la::ForceVector& df) {
  addTimes(force, dv, df, Kind::velocity);
}

double FiniteDifferences::shortestDistance() {
  if (shortest_distance_ > 0.0) return shortest_distance_;
  double shortest = std::numeric_limits<double>::infinity();
  for (const Body* body : movable_.bodies) shortest = std::min(shortest, shortestIn(body->mesh()));
  shortest = movable_.comm().min(shortest);
  return shortest_distance_ = std::isfinite(shortest) ? shortest : 1.0;
}

// Scales the direction so that its largest component equals the increment of the coloured
// differences.
void FiniteDifferences::addTimes(const force::ForceField& force, const la::IncrementVector& motion, la::ForceVector& df,
                                 Kind kind) {
  warn(force, kind);
  const base::Communicator& comm = movable_.comm();
  const double most = largest(comm, movable_.states, [&](const la::State& state) { return motion.of(state); });
  if (most == 0.0) return;
  const bool by_position = kind == Kind::position;
  const double speed =
      by_position ? 0.0 : largest(comm, movable_.states, [](const la::State& state) { return state.velocity(); });
  const double h = relativeStep() * (speed > 0.0 ? speed : shortestDistance()) / most;
  const auto& states = movable_.states;
  StateArrays given;
  for (la::State* state : states) {
    const auto values = motionOf(*state, by_position);
    given.emplace_back(values.begin(), values.end());
  }
  const auto moveBy = [&](double amount) {
    for (std::size_t s = 0; s < states.size(); ++s) {
      const auto direction = motion.of(*states[s]);
      const auto values = motionOf(*states[s], by_position);
      for (std::size_t i = 0; i < values.size(); ++i) values[i] = given[s][i] + amount * direction[i];
    }
  };
  moveBy(h);
  const StateArrays after = forceOf(movable_, force);
  moveBy(-h);
  const StateArrays before = forceOf(movable_, force);
  moveBy(0.0);
  for (std::size_t s = 0; s < states.size(); ++s) {
    const auto sum = df.on(*states[s]);
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += (after[s][i] - before[s][i]) / (2.0 * h);
  }
}

}  // namespace tenon::system

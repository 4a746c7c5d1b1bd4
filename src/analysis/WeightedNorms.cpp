// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "WeightedNorms.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "analysis/steppers/representable.hpp"
#include "computeExtent.hpp"
#include "la/arrays.hpp"
#include "la/commOf.hpp"
#include "la/vectors.hpp"
#include "system/StateArrays.hpp"
#include "tenon/fem/Domain.hpp"

namespace tenon::analysis {
namespace {

bool turns(const la::State& state) {
  return state.kind() == la::NodeKind::frames;
}

double radiusOfGyration(const system::Body& body) {
  const fem::Domain domain = body.domain();
  if (!domain.inertia) return 0.0;
  double square = 0.0;
  const fem::NodalInertia& inertia = *domain.inertia;
  for (std::size_t node = 0; node < inertia.reference_inertia.size(); ++node)
    if (inertia.mass[node] > 0.0)
      square = std::max(square, inertia.reference_inertia[node].diagonal().maxCoeff() / inertia.mass[node]);
  return std::sqrt(square);
}

bool isScalar(const la::State& state) {
  return state.kind() == la::NodeKind::scalars;
}

/// Computes sum |dm/dq| of the scalars that constraint rows determine. Each such row is on the rank
/// of its scalar.
void addSlopes(const system::MechanicalSystem& mechanics, system::StateArrays& by_body) {
  std::map<const la::State*, std::vector<double>*> scalars;
  for (std::size_t b = 0; b < by_body.size(); ++b) {
    const la::State& state = mechanics.bodies()[b]->state();
    if (!isScalar(state)) continue;
    std::fill(by_body[b].begin(), by_body[b].end(), 0.0);
    scalars.emplace(&state, &by_body[b]);
  }
  for (const auto& constraint : mechanics.constraints()) {
    const auto slaves = constraint->slaves();
    if (!mechanics.comm().any(std::any_of(slaves.begin(), slaves.end(), [&](const auto& slave) {
          return slave.state != nullptr && isScalar(*slave.state);
        })))
      continue;
    constraint::JacobianRows rows;
    constraint->addJacobian(rows);
    for (const auto& entry : rows.entries()) {
      const auto& slave = slaves[static_cast<std::size_t>(entry.row)];
      if (slave.state == nullptr || !isScalar(*slave.state) || entry.state == slave.state) continue;
      scalars.at(slave.state)->at(static_cast<std::size_t>(slave.node)) += std::abs(entry.value);
    }
  }
}

/// Returns the lever L; 1 if all bodies are points.
double leverOf(const system::MechanicalSystem& mechanics) {
  double radius = 0.0;
  for (const auto& body : mechanics.bodies())
    if (turns(body->state())) radius = std::max(radius, radiusOfGyration(*body));
  const double lever = std::max(mechanics.comm().max(radius), computeExtent(mechanics));
  return lever > 0.0 ? lever : 1.0;
}

}  // namespace

WeightedNorms::WeightedNorms(const system::MechanicalSystem& mechanics) {
  const auto& bodies = mechanics.bodies();
  const auto isNoLength = [](const auto& body) { return turns(body->state()) || isScalar(body->state()); };
  if (std::none_of(bodies.begin(), bodies.end(), isNoLength)) return;
  const double lever = leverOf(mechanics), weight = 1.0 / lever;
  if (std::any_of(bodies.begin(), bodies.end(), [](const auto& body) { return turns(body->state()); })) lever_ = lever;
  system::StateArrays by_body;
  for (const auto& body : bodies) {
    const la::State& state = body->state();
    const int block = state.block();
    auto& values = by_body.emplace_back(static_cast<std::size_t>(state.layout().numLocal() * block), 1.0);
    for (std::size_t i = 0; turns(state) && i < values.size(); ++i)
      if (static_cast<int>(i) % block >= state.dimension()) values[i] = weight;
  }
  if (std::any_of(bodies.begin(), bodies.end(), [](const auto& body) { return isScalar(body->state()); }))
    addSlopes(mechanics, by_body);
  weights_ = mechanics.layout().makeVector();
  mechanics.layout().gather({by_body.begin(), by_body.end()}, weights_.get());
  for (double& one : la::WriteArray(weights_.get()))
    if (one == 0.0) one = 1.0;  // unused rows, and scalars that nothing determines
}

/// Calls visit(entry, weight) for the entries of this rank.
template <class Visit>
void WeightedNorms::forEach(Vec vector, Visit&& visit) const {
  const la::ReadArray values(vector), weights(weights_.get());
  const double* weight = weights.begin();
  for (const double value : values) visit(value, *weight++);
}

double WeightedNorms::forceNorm(Vec forces) const {
  if (!weights_) return la::norm(forces);
  double sum = 0.0;
  forEach(forces, [&](double f, double w) { sum += f * w * f * w; });
  return std::sqrt(la::commOf(forces).sum(sum));
}

double WeightedNorms::largestDisplacement(Vec displacement) const {
  if (!weights_) return la::norm(displacement, NORM_INFINITY);
  double largest = 0.0;
  forEach(displacement, [&](double u, double w) { largest = std::max(largest, std::abs(u) / w); });
  return la::commOf(displacement).max(largest);
}

double WeightedNorms::displacementNorm(Vec displacement) const {
  if (!weights_) return la::norm(displacement);
  double sum = 0.0;
  forEach(displacement, [&](double u, double w) { sum += u / w * (u / w); });
  return std::sqrt(la::commOf(displacement).sum(sum));
}

double WeightedNorms::largestStiffness(Vec diagonal) const {
  if (!weights_) return largestEntry(diagonal);
  double largest = 0.0;
  forEach(diagonal, [&](double k, double w) { largest = std::max(largest, std::abs(k) * w * w); });
  return la::commOf(diagonal).max(largest);
}

}  // namespace tenon::analysis

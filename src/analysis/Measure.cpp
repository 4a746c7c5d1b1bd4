#include "Measure.hpp"

#include <algorithm>
#include <cmath>

#include "extentOf.hpp"
#include "steppers/representable.hpp"
#include "tenon/fem/NodalInertia.hpp"
#include "tenon/la/arrays.hpp"
#include "tenon/la/vectors.hpp"

namespace tenon::analysis {
namespace {

bool turns(const la::State& state) {
  return state.kind() == la::Kind::frames;
}

double radiusOfGyration(const system::Body& body) {
  const fem::Domain domain = body.domain();
  if (!domain.inertia) return 0.0;
  double square = 0.0;
  const fem::NodalInertia& inertia = *domain.inertia;
  for (std::size_t node = 0; node < inertia.at_rest.size(); ++node)
    if (inertia.mass[node] > 0.0)
      square = std::max(square, inertia.at_rest[node].diagonal().maxCoeff() / inertia.mass[node]);
  return std::sqrt(square);
}

/// 1 where all bodies are points.
double leverOf(const system::MechanicalSystem& mechanics) {
  double radius = 0.0;
  for (const auto& body : mechanics.bodies())
    if (turns(body->state())) radius = std::max(radius, radiusOfGyration(*body));
  const double lever = std::max(mechanics.comm().max(radius), extentOf(mechanics));
  return lever > 0.0 ? lever : 1.0;
}

}  // namespace

Measure::Measure(const system::MechanicalSystem& mechanics) {
  const auto& bodies = mechanics.bodies();
  if (std::none_of(bodies.begin(), bodies.end(), [](const auto& body) { return turns(body->state()); })) return;
  const double weight = 1.0 / leverOf(mechanics);
  system::StateArrays by_body;
  for (const auto& body : bodies) {
    const la::State& state = body->state();
    const int block = state.block();
    auto& values = by_body.emplace_back(static_cast<std::size_t>(state.layout().numLocal() * block), 1.0);
    for (std::size_t i = 0; turns(state) && i < values.size(); ++i)
      if (static_cast<int>(i) % block >= state.dimension()) values[i] = weight;
  }
  weights_ = mechanics.layout().makeVector();
  mechanics.layout().gather({by_body.begin(), by_body.end()}, weights_.get());
  for (double& one : la::WriteArray(weights_.get()))
    if (one == 0.0) one = 1.0;  // rows that no body has
}

la::Vector Measure::times(Vec vector, int power) const {
  la::Vector product = la::like(vector);
  TENON_PETSC(VecCopy(vector, product.get()));
  for (; power > 0; --power) TENON_PETSC(VecPointwiseMult(product.get(), product.get(), weights_.get()));
  for (; power < 0; ++power) TENON_PETSC(VecPointwiseDivide(product.get(), product.get(), weights_.get()));
  return product;
}

double Measure::ofForces(Vec forces) const {
  return weights_ ? la::norm(times(forces, 1).get()) : la::norm(forces);
}

double Measure::ofMotion(Vec motion) const {
  return weights_ ? la::norm(times(motion, -1).get(), NORM_INFINITY) : la::norm(motion, NORM_INFINITY);
}

double Measure::lengthOf(Vec motion) const {
  return weights_ ? la::norm(times(motion, -1).get()) : la::norm(motion);
}

double Measure::ofStiffness(Vec diagonal) const {
  return weights_ ? largestEntry(times(diagonal, 2).get()) : largestEntry(diagonal);
}

}  // namespace tenon::analysis

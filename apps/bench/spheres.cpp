// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "spheres.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <numeric>
#include <random>

#include "contact/sleep/SleepingBodiesStep.hpp"
#include "measure.hpp"

namespace tenon::bench {
namespace {

using base::Vec3;
using contact::RigidBody;
using Json = nlohmann::ordered_json;

constexpr double h = 0.01;
constexpr double gravity = 9.81;
constexpr double inertia = 0.4;  // moment of inertia of a sphere of mass 1 and radius 1

RigidBody wall(int number) {
  RigidBody body;
  body.number = number;
  body.shape = number;
  body.sides = contact::Rules::sideOf(0, false);
  std::copy_n(base::Mat3::Identity().eval().data(), 9, body.rotation);
  return body;
}

RigidBody sphere(int number, const Vec3& centre) {
  RigidBody body = wall(0);
  body.number = number;
  body.sides |= contact::Rules::sideOf(0, true);
  for (int i = 0; i < 3; ++i) body.linear[i] = 1.0, body.angular[4 * i] = 1.0 / inertia;
  std::copy_n(centre.data(), 3, body.centre);
  return body;
}

constexpr int num_walls = 6;

/// Returns the shapes: half-spaces around a square, the last one as a lid, and the sphere.
contact::ContactModel boxOf(double rolling) {
  contact::ContactModel touching;
  touching.shapes = {contact::Sphere{1.0}};
  for (const Vec3& normal :
       {Vec3(0, 0, 1), Vec3(1, 0, 0), Vec3(-1, 0, 0), Vec3(0, 1, 0), Vec3(0, -1, 0), Vec3(0, 0, -1)})
    touching.shapes.emplace_back(contact::HalfSpace{normal});
  touching.rules.add({0.3, 0.0, rolling, rolling});
  return touching;
}

/// Returns the place of each sphere in the tower, in the numbering of the spheres.
std::vector<int> placesOf(const SpheresOptions& options) {
  std::vector<int> places(static_cast<std::size_t>(options.bodies));
  std::iota(places.begin(), places.end(), 0);
  if (options.are_mixed) std::shuffle(places.begin(), places.end(), std::mt19937(1));
  return places;
}

/// Returns the spheres of this rank: a slab of the tower across x, or a range of numbers. The root
/// owns the walls.
std::vector<RigidBody> bodiesOf(const base::Communicator& comm, const SpheresOptions& options) {
  const int across = std::max(2, static_cast<int>(std::lround(std::cbrt(0.5 * options.bodies))));
  constexpr double pitch = 2.1;
  const double width = pitch * across + 0.2;
  const int layers = (options.bodies - 1) / (across * across) + 1;
  std::vector<RigidBody> bodies;
  if (comm.isRoot())
    for (int w = 1; w <= (options.period > 0 ? num_walls : num_walls - 1); ++w) {
      bodies.push_back(wall(w));
      if (w == 3) bodies.back().centre[0] = options.period > 0 ? 2.0 * width : width;
      if (w == 5) bodies.back().centre[1] = width;
      if (w == num_walls) bodies.back().centre[2] = 2.1 * layers;
    }
  const std::vector<int> places = placesOf(options);
  for (int i = 0; i < options.bodies; ++i) {
    const int place = places[static_cast<std::size_t>(i)];
    const int x = place % across, y = place / across % across, layer = place / (across * across);
    const std::int64_t owner =
        options.are_mixed ? std::int64_t{i} * comm.size() / options.bodies : x * comm.size() / across;
    if (owner != comm.rank()) continue;
    const double aside = layer % 2 ? 0.1 : -0.1;
    bodies.push_back(sphere(num_walls + 1 + i,
                            Vec3(0.1 + pitch * (x + 0.5) + aside, 0.1 + pitch * (y + 0.5) - aside, 1 + 2.001 * layer)));
  }
  return bodies;
}

void fall(std::vector<RigidBody>& bodies, double turned) {
  for (RigidBody& body : bodies) {
    std::copy_n(body.before, 6, body.free);
    if (body.isImmobile()) continue;
    body.free[0] -= h * gravity * std::sin(turned);
    body.free[2] -= h * gravity * std::cos(turned);
  }
}

void move(const contact::ImpulseStep::Result& result, std::vector<RigidBody>& bodies) {
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    const double* v = result.velocity.data() + 6 * b;
    std::copy_n(v, 6, bodies[b].before);
    for (std::size_t i = 0; i < 3; ++i)
      bodies[b].centre[i] += h * (v[i] + (result.correction.empty() ? 0.0 : result.correction[6 * b + i]));
  }
}

struct Sweep {
  double sweep_ms = 0.0, products_ms = 0.0;
};

/// Measures one solver iteration and one product with G^T and G for the contacts between the
/// bodies, in processor time.
Sweep measureSweep(const base::Communicator& comm, const std::vector<RigidBody>& bodies,
                   const SpheresOptions& options) {
  constexpr int few = 8, many = 72, products = 40, turns = 5;  // from zero; a step takes ~many
  const contact::ContactModel touching = boxOf(options.rolling);
  const contact::Neighbourhood near(comm, touching, bodies, h);
  const contact::ConeProblem problem = contact::ImpulseStep::problemOf(near, h);
  const auto solver = contact::ConeSolverChoice(options.solver).make();
  const auto sweeps = [&](int count) {
    contact::Impulses x = contact::Impulses::Zero(problem.numImpulses());
    return measure(comm, [&] { solver->solve(problem, {1e-300, count}, x); }).cpu;
  };
  Sweep sweep;
  std::vector<double> of_turn;
  for (int turn = 0; turn < turns; ++turn) {
    const double start = sweeps(few);
    of_turn.push_back((sweeps(many) - start) / (many - few));
  }
  sweep.sweep_ms = median(of_turn);
  contact::Impulses x = contact::Impulses::Ones(problem.numImpulses()), u;
  std::vector<double> v;
  sweep.products_ms = measure(comm,
                              [&] {
                                for (int k = 0; k < products; ++k) {
                                  problem.impulsesOf(x, v);
                                  problem.relativeVelocities(v, u);
                                }
                              })
                          .cpu /
                      products;
  return sweep;
}

}  // namespace

void measureSpheres(const base::Communicator& comm, const SpheresOptions& options) {
  std::vector<RigidBody> bodies = bodiesOf(comm, options);
  const contact::ImpulseStep::Parameters parameters{options.solver, {options.tolerance, 10000}};
  contact::ImpulseStep by_owners(boxOf(options.rolling), parameters);
  contact::SleepingBodiesStep by_place(boxOf(options.rolling), parameters,
                                       {options.sleep_velocity, options.sleep_after});
  Duration all;
  double search_ms = 0.0, contacts = 0.0, most_contacts = 0.0, most_ghosts = 0.0, iterations = 0.0, worst = 0.0,
         asleep = 0.0;
  const int first = options.steps / 2;
  for (int s = 0; s < options.steps; ++s) {
    fall(bodies, options.period > 0 ? 2.0 * std::acos(-1.0) * s / options.period : 0.0);
    contact::ImpulseStep::Result result;
    const Duration duration = measure(comm, [&] {
      result = options.is_load_balanced ? by_place.advance(comm, bodies, h) : by_owners.advance(comm, bodies, h);
    });
    move(result, bodies);
    if (s < first) continue;
    all.wall += duration.wall, all.cpu += duration.cpu;
    search_ms += 1e3 * comm.max(result.search_seconds);
    contacts += static_cast<double>(result.num_contacts);
    most_contacts += static_cast<double>(comm.max(static_cast<long>(result.neighbourhood->contacts().size())));
    most_ghosts += comm.max(result.neighbourhood->layout().numGhosts());
    asleep += static_cast<double>(result.num_asleep);
    iterations += result.outcome.iterations;
    worst = std::max(worst, result.outcome.complementarity);
  }
  fall(bodies, 0.0);
  const Sweep sweep = measureSweep(comm, bodies, options);
  const double counted = options.steps - first;
  const Json line = {{"prog", "tenon"},
                     {"problem", "spheres"},
                     {"solver", options.solver},
                     {"ranks", comm.size()},
                     {"bodies", options.bodies},
                     {"steps", options.steps},
                     {"newton", 1},
                     {"its", iterations / counted},
                     {"search_ms", search_ms / counted},
                     {"step_ms", all.wall / counted},
                     {"step_cpu_ms", all.cpu / counted},
                     {"contacts", contacts / counted},
                     {"most_contacts", most_contacts / counted},
                     {"most_ghosts", most_ghosts / counted},
                     {"deals", by_place.balance().num_redistributions},
                     {"share", by_place.balance().share},
                     {"asleep", asleep / counted},
                     {"complementarity", worst},
                     {"sweep_ms", sweep.sweep_ms},
                     {"products_ms", sweep.products_ms},
                     {"peak_mb", peakMiB(comm)}};
  if (comm.isRoot()) std::printf("%s\n", line.dump().c_str());
}

}  // namespace tenon::bench

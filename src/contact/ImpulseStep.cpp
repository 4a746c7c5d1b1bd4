#include "tenon/contact/ImpulseStep.hpp"

#include <algorithm>
#include <utility>

namespace tenon::contact {
namespace {

using base::Vec3;

constexpr double same_place = 0.05;  // of a body's size: how far a contact moves in a step and is still the same one
constexpr double visible = 1e-6;     // of a body's size: overlaps that are moved apart
constexpr ConeSolver::Limits apart{1e-3, 200};

double sizeOf(const Touching& touching, const RigidBody& a, const RigidBody& b) {
  const auto of = [&](const RigidBody& body) { return reachOf(touching.shapes[static_cast<std::size_t>(body.shape)]); };
  return std::min(of(a), of(b));
}

/// Of the velocities of the bodies at the beginning of the step, along the normal.
double approach(const Contact& contact, const RigidBody& a, const RigidBody& b, const double* (*of)(const RigidBody&)) {
  const auto at = [&](const RigidBody& body, const Vec3& arm) -> Vec3 {
    const double* v = of(body);
    return Eigen::Map<const Vec3>(v) + Eigen::Map<const Vec3>(v + 3).cross(arm);
  };
  return contact.frame.col(0).dot(at(b, contact.second_arm) - at(a, contact.first_arm));
}

double biasOf(const Contact& contact, const RigidBody& a, const RigidBody& b, double gap, double restitution,
              double h) {
  if (restitution > 0.0) {
    const double before = approach(contact, a, b, [](const RigidBody& body) { return body.before; });
    const double free = approach(contact, a, b, [](const RigidBody& body) { return body.free; });
    if (before < 0.0 && gap + h * free <= 0.0) return restitution * before;
  }
  return std::max(gap, 0.0) / h;
}

std::vector<double> withoutGhosts(std::vector<double> v, const la::Layout& layout) {
  v.resize(6 * static_cast<std::size_t>(layout.numOwned()));
  return v;
}

/// J^T x / h of the owned bodies. Collective.
std::vector<double> forcesOf(const ConeProblem& problem, const Impulses& x, double h) {
  std::vector<double> forces;
  problem.impulsesOf(x, forces);
  for (double& force : forces) force /= h;
  return withoutGhosts(std::move(forces), problem.layout);
}

}  // namespace

ImpulseStep::ImpulseStep(Touching touching, const Parameters& parameters)
    : touching_(std::move(touching)), limits_(parameters.limits), solver_(coneSolvers().at(parameters.solver)()) {}

ConeProblem ImpulseStep::problemOf(const Neighbourhood& neighbourhood, double h) const {
  ConeProblem problem{neighbourhood.layout(), neighbourhood.halo()};
  const auto& bodies = neighbourhood.bodies();
  problem.free.reserve(6 * bodies.size());
  for (const RigidBody& body : bodies) {
    problem.mobility.push_back(body.mobility());
    problem.free.insert(problem.free.end(), body.free, body.free + 6);
  }
  for (const auto& found : neighbourhood.contacts()) {
    const RigidBody &a = bodies[static_cast<std::size_t>(found.first)],
                    &b = bodies[static_cast<std::size_t>(found.second)];
    Contact contact{found.first,
                    found.second,
                    frameOf(found.point.normal),
                    found.point.place - Eigen::Map<const Vec3>(a.centre),
                    found.point.place - Eigen::Map<const Vec3>(b.centre),
                    found.law->friction};
    contact.bias = biasOf(contact, a, b, found.point.gap, found.law->restitution, h);
    problem.contacts.push_back(contact);
  }
  return problem;
}

Impulses ImpulseStep::remembered(const Neighbourhood& neighbourhood, const ConeProblem& problem, double h) const {
  Impulses x = Impulses::Zero(problem.numImpulses());
  const auto& contacts = neighbourhood.contacts();
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const RigidBody &a = neighbourhood.bodies()[static_cast<std::size_t>(contacts[c].first)],
                    &b = neighbourhood.bodies()[static_cast<std::size_t>(contacts[c].second)];
    const Vec3 place = a.placed(touching_.shapes[static_cast<std::size_t>(a.shape)]).toBody(contacts[c].point.place);
    double nearest = same_place * sizeOf(touching_, a, b);
    const auto range = memory_.equal_range(a.number);
    for (auto it = range.first; it != range.second; ++it) {
      if (it->second.second != b.number) continue;
      if (const double distance = (it->second.place - place).norm(); distance < nearest) {
        nearest = distance;
        x.segment<3>(3 * static_cast<Eigen::Index>(c)) =
            h * (problem.contacts[c].frame.transpose() * it->second.impulse);
      }
    }
  }
  return x;
}

void ImpulseStep::remember(const Neighbourhood& neighbourhood, const ConeProblem& problem, const Impulses& x,
                           double h) {
  memory_.clear();
  touches_.clear();
  const auto& contacts = neighbourhood.contacts();
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const Vec3 gamma = x.segment<3>(3 * static_cast<Eigen::Index>(c));
    if (gamma.isZero(0.0)) continue;
    const RigidBody &a = neighbourhood.bodies()[static_cast<std::size_t>(contacts[c].first)],
                    &b = neighbourhood.bodies()[static_cast<std::size_t>(contacts[c].second)];
    const Vec3 force = problem.contacts[c].frame * gamma / h;
    const Placed placed = a.placed(touching_.shapes[static_cast<std::size_t>(a.shape)]);
    memory_.emplace(a.number, Memory{b.number, placed.toBody(contacts[c].point.place), force});
    touches_.push_back({a.number, b.number, contacts[c].point, force});
  }
}

std::vector<double> ImpulseStep::separate(const Neighbourhood& neighbourhood, ConeProblem& problem,
                                          const std::vector<double>& v, double h, int& iterations) const {
  const auto& contacts = neighbourhood.contacts();
  bool overlaps = false;
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    Contact& contact = problem.contacts[c];
    const double gap = contacts[c].point.gap + h * ConeProblem::relativeAt(contact, v.data())[0];
    contact.friction = 0.0;
    contact.bias = gap / h;
    const double size = sizeOf(touching_, neighbourhood.bodies()[static_cast<std::size_t>(contact.first)],
                               neighbourhood.bodies()[static_cast<std::size_t>(contact.second)]);
    overlaps = overlaps || gap < -visible * size;
  }
  if (!problem.layout.comm().any(overlaps)) return {};
  std::fill(problem.free.begin(), problem.free.end(), 0.0);
  Impulses x = Impulses::Zero(problem.numImpulses());
  iterations = solver_->solve(problem, apart, x).iterations;
  std::vector<double> w;
  problem.velocitiesOf(x, w);
  return withoutGhosts(std::move(w), problem.layout);
}

ImpulseStep::Result ImpulseStep::advance(const base::Communicator& comm, const std::vector<RigidBody>& owned,
                                         double h) {
  Result result;
  const double start = MPI_Wtime();
  const Neighbourhood neighbourhood(comm, touching_, owned, h);
  result.search_seconds = MPI_Wtime() - start;
  result.num_contacts = comm.sum(static_cast<long>(neighbourhood.contacts().size()));
  ConeProblem problem = problemOf(neighbourhood, h);
  if (result.num_contacts == 0) {
    touches_.clear();
    memory_.clear();
    result.velocity = withoutGhosts(problem.free, problem.layout);
    result.force.assign(result.velocity.size(), 0.0);
    return result;
  }
  Impulses x = remembered(neighbourhood, problem, h);
  result.outcome = solver_->solve(problem, limits_, x);
  std::vector<double> v;
  problem.velocitiesOf(x, v);
  for (std::size_t i = 0; i < v.size(); ++i) v[i] += problem.free[i];
  remember(neighbourhood, problem, x, h);
  result.force = forcesOf(problem, x, h);
  result.correction = separate(neighbourhood, problem, v, h, result.correction_iterations);
  result.velocity = withoutGhosts(std::move(v), problem.layout);
  return result;
}

ImpulseStep::Overlap ImpulseStep::deepestOverlap(const base::Communicator& comm,
                                                 const std::vector<RigidBody>& owned) const {
  const Neighbourhood neighbourhood(comm, touching_, owned, 0.0);
  Overlap deepest;
  for (const auto& found : neighbourhood.contacts()) {
    const RigidBody &a = neighbourhood.bodies()[static_cast<std::size_t>(found.first)],
                    &b = neighbourhood.bodies()[static_cast<std::size_t>(found.second)];
    const double share = -found.point.gap / sizeOf(touching_, a, b);
    if (share > deepest.share) deepest = {a.number, b.number, -found.point.gap, share};
  }
  for (const Overlap& other : comm.gather(deepest))
    if (other.share > deepest.share) deepest = other;
  return deepest;
}

}  // namespace tenon::contact

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "ImpulseStep.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "RowBlocks.hpp"
#include "contact/solvers/infeasibility.hpp"
#include "contactLaws.hpp"

namespace tenon::contact {
namespace {

using base::Vec3;

// Relative to the size of a body: distance within which a contact of the last step is the same one.
constexpr double same_place = 0.05;
/// Termination criteria of the correction of positions.
constexpr ConeSolver::Limits apart{1e-3, 200};
constexpr int most_corrections = 3;

std::vector<double> withoutGhosts(std::vector<double> v, const la::Layout& layout) {
  v.resize(6 * static_cast<std::size_t>(layout.numOwned()));
  return v;
}

/// Returns the forces J^T x / h of contacts on the owned bodies. @note Collective.
std::vector<double> forcesOf(const ConeProblem& problem, Impulses x, double h) {
  x.tail(static_cast<Eigen::Index>(problem.rows.size())).setZero();
  std::vector<double> forces;
  problem.impulsesOf(x, forces);
  for (double& force : forces) force /= h;
  return withoutGhosts(std::move(forces), problem.layout);
}

std::vector<base::GlobalIndex> bodiesOf(const ExactConstraints* constraints) {
  std::vector<base::GlobalIndex> bodies;
  if (constraints != nullptr)
    for (const auto& parts : constraints->rows().slopes)
      for (const auto& part : parts) bodies.push_back(part.body);
  return bodies;
}

/// Returns the points of deformable bodies on which contacts and exact rows may act.
std::vector<LocalIndex> pointsOf(const Neighbourhood& neighbourhood, const std::vector<base::GlobalIndex>& joined) {
  std::vector<LocalIndex> points;
  const auto add = [&](LocalIndex body) {
    if (neighbourhood.bodies()[static_cast<std::size_t>(body)].isPoint()) points.push_back(body);
  };
  for (const auto& found : neighbourhood.contacts()) add(found.first), add(found.second);
  for (const base::GlobalIndex body : joined) add(neighbourhood.layout().local(body));
  return points;
}

std::vector<double> beforeOf(const std::vector<RigidBody>& bodies) {
  std::vector<double> v;
  for (const RigidBody& body : bodies) v.insert(v.end(), body.before, body.before + 6);
  return v;
}

/// Returns the combined rows of a step with their biases.
std::vector<ExactRow> rowsOf(const RowBlocks& blocks, const ExactRows& exact, const std::vector<double>& before) {
  std::vector<ExactRow> rows = blocks.rows();
  const std::vector<double> rate = blocks.combined(exact.rate);
  std::vector<double> bend = blocks.combined(exact.mean_rate), across(rows.size(), 0.0);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const std::size_t of = blocks.firstOf(r);
    if (exact.is_position_level[of] == 0 || exact.has_bound[of] != 0) continue;
    const double now = ConeProblem::relativeVelocityAt(rows[r], before.data());
    bend[r] -= now;
    across[r] = now + rate[r];
  }
  blocks.limitNorms(across, bend);
  for (std::size_t r = 0; r < rows.size(); ++r) rows[r].bias = rate[r] + bend[r];
  return rows;
}

Outcome together(const Outcome& a, const Outcome& b) {
  return {a.iterations + b.iterations, std::max(a.complementarity, b.complementarity), a.converged && b.converged};
}

/// Returns the largest sum of velocity contributions of the bodies and of the impulse across a row,
/// the reference of residuals.
/// @note Collective.
double loadOf(const ConeProblem& problem, const std::vector<double>& v, const Impulses& x) {
  double most = 0.0;
  Eigen::Index i = problem.firstRow();
  for (const ExactRow& row : problem.rows) {
    double sum = std::abs(x[i++]);
    for (const ExactRow::BodyTerm& part : row.parts)
      sum += std::abs(part.slope.dot(Eigen::Map<const base::Vec6>(v.data() + 6 * static_cast<std::size_t>(part.body))));
    most = std::max(most, sum);
  }
  return problem.layout.comm().max(most);
}

/// Sets up the rows that remove the remaining residuals Phi. Returns the largest residual divided
/// by h.
/// @note Collective.
double setDrift(const ExactRows& exact, double h, ConeProblem& problem) {
  const RowBlocks blocks(exact, problem);
  problem.rows = blocks.rows();
  problem.frictional_rows = blocks.frictional_rows();
  for (FrictionalRows& sliding : problem.frictional_rows) sliding.friction = 0.0;
  std::vector<double> left(exact.size(), 0.0);
  for (std::size_t r = 0; r < left.size(); ++r)
    if (exact.is_position_level[r] != 0) left[r] = exact.violation[r] / h;
  const std::vector<double> drift = blocks.combined(left);
  double largest = 0.0;
  for (std::size_t r = 0; r < drift.size(); ++r) {
    problem.rows[r].bias = drift[r];
    const bool has_bound = problem.rows[r].has_bound || problem.rows[r].is_in_cone;
    largest = std::max(largest, has_bound ? -drift[r] : std::abs(drift[r]));
  }
  return problem.layout.comm().max(largest);
}

/// Sets the forces of the bodies and rows, and the impulses on points, due to the impulses x.
/// @note Collective.
void setForces(const ConeProblem& problem, const RowBlocks& blocks, const Impulses& x, double h,
               ImpulseStep::Result& result) {
  result.force = forcesOf(problem, x, h);
  if (problem.points) {
    problem.impulsesOf(x, result.impulse);
    result.impulse = withoutGhosts(std::move(result.impulse), problem.layout);
  }
  result.row_force = blocks.impulses(x.data() + problem.firstRow());
  for (double& force : result.row_force) force /= h;
}

}  // namespace

/// State of the step: velocities [local bodies x 6], impulses that compress compliant contacts, the
/// step length, and the reference of residuals from loadOf().
struct ImpulseStep::Motion {
  std::vector<double> v;
  Impulses pressing;
  double h, load;
};

ImpulseStep::ImpulseStep(ContactModel model, const Parameters& parameters)
    : model_(std::move(model)), limits_(parameters.limits), solver_(parameters.solver.make()) {}

ConeProblem ImpulseStep::problemOf(const Neighbourhood& neighbourhood, double h) {
  ConeProblem problem{neighbourhood.layout(), neighbourhood.halo()};
  const auto& bodies = neighbourhood.bodies();
  problem.free.reserve(6 * bodies.size());
  for (const RigidBody& body : bodies) {
    problem.mobility.push_back(body.isPoint() ? Mobility{} : body.mobility());
    problem.free.insert(problem.free.end(), body.free, body.free + 6);
  }
  for (const auto& found : neighbourhood.contacts()) {
    const RigidBody &a = bodies[static_cast<std::size_t>(found.first)],
                    &b = bodies[static_cast<std::size_t>(found.second)];
    Contact contact{found.first,
                    found.second,
                    found.law->is_pyramid ? pyramidFrameOf(found.point.normal) : frameOf(found.point.normal),
                    found.point.position - Eigen::Map<const Vec3>(a.centre),
                    found.point.position - Eigen::Map<const Vec3>(b.centre),
                    found.law->friction};
    contact.bias = biasOf(contact, a, b, found, h);
    contact.is_pyramid = found.law->is_pyramid;
    contact.is_convex = found.law->is_convex;
    if (found.law->compliance > 0.0) contact.compliance = found.law->compliance / (h * h);
    problem.contacts.push_back(contact);
  }
  addRollingResistances(neighbourhood, problem);
  return problem;
}

Impulses ImpulseStep::remembered(const Neighbourhood& neighbourhood, const ConeProblem& problem, double h) const {
  Impulses x = Impulses::Zero(problem.numImpulses());
  const auto& contacts = neighbourhood.contacts();
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const RigidBody &a = neighbourhood.bodies()[static_cast<std::size_t>(contacts[c].first)],
                    &b = neighbourhood.bodies()[static_cast<std::size_t>(contacts[c].second)];
    const Vec3 position =
        a.placedShape(model_.shapes[static_cast<std::size_t>(a.shape)]).toBody(contacts[c].point.position);
    double nearest = same_place * contacts[c].size;
    const auto range = of_first_.equal_range(a.number);
    for (auto it = range.first; it != range.second; ++it) {
      const ContactRecord& record = records_[it->second];
      if (record.second != b.number) continue;
      if (const double distance = (record.position_on_first - position).norm(); distance < nearest) {
        nearest = distance;
        const Contact& contact = problem.contacts[c];
        x.segment<3>(3 * static_cast<Eigen::Index>(c)) = h * (contact.frame.transpose() * record.force);
        if (contact.resistance >= 0)
          x.segment<3>(problem.firstRollingResistance() + 3 * static_cast<Eigen::Index>(contact.resistance)) =
              h * (contact.frame.transpose() * record.moment);
      }
    }
  }
  return x;
}

void ImpulseStep::remember(const Neighbourhood& neighbourhood, const ConeProblem& problem, const Impulses& x,
                           double h) {
  std::vector<ContactRecord> records;
  const auto& contacts = neighbourhood.contacts();
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const Vec3 gamma = x.segment<3>(3 * static_cast<Eigen::Index>(c));
    if (gamma.isZero(0.0)) continue;
    const RigidBody &a = neighbourhood.bodies()[static_cast<std::size_t>(contacts[c].first)],
                    &b = neighbourhood.bodies()[static_cast<std::size_t>(contacts[c].second)];
    const Contact& contact = problem.contacts[c];
    const Vec3 force = contact.frame * gamma / h;
    Vec3 moment = Vec3::Zero();
    if (contact.resistance >= 0)
      moment = contact.frame *
               x.segment<3>(problem.firstRollingResistance() + 3 * static_cast<Eigen::Index>(contact.resistance)) / h;
    const PlacedShape placed = a.placedShape(model_.shapes[static_cast<std::size_t>(a.shape)]);
    const ContactPoint& point = contacts[c].point;
    records.push_back({a.number, b.number, point, placed.toBody(point.position), force, moment});
  }
  setInitialGuess(std::move(records));
}

void ImpulseStep::setInitialGuess(std::vector<ContactRecord> records) {
  records_ = std::move(records);
  of_first_.clear();
  for (std::size_t t = 0; t < records_.size(); ++t) of_first_.emplace(records_[t].first, t);
}

// Replaces the contacts by frictionless contacts at the positions at the end of the step. Returns
// true if the penetration of a contact of this rank at these positions exceeds what its compliance
// admits.
bool ImpulseStep::overlaps(const Neighbourhood& neighbourhood, ConeProblem& problem, const Motion& motion) const {
  const auto& contacts = neighbourhood.contacts();
  bool any = false;
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    Contact& contact = problem.contacts[c];
    const double given = contact.compliance * motion.pressing[3 * static_cast<Eigen::Index>(c)];
    const double gap =
        contacts[c].point.gap + motion.h * (ConeProblem::relativeVelocityAt(contact, motion.v.data())[0] + given);
    contact.friction = 0.0;
    contact.least = 0.0;
    contact.resistance = -1;
    contact.bias = gap / motion.h;
    any = any || contacts[c].overlaps(gap);
  }
  return any;
}

// Computes w and the impulses that cause it; both are empty if nothing has to be corrected.
// @note Collective.
void ImpulseStep::correct(const Neighbourhood& neighbourhood, ConeProblem& problem, ExactConstraints* constraints,
                          Motion motion, Result& result) const {
  const base::Communicator& comm = problem.layout.comm();
  std::fill(problem.free.begin(), problem.free.end(), 0.0);
  problem.rolling_resistances.clear();
  std::vector<double> all, pushes, w;
  const auto addTo = [](std::vector<double>& sum, const std::vector<double>& values) {
    sum.resize(values.size(), 0.0);
    std::transform(values.begin(), values.end(), sum.begin(), sum.begin(), std::plus<>());
  };
  const int most = constraints != nullptr ? most_corrections : 1;
  for (int pass = 0; pass < most; ++pass) {
    bool drifts = false;
    if (constraints != nullptr) {
      std::vector<double> increments = withoutGhosts(motion.v, problem.layout);
      for (double& increment : increments) increment *= motion.h;
      constraints->updatePositions(increments);
      drifts = setDrift(constraints->rows(), motion.h, problem) > limits_.tolerance * motion.load;
    }
    const bool overlap = comm.any(overlaps(neighbourhood, problem, motion));
    if (!drifts && !(overlap && pass == 0)) break;
    Impulses x = Impulses::Zero(problem.numImpulses());
    result.correction_iterations += solver_->solve(problem, apart, x).iterations;
    problem.velocitiesOf(x, w);
    addTo(all, w), addTo(motion.v, w);
    motion.pressing.head(problem.firstRollingResistance()) += x.head(problem.firstRollingResistance());
    if (!problem.points) continue;
    problem.impulsesOf(x, w);
    addTo(pushes, w);
  }
  if (!all.empty()) result.correction = withoutGhosts(std::move(all), problem.layout);
  if (!pushes.empty()) result.correcting_impulse = withoutGhosts(std::move(pushes), problem.layout);
}

// Shifts the impulses so that x = 0 is admissible for all contacts and rows: the cohesive normal
// impulses become forces on the bodies, and the solution is relative to them.
// @note Collective.
void ImpulseStep::addCohesion(const Neighbourhood& neighbourhood, double h, ConeProblem& problem,
                              Impulses& base) const {
  if (!model_.rules.anyLaw([](const RigidContactLaw& law) { return law.cohesion > 0.0; })) return;
  const Impulses cohesion = cohesionOf(neighbourhood, problem, h);
  std::vector<double> v;
  problem.velocitiesOf(cohesion, v);
  for (std::size_t i = 0; i < v.size(); ++i) problem.free[i] -= v[i];
  base -= cohesion;
}

// Applies Poisson's law of impact in the formulation of Glocker and Pfeiffer. The compression phase
// computes the impulses that stop approaching bodies, without the forces of the step. The expansion
// phase requires at least e times each of these impulses.
// @note Collective.
Outcome ImpulseStep::compress(const Neighbourhood& neighbourhood, ConeProblem& problem, Impulses& base) const {
  if (!model_.rules.anyLaw([](const RigidContactLaw& law) { return law.bouncesByPoisson(); })) return {};
  const auto& contacts = neighbourhood.contacts();
  bool meet = false;
  for (std::size_t c = 0; c < contacts.size() && !meet; ++c)
    meet = contacts[c].law->bouncesByPoisson() &&
           isImpact(problem.contacts[c], neighbourhood.bodies()[static_cast<std::size_t>(contacts[c].first)],
                    neighbourhood.bodies()[static_cast<std::size_t>(contacts[c].second)]);
  if (!problem.layout.comm().any(meet)) return {};
  std::vector<double> free = beforeOf(neighbourhood.bodies()), v;
  problem.free.swap(free);
  Impulses x = Impulses::Zero(problem.numImpulses());
  const Outcome outcome = solver_->solve(problem, limits_, x);
  problem.velocitiesOf(x, v);
  for (std::size_t i = 0; i < v.size(); ++i) problem.free[i] = free[i] + v[i];
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const double normal = x[3 * static_cast<Eigen::Index>(c)];
    problem.contacts[c].bias += problem.contacts[c].compliance * normal;
    if (contacts[c].law->bouncesByPoisson()) problem.contacts[c].least = contacts[c].law->restitution * normal;
  }
  base += x;
  return outcome;
}

// Searches for contacts. @note Collective.
ImpulseStep::Result ImpulseStep::search(const base::Communicator& comm, const std::vector<RigidBody>& owned, double h,
                                        const std::vector<base::GlobalIndex>& joined) const {
  Result result;
  const double start = MPI_Wtime();
  result.neighbourhood = std::make_shared<Neighbourhood>(comm, model_, owned, h, joined);
  result.search_seconds = MPI_Wtime() - start;
  result.num_contacts = comm.sum(static_cast<long>(result.neighbourhood->contacts().size()));
  return result;
}

// Solves for the impulses of the compression phase, which are added to `base`, and for x. Returns
// the changes of velocity due to x.
// @note Collective.
std::vector<double> ImpulseStep::solve(ConeProblem& problem, Impulses& base, Impulses& x, Result& result) const {
  const Outcome compression = compress(*result.neighbourhood, problem, base);
  result.outcome = together(compression, solver_->solve(problem, limits_, x));
  std::vector<double> v;
  problem.velocitiesOf(x, v);
  if (isInfeasible(problem, x, v)) {
    result.outcome.converged = false;
    result.infeasible_pair = findInfeasiblePair(*result.neighbourhood, x);
  }
  return v;
}

ImpulseStep::Result ImpulseStep::advance(const base::Communicator& comm, const std::vector<RigidBody>& owned, double h,
                                         ExactConstraints* constraints, DeformableBodies* deformable) {
  const std::vector<base::GlobalIndex> joined = bodiesOf(constraints);
  Result result = search(comm, owned, h, joined);
  const Neighbourhood& neighbourhood = *result.neighbourhood;
  ConeProblem problem = problemOf(neighbourhood, h);
  if (result.num_contacts == 0 && constraints == nullptr) {
    setInitialGuess({});
    result.velocity = withoutGhosts(problem.free, problem.layout);
    result.force.assign(result.velocity.size(), 0.0);
    return result;
  }
  if (deformable != nullptr)
    problem.points =
        std::make_shared<PointMobility>(problem.layout, problem.halo, pointsOf(neighbourhood, joined), *deformable);
  static const ExactRows none;
  const ExactRows& exact = constraints != nullptr ? constraints->rows() : none;
  const RowBlocks blocks(exact, problem);
  problem.rows = rowsOf(blocks, exact, beforeOf(neighbourhood.bodies()));
  problem.frictional_rows = blocks.frictional_rows();
  Impulses x = remembered(neighbourhood, problem, h);
  const std::vector<double> last = blocks.fromImpulses(exact.force);
  for (std::size_t r = 0; r < last.size(); ++r) x[problem.firstRow() + static_cast<Eigen::Index>(r)] = h * last[r];
  Impulses base = Impulses::Zero(x.size());
  addCohesion(neighbourhood, h, problem, base);
  const Impulses pulling = base;
  x -= base;
  std::vector<double> v = solve(problem, base, x, result);
  for (std::size_t i = 0; i < v.size(); ++i) v[i] += problem.free[i];
  x += base;
  remember(neighbourhood, problem, x, h);
  setForces(problem, blocks, x, h, result);
  const double load = constraints != nullptr ? loadOf(problem, v, x) : 0.0;
  correct(neighbourhood, problem, constraints, {v, x - pulling, h, load}, result);
  result.velocity = withoutGhosts(std::move(v), problem.layout);
  return result;
}

InitialOverlap ImpulseStep::initialOverlap(const base::Communicator& comm, const std::vector<RigidBody>& owned) const {
  const Neighbourhood neighbourhood(comm, model_, owned, 0.0);
  const auto numberOf = [&](LocalIndex body) { return neighbourhood.bodies()[static_cast<std::size_t>(body)].number; };
  InitialOverlap all;
  for (const auto& found : neighbourhood.contacts())
    if (const double depth = -found.point.gap; depth > 0.0 && found.law->compliance == 0.0)
      all.add({depth, depth / found.size, 1, numberOf(found.first), numberOf(found.second)});
  return all;
}

}  // namespace tenon::contact

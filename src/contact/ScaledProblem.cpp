#include "ScaledProblem.hpp"

#include <algorithm>
#include <cmath>

namespace tenon::contact {
namespace {

using base::Vec3;
using base::Vec6;

Eigen::Index impulseOf(std::size_t contact) {
  return 3 * static_cast<Eigen::Index>(contact);
}

/// The six components of a contact that resists turning.
Vec6 both(const Impulses& x, const Turning& turning, Eigen::Index at) {
  Vec6 components;
  components << x.segment<3>(impulseOf(turning.contact)), x.segment<3>(at);
  return components;
}

}  // namespace

ScaledProblem::ScaledProblem(const ConeProblem& problem)
    : problem_(problem), augmentation_(problem.contacts.size(), 0.0), of_slidings_(problem.slidings.size(), 0.0) {
  scale_.resize(problem.numImpulses());
  Eigen::Index i = 0;
  const auto scaleOf = [](double w) { return w > 0.0 ? 1.0 / std::sqrt(w) : 0.0; };
  for (const Contact& contact : problem.contacts) {
    scale_.segment<3>(i).setConstant(scaleOf(problem.blockOf(contact).trace() / 3.0));
    i += 3;
  }
  for (const Turning& turning : problem.turnings) {
    scale_.segment<3>(i).setConstant(scaleOf(problem.blockOf(turning).trace() / 3.0));
    i += 3;
  }
  for (const Row& row : problem.rows) scale_[i++] = scaleOf(problem.blockOf(row));
  for (const Sliding& sliding : problem.slidings)
    scale_.segment<3>(firstOf(sliding)).setConstant(scaleOf(problem.blockOf(sliding).trace() / 3.0));
  problem.relative(problem.free, r_);
  r_ = scale_.cwiseProduct(r_ + problem.bias());
  double stopping = 0.0;
  i = 0;
  for (; i < problem.firstTurning(); i += 3)
    if (r_[i] < 0.0) stopping = std::max(stopping, -r_[i]);
  i = problem.firstRow();
  for (const Row& row : problem.rows) {
    if (!row.is_in_cone) stopping = std::max(stopping, row.has_bound ? -r_[i] : std::abs(r_[i]));
    ++i;
  }
  for (const Sliding& sliding : problem.slidings) stopping = std::max(stopping, -r_[firstOf(sliding)]);
  stopping_ = comm().max(stopping);
}

// In scaled impulses, of which those of moments have a scale of their own.
TurningCone ScaledProblem::coneOf(const Turning& turning, Eigen::Index at) const {
  const Contact& contact = problem_.contacts[turning.contact];
  const Eigen::Index of_contact = impulseOf(turning.contact);
  const double ratio = scale_[of_contact] / scale_[at];
  return {contact.friction, turning.spinning * ratio, turning.rolling * ratio, leastOf(contact, of_contact)};
}

void ScaledProblem::multiply(const Impulses& y, Impulses& Ny) const {
  problem_.velocitiesOf(toImpulses(y), v_);
  problem_.relative(v_, Ny);
  Ny = Ny.cwiseProduct(scale_);
}

void ScaledProblem::gradient(const Impulses& Ny, Impulses& g) const {
  g = Ny + r_;
  for (std::size_t c = 0; c < augmentation_.size(); ++c) g[3 * static_cast<Eigen::Index>(c)] += augmentation_[c];
  for (std::size_t s = 0; s < of_slidings_.size(); ++s) g[firstOf(problem_.slidings[s])] += of_slidings_[s];
}

void ScaledProblem::project(Impulses& y) const {
  Eigen::Index i = problem_.firstTurning();
  for (const Turning& turning : problem_.turnings) {  // the contacts' own parts lie in their cones from here on
    const Vec6 nearest = coneOf(turning, i).project(both(y, turning, i));
    y.segment<3>(impulseOf(turning.contact)) = nearest.head<3>();
    y.segment<3>(i) = nearest.tail<3>();
    i += 3;
  }
  i = 0;
  for (const Contact& contact : problem_.contacts) {
    auto gamma = y.segment<3>(i);
    gamma = projectOnCone(gamma, contact.friction, leastOf(contact, i));
    i += 3;
  }
  double* at = y.data() + problem_.firstRow();
  for (const Row& row : problem_.rows) {
    if (row.has_bound) *at = std::max(*at, 0.0);
    ++at;
  }
  for (const Sliding& sliding : problem_.slidings) {
    auto gamma = y.segment<3>(firstOf(sliding));
    gamma = projectOnCone(gamma, sliding.friction);
  }
}

void ScaledProblem::augment(const Impulses& Ny) {
  for (std::size_t c = 0; c < augmentation_.size(); ++c) {
    const Eigen::Index i = 3 * static_cast<Eigen::Index>(c);
    augmentation_[c] = problem_.contacts[c].friction * lengthOf(Ny[i + 1] + r_[i + 1], Ny[i + 2] + r_[i + 2]);
  }
  for (std::size_t s = 0; s < of_slidings_.size(); ++s) {
    const Eigen::Index i = firstOf(problem_.slidings[s]);
    of_slidings_[s] = problem_.slidings[s].friction * lengthOf(Ny[i + 1] + r_[i + 1], Ny[i + 2] + r_[i + 2]);
  }
  Eigen::Index i = problem_.firstTurning();
  for (const Turning& turning : problem_.turnings) {
    augmentation_[turning.contact] = coneOf(turning, i).augmentation(both(Ny, turning, i) + both(r_, turning, i));
    i += 3;
  }
}

ScaledProblem::Errors ScaledProblem::errors(const Impulses& y, const Impulses& Ny) const {
  double convex = 0.0, of_law = 0.0, largest = 0.0;
  Eigen::Index i = 0;
  for (std::size_t c = 0; c < augmentation_.size(); ++c, i += 3) {
    const double friction = problem_.contacts[c].friction, least = leastOf(problem_.contacts[c], i);
    const Vec3 gamma = y.segment<3>(i), u = Ny.segment<3>(i) + r_.segment<3>(i);
    largest = std::max(largest, gamma.norm());
    if (problem_.contacts[c].turning >= 0) continue;
    convex = std::max(convex, violationOfLaw(gamma, u + augmentation_[c] * Vec3::UnitX(), friction, 1.0, least));
    of_law = std::max(of_law, violationOfLaw(gamma, augmented(u, friction), friction, 1.0, least));
  }
  for (const Turning& turning : problem_.turnings) {
    const TurningCone cone = coneOf(turning, i);
    const Vec6 gamma = both(y, turning, i), u = both(Ny, turning, i) + both(r_, turning, i);
    convex = std::max(convex, violationOfLaw(gamma, u + augmentation_[turning.contact] * Vec6::Unit(0), cone));
    of_law = std::max(of_law, violationOfLaw(gamma, u + cone.augmentation(u) * Vec6::Unit(0), cone));
    i += 3;
  }
  for (const Row& row : problem_.rows) {
    const double u = Ny[i] + r_[i];
    const double error = row.is_in_cone ? 0.0 : std::abs(row.has_bound ? y[i] - std::max(y[i] - u, 0.0) : u);
    convex = std::max(convex, error);
    of_law = std::max(of_law, error);
    largest = std::max(largest, std::abs(y[i]));
    ++i;
  }
  for (std::size_t s = 0; s < of_slidings_.size(); ++s) {
    const Eigen::Index at = firstOf(problem_.slidings[s]);
    const double friction = problem_.slidings[s].friction;
    const Vec3 gamma = y.segment<3>(at), u = Ny.segment<3>(at) + r_.segment<3>(at);
    convex = std::max(convex, violationOfLaw(gamma, u + of_slidings_[s] * Vec3::UnitX(), friction, 1.0));
    of_law = std::max(of_law, violationOfLaw(gamma, augmented(u, friction), friction, 1.0));
  }
  double values[3] = {convex, of_law, largest};
  TENON_MPI(MPI_Allreduce(MPI_IN_PLACE, values, 3, MPI_DOUBLE, MPI_MAX, comm().mpi()));
  const double load = std::max(values[2], stopping_);
  return load > 0.0 ? Errors{values[0] / load, values[1] / load} : Errors{0.0, 0.0};
}

}  // namespace tenon::contact

#include "ScaledProblem.hpp"

#include <algorithm>
#include <cmath>

namespace tenon::contact {
namespace {

using base::Vec3;

}  // namespace

ScaledProblem::ScaledProblem(const ConeProblem& problem)
    : problem_(problem), augmentation_(problem.contacts.size(), 0.0) {
  scale_.resize(problem.numImpulses());
  Eigen::Index i = 0;
  const auto scaleOf = [](double w) { return w > 0.0 ? 1.0 / std::sqrt(w) : 0.0; };
  for (const Contact& contact : problem.contacts) {
    scale_.segment<3>(i).setConstant(scaleOf(problem.blockOf(contact).trace() / 3.0));
    i += 3;
  }
  for (const Row& row : problem.rows) scale_[i++] = scaleOf(problem.blockOf(row));
  problem.relative(problem.free, r_);
  r_ = scale_.cwiseProduct(r_ + problem.bias());
  double stopping = 0.0;
  i = 0;
  for (; i < 3 * static_cast<Eigen::Index>(problem.contacts.size()); i += 3)
    if (r_[i] < 0.0) stopping = std::max(stopping, -r_[i]);
  for (const Row& row : problem.rows) {
    stopping = std::max(stopping, row.has_bound ? -r_[i] : std::abs(r_[i]));
    ++i;
  }
  stopping_ = comm().max(stopping);
}

void ScaledProblem::multiply(const Impulses& y, Impulses& Ny) const {
  problem_.velocitiesOf(toImpulses(y), v_);
  problem_.relative(v_, Ny);
  Ny = Ny.cwiseProduct(scale_);
}

void ScaledProblem::gradient(const Impulses& Ny, Impulses& g) const {
  g = Ny + r_;
  for (std::size_t c = 0; c < augmentation_.size(); ++c) g[3 * static_cast<Eigen::Index>(c)] += augmentation_[c];
}

void ScaledProblem::project(Impulses& y) const {
  double* at = y.data();
  for (const Contact& contact : problem_.contacts) {
    Eigen::Map<Vec3> gamma(at);
    gamma = projectOnCone(gamma, contact.friction);
    at += 3;
  }
  for (const Row& row : problem_.rows) {
    if (row.has_bound) *at = std::max(*at, 0.0);
    ++at;
  }
}

void ScaledProblem::augment(const Impulses& Ny) {
  for (std::size_t c = 0; c < augmentation_.size(); ++c) {
    const Eigen::Index i = 3 * static_cast<Eigen::Index>(c);
    augmentation_[c] = problem_.contacts[c].friction * std::hypot(Ny[i + 1] + r_[i + 1], Ny[i + 2] + r_[i + 2]);
  }
}

ScaledProblem::Errors ScaledProblem::errors(const Impulses& y, const Impulses& Ny) const {
  double convex = 0.0, of_law = 0.0, largest = 0.0;
  Eigen::Index i = 0;
  for (std::size_t c = 0; c < augmentation_.size(); ++c, i += 3) {
    const double friction = problem_.contacts[c].friction;
    const Vec3 gamma = y.segment<3>(i), u = Ny.segment<3>(i) + r_.segment<3>(i);
    convex = std::max(convex, violationOfLaw(gamma, u + augmentation_[c] * Vec3::UnitX(), friction, 1.0));
    of_law = std::max(of_law, violationOfLaw(gamma, augmented(u, friction), friction, 1.0));
    largest = std::max(largest, gamma.norm());
  }
  for (const Row& row : problem_.rows) {
    const double u = Ny[i] + r_[i], error = std::abs(row.has_bound ? y[i] - std::max(y[i] - u, 0.0) : u);
    convex = std::max(convex, error);
    of_law = std::max(of_law, error);
    largest = std::max(largest, std::abs(y[i]));
    ++i;
  }
  double values[3] = {convex, of_law, largest};
  TENON_MPI(MPI_Allreduce(MPI_IN_PLACE, values, 3, MPI_DOUBLE, MPI_MAX, comm().mpi()));
  const double load = std::max(values[2], stopping_);
  return load > 0.0 ? Errors{values[0] / load, values[1] / load} : Errors{0.0, 0.0};
}

}  // namespace tenon::contact

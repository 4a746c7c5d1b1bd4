// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <pybind11/numpy.h>

#include <exception>
#include <memory>
#include <string>
#include <vector>

#include "tenon/analysis/Objective.hpp"

namespace tenon::python {

/// Solution at the end of a step, as methods of objectives in Python see it. It is available only
/// during the call that receives it.
class ObjectiveStep : public std::enable_shared_from_this<ObjectiveStep> {
 public:
  /// Creates a step from a sample, which must exist until finish().
  explicit ObjectiveStep(const analysis::ObjectiveSample& sample) : sample_(&sample) {}

  /// Returns the solution. @throws InputError if the call has ended
  const analysis::ObjectiveSample& sample() const;
  /// Returns the names of all objects.
  std::vector<std::string> objectNames() const;
  /// Returns an object. @throws InputError if it does not exist
  const system::Body& body(const std::string& name) const;
  /// Returns a constraint. @throws InputError if it does not exist
  const constraint::Constraint& constraint(const std::string& name) const;

  /// Returns the sum of a number or an array over all ranks.
  /// @throws InputError on all ranks if another rank has failed, or does not call this function
  /// @note Collective.
  pybind11::object sum(const pybind11::object& values);
  /// Ends the call: verifies that it has succeeded on all ranks.
  /// @param error  exception of this rank; nullptr if there is none
  /// @throws Error on all ranks if the call has failed on any rank
  /// @note Collective.
  void finish(const std::exception_ptr& error);
  /// Returns true if sum() has failed on all ranks.
  bool hasFailed() const { return failure_ != nullptr; }

 private:
  void agree(const std::exception_ptr& error, long call);

  const analysis::ObjectiveSample* sample_;
  std::exception_ptr failure_;  // error that all ranks have thrown in sum()
};

/// Object of a step. All arrays are copies, [owned nodes x components].
class ObjectiveObject {
 public:
  /// Creates a view of an object of a step.
  /// @throws InputError if the object does not exist
  ObjectiveObject(std::shared_ptr<const ObjectiveStep> step, const std::string& name)
      : step_(std::move(step)), body_(&step_->body(name)) {}

  /// Returns the object. @throws InputError if the call that received the step has ended
  const system::Body& body() const;
  /// Returns a copy of the owned nodes of an array of the state.
  pybind11::array_t<double> copyOf(gsl::span<const double> (la::State::*values)() const) const;
  /// Returns the current positions of points; for rigid bodies, the sum of reference and
  /// displacement.
  pybind11::array_t<double> positions() const;
  /// Returns the numbers of the owned nodes in the mesh file.
  pybind11::array_t<std::int64_t> tags() const;
  /// Returns the owned nodes of a group, in ascending order. Not collective.
  /// @throws InputError if there is no such group
  pybind11::array_t<std::int32_t> nodes(const std::string& group) const;

 private:
  pybind11::array_t<double> ownedPartOf(gsl::span<const double> values) const;

  std::shared_ptr<const ObjectiveStep> step_;
  const system::Body* body_;
};

}  // namespace tenon::python

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <memory>

#include "python/contributors/Contributor.hpp"
#include "tenon/analysis/Objective.hpp"

namespace tenon::python {

/// Objective in Python: an instance of a class derived from tenon.Objective.
class PyObjective : public analysis::Objective {
 public:
  /// Creates the objective with the settings of the Python object.
  /// @throws InputError if a setting is invalid
  PyObjective(pybind11::object object, base::Communicator comm);

  std::string name() const override { return self_.name(); }
  /// Calls the method value(). @throws InputError if its result is invalid or differs between ranks
  double value(const analysis::ObjectiveSample& sample) const override;
  /// Calls the method derivative(). @throws InputError if its result is invalid
  void addDerivatives(const analysis::ObjectiveSample& sample,
                      analysis::ObjectiveDerivatives& derivatives) const override;

 private:
  void evaluate(const char* method, const analysis::ObjectiveSample& sample,
                const std::function<void(const pybind11::object&)>& use) const;

  Contributor self_;
};

/// Returns a function that creates an objective for the given Python object.
std::function<std::unique_ptr<analysis::Objective>(const analysis::ObjectiveContext&)> objectiveFromPython(
    pybind11::object object, base::Communicator comm);

}  // namespace tenon::python

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "PyObjective.hpp"

#include <fmt/format.h>

#include "ObjectiveStep.hpp"
#include "tenon/base/CaseNode.hpp"
#include "tenon/base/suggest.hpp"

namespace py = pybind11;

namespace tenon::python {
namespace {

using analysis::ObjectiveDerivatives;

/// Returns a Python object as a dictionary. @throws InputError if it is no dictionary
py::dict dictionaryOf(const py::handle& object, const Method& method, const std::string& meaning) {
  if (py::isinstance<py::dict>(object)) return py::reinterpret_borrow<py::dict>(object);
  throw base::InputError(fmt::format("{} returned an object of type '{}', but must return {}.", method.name,
                                     py::str(py::type::of(object).attr("__name__")).cast<std::string>(), meaning));
}

/// Adds the arrays that a method returned for one quantity.
class DerivativeReader {
 public:
  DerivativeReader(const ObjectiveStep& step, const Method& method, ObjectiveDerivatives& derivatives)
      : step_(step), method_(method), derivatives_(derivatives) {}

  void read(const py::object& returned) const {
    for (const auto& [key, entry] : dictionaryOf(returned, method_, "a dictionary of derivatives by quantity")) {
      const std::string quantity = py::str(key);
      const std::vector<std::string> known{"displacement", "velocity", "acceleration", "multipliers"};
      if (!base::contains(known, quantity))
        throw base::InputError(fmt::format("{} returned derivatives by '{}', which is no quantity{}", method_.name,
                                           quantity, base::suggestionFor(quantity, known)));
      const std::string meaning = fmt::format("a dictionary of arrays for '{}'", quantity);
      for (const auto& [name, values] : dictionaryOf(entry, method_, meaning))
        add(quantity, py::str(name), py::reinterpret_borrow<py::object>(values));
    }
  }

 private:
  void add(const std::string& quantity, const std::string& name, const py::object& values) const {
    const Method method{method_.comm, fmt::format("{}['{}']['{}']", method_.name, quantity, name)};
    if (quantity == "multipliers") {
      const gsl::span<double> sum = derivatives_.byMultipliersOf(step_.constraint(name));
      return addTo(sum, checkedResult(values, {{static_cast<py::ssize_t>(sum.size())}}, method, "[rows of this rank]"));
    }
    const la::State& state = step_.body(name).state();
    const Shape shape{state.layout().numOwned(), state.block()};
    const Array array = checkedResult(values, {shape}, method, "[owned nodes, components]");
    addTo(quantity == "displacement" ? derivatives_.byDisplacementOf(state)
          : quantity == "velocity"   ? derivatives_.byVelocityOf(state)
                                     : derivatives_.byAccelerationOf(state),
          array);
  }

  static void addTo(gsl::span<double> sum, const Array& array) {
    for (py::ssize_t i = 0; i < array.size(); ++i) sum[static_cast<std::size_t>(i)] += array.data()[i];
  }

  const ObjectiveStep& step_;
  const Method& method_;
  ObjectiveDerivatives& derivatives_;
};

}  // namespace

PyObjective::PyObjective(py::object object, base::Communicator comm)
    : self_(std::move(object), comm, std::make_shared<bool>(true)) {
  base::Parameters<ObjectiveSettings> table;
  ObjectiveSettings::declare(table);
  const std::string text = self_.call([&] { return self_.object().attr("_settings")().cast<std::string>(); });
  static_cast<ObjectiveSettings&>(*this) = table.read(base::CaseNode::parse(text, name()), {});
}

// An exception on one rank becomes an error of all ranks.
void PyObjective::evaluate(const char* method, const analysis::ObjectiveSample& sample,
                           const std::function<void(const py::object&)>& use) const {
  const py::gil_scoped_acquire lock;
  const auto step = std::make_shared<ObjectiveStep>(sample);
  std::exception_ptr error;
  try {
    self_.call([&] {
      try {
        use(self_.object().attr(method)(step));
      } catch (const py::error_already_set&) {
        if (!step->hasFailed()) throw;  // otherwise finish() throws the common error, which has its cause elsewhere
      }
    });
  } catch (...) {
    error = std::current_exception();
  }
  step->finish(error);
}

double PyObjective::value(const analysis::ObjectiveSample& sample) const {
  double value = 0.0;
  evaluate("value", sample, [&](const py::object& returned) {
    value = *checkedResult(returned, {{}}, self_.method("value"), "(a number)").data();
  });
  const double least = self_.comm().min(value), largest = self_.comm().max(value);
  constexpr double round_off = 1e-12;
  if (largest - least > round_off * std::max(std::abs(least), std::abs(largest))) {
    base::InputError different(
        fmt::format("{} returned different numbers on different ranks, {} to {}: return the sum over all ranks, which "
                    "`step.sum(part)` computes.",
                    self_.nameOf("value"), least, largest));
    different.markOnAllRanks();
    throw different;
  }
  return least;
}

void PyObjective::addDerivatives(const analysis::ObjectiveSample& sample, ObjectiveDerivatives& derivatives) const {
  const ObjectiveStep names(sample);
  const Method method = self_.method("derivative");
  evaluate("derivative", sample,
           [&](const py::object& returned) { DerivativeReader(names, method, derivatives).read(returned); });
}

std::function<std::unique_ptr<analysis::Objective>(const analysis::ObjectiveContext&)> objectiveFromPython(
    py::object object, base::Communicator comm) {
  return
      [shared = std::make_shared<const PythonReference>(std::move(object)), comm](const analysis::ObjectiveContext&) {
        const py::gil_scoped_acquire lock;
        return std::make_unique<PyObjective>(shared->get(), comm);
      };
}

}  // namespace tenon::python

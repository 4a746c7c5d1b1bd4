// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <pybind11/functional.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "ModelArguments.hpp"
#include "analysis/adjoint/TaylorTest.hpp"
#include "bindings.hpp"
#include "python/casters.hpp"
#include "simulation/gradient/CellFieldResults.hpp"
#include "simulation/gradient/TaylorDirection.hpp"
#include "simulation/optimise/Optimisation.hpp"
#include "simulation/reading/outputs.hpp"
#include "simulation/reading/unusedOptionsOf.hpp"
#include "solver/options/OptionsDatabase.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::python {
namespace {

namespace py = pybind11;
using simulation::GradientParameter;
using simulation::OptimisationProgress;
using simulation::OptimisationResult;

/// Returns the parameters of a gradient: those selected, or an automatic selection.
std::vector<GradientParameter> parametersOf(const base::Communicator& comm, const simulation::CaseFile& file,
                                            const std::vector<std::string>& names) {
  std::vector<GradientParameter> parameters;
  base::runCollectively(comm, [&] { parameters = readGradientParameters(file, names); });
  return parameters;
}

py::dict dictionaryOf(const std::vector<GradientParameter>& parameters, const std::vector<double>& values) {
  py::dict dictionary;
  for (std::size_t p = 0; p < values.size(); ++p) dictionary[py::str(parameters[p].name)] = values[p];
  return dictionary;
}

/// Returns the parameters of a gradient as variables of a minimisation. @note Collective.
std::vector<simulation::ScaledParameter> scaledParameters(const py::tuple& arguments,
                                                          const std::vector<std::string>& names,
                                                          const py::object& comm) {
  const ModelArguments model(arguments);
  const base::Communicator ranks = communicatorOf(comm);
  std::vector<simulation::ScaledParameter> scaled;
  const std::vector<GradientParameter> parameters = parametersOf(ranks, model.read(ranks), names);
  base::runCollectively(ranks, [&] {
    for (const GradientParameter& parameter : parameters)
      if (parameter.is_field)
        throw base::InputError("The parameter '" + parameter.name +
                               "' has one value per cell, and functions of SciPy have numbers as variables only: use "
                               "tenon.gradient(), or select other parameters.");
  });
  for (const GradientParameter& parameter : parameters) scaled.emplace_back(parameter);
  return scaled;
}

template <class T>
py::array_t<T> arrayOf(const std::vector<T>& values) {
  return py::array_t<T>(static_cast<py::ssize_t>(values.size()), values.data());
}

/// Returns the derivatives of a field in the cells of this rank.
py::dict fieldOf(const base::Communicator& comm, const GradientParameter& parameter, const system::CellValues& cells,
                 const std::vector<double>& derivatives) {
  py::dict field;
  field["elements"] = arrayOf(cells.elements);
  field["values"] = arrayOf(cells.values);
  field["derivatives"] = arrayOf(derivatives);
  field["scaled_derivatives"] = arrayOf(scaledDerivatives(parameter, cells, derivatives));
  field["cells"] = simulation::statisticsOf(comm, derivatives).count;
  return field;
}

/// Returns the values of the numbers, and all derivatives. @note Collective.
py::dict derivativesOf(const base::Communicator& comm, const std::vector<GradientParameter>& parameters,
                       const simulation::GradientRunResult& run) {
  py::dict gradient, values, fields;
  for (std::size_t p = 0; p < parameters.size(); ++p) {
    const py::str name(parameters[p].name);
    const std::vector<double>& derivatives = run.gradient.gradient[p];
    if (parameters[p].is_field) {
      fields[name] = fieldOf(comm, parameters[p], run.cells[p], derivatives);
    } else {
      gradient[name] = derivatives[0];
      values[name] = parameters[p].value;
    }
  }
  py::dict result;
  result["gradient"] = gradient;
  result["parameters"] = values;
  result["fields"] = fields;
  return result;
}

/// Runs a case and returns its objective, and its gradient if it is requested. @note Collective.
py::dict evaluateGradient(const py::tuple& arguments, const std::vector<std::string>& names, bool with_gradient,
                          const std::string& fields_file, const py::object& comm) {
  const ModelArguments model(arguments);
  const base::Communicator ranks = communicatorOf(comm);
  const simulation::Additions additions = model.additions(ranks);
  const solver::OptionsDatabase database;
  const solver::OptionsDatabase::Scope scope(database);
  const simulation::CaseFile file = model.read(ranks);
  const io::OutputFolders folders = simulation::requireOutputs(ranks, {fields_file}, file.inputs());
  std::vector<GradientParameter> parameters;
  if (with_gradient) parameters = parametersOf(ranks, file, names);
  base::runCollectively(ranks, [&] { simulation::requireFields(parameters, fields_file); });
  solver::SolverOptions petsc(model.petsc, simulation::unusedOptionsOf(model), ranks);
  const simulation::GradientRunResult run =
      runGradient(ranks, file, parameters, petsc, analysis::TrajectoryOptions().memory, additions);
  if (!fields_file.empty()) writeCellFields(ranks, fields_file, parameters, run);
  py::list terms;
  for (std::size_t o = 0; o < run.objectives.size(); ++o)
    terms.append(py::make_tuple(run.objectives[o], run.gradient.terms[o]));
  py::dict result = derivativesOf(ranks, parameters, run);
  result["value"] = run.gradient.value;
  result["terms"] = terms;
  result["steps"] = run.num_steps;
  result["near_changes"] = run.gradient.near_changes.near;
  py::dict seconds;
  seconds["forward"] = run.forward_seconds;
  seconds["adjoint"] = run.gradient.adjoint_seconds;
  seconds["products"] = run.gradient.product_seconds;
  result["seconds"] = seconds;
  return result;
}

/// @note Collective.
py::dict resultOf(const base::Communicator& comm, const OptimisationResult& found) {
  std::vector<double> initial;
  for (const GradientParameter& parameter : found.parameters) initial.push_back(parameter.value);
  py::dict result;
  result["value"] = found.best.value;
  result["parameters"] = dictionaryOf(found.parameters, found.best.parameters);
  result["gradient"] = dictionaryOf(found.parameters, found.best.gradient);
  py::dict fields;
  for (const simulation::FieldOptimum& field : found.fields)
    fields[py::str(field.parameter.name)] = fieldOf(comm, field.parameter, field.cells, field.derivatives);
  result["fields"] = fields;
  result["initial_value"] = found.first.value;
  result["initial_parameters"] = dictionaryOf(found.parameters, initial);
  result["converged"] = found.minimisation.has_converged;
  result["reason"] = found.minimisation.reason;
  result["iterations"] = found.minimisation.iterations;
  result["evaluations"] = found.num_evaluations;
  result["failed_evaluations"] = found.num_failed;
  result["recorded_evaluations"] = found.num_recorded;
  return result;
}

/// Reads the settings of a minimisation; those that are missing are taken from the case.
void readSettings(const py::dict& settings, simulation::OptimiseBlock& block) {
  const auto read = [&](const char* name, auto& value) {
    if (settings.contains(name)) value = settings[name].cast<std::decay_t<decltype(value)>>();
  };
  read("method", block.method);
  read("iterations", block.iterations);
  read("gradient", block.gradient);
  read("objective", block.objective);
  read("step", block.step);
  read("failures", block.failures);
}

/// Minimises the objective of a case. @note Collective.
py::dict minimise(const py::tuple& arguments, const std::vector<std::string>& names, const py::dict& settings,
                  const py::tuple& table, const std::string& fields_file, const py::object& callback,
                  const py::object& comm) {
  const ModelArguments model(arguments);
  const base::Communicator ranks = communicatorOf(comm);
  simulation::OptimisationOptions options;
  options.additions = model.additions(ranks);
  const solver::OptionsDatabase database;
  const solver::OptionsDatabase::Scope scope(database);
  const simulation::CaseFile file = model.read(ranks);
  base::runCollectively(ranks, [&] {
    options.block = simulation::OptimiseBlock::read(file.root);
    readSettings(settings, options.block);
    options.block.requireValid();
  });
  options.parameters = names;
  options.table = {table[0].cast<std::string>(), table[1].cast<bool>(), table[2].cast<bool>()};
  options.fields_file = fields_file;
  const io::OutputFolders folders = simulation::requireOutputs(ranks, {options.table.path, fields_file}, file.inputs());
  options.identifiers = model.identifiers();
  options.allow_unused = model.allow_unused;
  options.end_on_signals = false;
  options.petsc_words = model.petsc;
  if (!callback.is_none()) options.on_iteration = [&](const OptimisationProgress& progress) { callback(progress); };
  return resultOf(ranks, simulation::Optimisation(ranks, file, options).run());
}

py::dict dictionaryOf(const analysis::TaylorTest& test) {
  py::dict result;
  result["steps"] = test.steps;
  result["without_gradient"] = test.without;
  result["with_gradient"] = test.with;
  result["order"] = test.order;
  result["passed"] = test.isPassed();
  return result;
}

/// Compares the gradient of a case with further runs along a direction.
/// @param components  components of the direction by name; empty for the default
/// @note Collective.
py::dict checkGradient(const py::tuple& arguments, const std::vector<std::string>& names,
                       const std::map<std::string, double>& components, double first_step, int halvings,
                       const py::object& comm) {
  constexpr double round_off = 1e-11;
  const ModelArguments model(arguments);
  const base::Communicator ranks = communicatorOf(comm);
  const simulation::Additions additions = model.additions(ranks);
  const solver::OptionsDatabase database;
  const solver::OptionsDatabase::Scope scope(database);
  const simulation::CaseFile file = model.read(ranks);
  const std::vector<GradientParameter> parameters = parametersOf(ranks, file, names);
  const auto run = [&](const simulation::CaseFile& other, const std::vector<GradientParameter>& of_gradient) {
    solver::SolverOptions petsc(model.petsc, simulation::unusedOptionsOf(model), ranks);
    return runGradient(ranks, other, of_gradient, petsc, analysis::TrajectoryOptions().memory, additions);
  };
  std::vector<double> factors;
  if (!components.empty())
    for (const GradientParameter& parameter : parameters)
      factors.push_back(components.count(parameter.name) != 0 ? components.at(parameter.name) : 0.0);
  const simulation::GradientRunResult found = run(file, parameters);
  const simulation::TaylorDirection direction(parameters, first_step, factors);
  const auto valueAt = [&](double h) {
    simulation::CaseFile moved;
    base::runCollectively(ranks, [&] { moved = direction.moved(file, h); });
    return run(moved, {}).gradient.value;
  };
  return dictionaryOf(analysis::runTaylorTest(found.gradient.value, direction.slope(ranks, found), valueAt, first_step,
                                              halvings, round_off));
}

py::dict taylorTest(double value, double slope, const std::function<double(double)>& function, double first_step,
                    int halvings) {
  constexpr double round_off = 1e-11;
  const analysis::TaylorTest test = analysis::runTaylorTest(value, slope, function, first_step, halvings, round_off);
  return dictionaryOf(test);
}

/// Returns the names of the numbers and of the parameters with one value per cell among the
/// parameters of a gradient.
/// @note Collective.
py::tuple parameterNames(const py::tuple& arguments, const std::vector<std::string>& names, const py::object& comm) {
  const ModelArguments model(arguments);
  const base::Communicator ranks = communicatorOf(comm);
  std::vector<std::string> numbers, fields;
  for (const GradientParameter& parameter : parametersOf(ranks, model.read(ranks), names))
    (parameter.is_field ? fields : numbers).push_back(parameter.name);
  return py::make_tuple(numbers, fields);
}

}  // namespace

void bindGradients(py::module_& module) {
  using simulation::ScaledParameter;
  py::class_<ScaledParameter>(module, "ScaledParameter", "Parameter as a variable of a minimisation.")
      .def_property_readonly("name", [](const ScaledParameter& scaled) { return scaled.parameter().name; })
      .def_property_readonly("value", [](const ScaledParameter& scaled) { return scaled.parameter().value; })
      .def_property_readonly("lower", &ScaledParameter::lower)
      .def_property_readonly("upper", &ScaledParameter::upper)
      .def("value_at", &ScaledParameter::valueAt, py::arg("x"))
      .def("slope_at", &ScaledParameter::slopeAt, py::arg("value"));
  py::class_<OptimisationProgress>(module, "Progress", "Progress of a minimisation; see `tenon.minimise()`.")
      .def_readonly("iteration", &OptimisationProgress::iteration)
      .def_readonly("evaluations", &OptimisationProgress::evaluations)
      .def_readonly("value", &OptimisationProgress::value)
      .def_readonly("gradient_norm", &OptimisationProgress::gradient)
      .def_readonly("step", &OptimisationProgress::step)
      .def_readonly("parameters", &OptimisationProgress::parameters);
  module.def("scaled_parameters", &scaledParameters, py::arg("arguments"), py::arg("names"), py::arg("comm"),
             "Returns the parameters of a case as variables of a minimisation. Collective.");
  module.def("evaluate_gradient", &evaluateGradient, py::arg("arguments"), py::arg("names"), py::arg("with_gradient"),
             py::arg("fields_file"), py::arg("comm"),
             "Runs a case and returns its objective and its gradient. Collective.");
  module.def("parameter_names", &parameterNames, py::arg("arguments"), py::arg("names"), py::arg("comm"),
             "Returns the names of the numbers and of the parameters with one value per cell. Collective.");
  module.def("check_gradient", &checkGradient, py::arg("arguments"), py::arg("names"), py::arg("components"),
             py::arg("first_step"), py::arg("halvings"), py::arg("comm"),
             "Compares the gradient of a case with further runs along a direction. Collective.");
  module.def("minimise", &minimise, py::arg("arguments"), py::arg("names"), py::arg("settings"), py::arg("table"),
             py::arg("fields_file"), py::arg("callback"), py::arg("comm"),
             "Minimises the objective of a case. Collective.");
  module.def("taylor_test", &taylorTest, py::arg("value"), py::arg("slope"), py::arg("function"), py::arg("first_step"),
             py::arg("halvings"), "Compares the derivative of a function with its values.");
}

}  // namespace tenon::python

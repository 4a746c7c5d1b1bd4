// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <pybind11/pybind11.h>

// Functions that add classes and functions to the extension module `_tenon`, one for each source
// file. module.cpp calls them in an order in which base classes precede derived classes.
namespace tenon::python {

/// Adds the exceptions and the translation of C++ exceptions.
void bindErrors(pybind11::module_& module);
/// Adds the class Simulation, without matrices.
void bindSimulation(pybind11::module_& module);
/// Adds the functions for matrices and vectors of a simulation.
void bindMatrices(pybind11::module_& module);
/// Adds the class Descriptor.
void bindDescriptor(pybind11::module_& module);
/// Adds the class ObjectState.
void bindStates(pybind11::module_& module);
/// Adds the function that executes a parameter study, and its options.
void bindStudy(pybind11::module_& module);

/// Adds the classes of steps that objectives in Python receive.
void bindObjectives(pybind11::module_& module);
/// Adds the functions that evaluate and minimise objectives, and their results.
void bindGradients(pybind11::module_& module);

/// Adds the functions that open and check models, and those for meshes in memory. Called after
/// bindSimulation().
void bindModel(pybind11::module_& module);
/// Adds the functions that describe the registered types.
void bindRegistries(pybind11::module_& module);

/// Adds the classes that contributors in Python use.
void bindContributors(pybind11::module_& module);
/// Adds the classes that the module tenon.testing uses.
void bindTesting(pybind11::module_& module);

}  // namespace tenon::python

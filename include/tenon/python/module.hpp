// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <Python.h>

#include <exception>
#include <functional>

#include "tenon/simulation/reading/registries.hpp"

// Python modules with custom types, the counterpart of tenon::main() (tenon/app/main.hpp).
namespace tenon::python {

/// Function that registers user-defined types in addition to those of tenon.
using RegisterTypes = std::function<void(simulation::Registries&)>;

/// Imports the package tenon, which initialises MPI and PETSc, and verifies that this module uses
/// the registries of the package.
/// @return true if this module can register its types; otherwise a Python exception is set
inline bool attachToPackage() {
  PyObject* const library = PyImport_ImportModule("tenon._library");
  if (library == nullptr) return false;
  PyObject* const compiled = PyObject_GetAttrString(library, "_tenon");
  Py_DECREF(library);
  if (compiled == nullptr) return false;
  PyObject* const address = PyObject_CallMethod(compiled, "registries_address", nullptr);
  Py_DECREF(compiled);
  if (address == nullptr) return false;
  const void* const of_package = PyLong_AsVoidPtr(address);
  Py_DECREF(address);
  if (PyErr_Occurred() != nullptr) return false;
  if (of_package == &simulation::registries()) return true;
  PyErr_SetString(
      PyExc_ImportError,
      "This module does not use the libtenon.so of the imported package tenon, so the package would not find the types "
      "of the module: link the module only to tenon::shared of the same installation (CMake: tenon_python_module()).");
  return false;
}

/// Creates the Python module of a definition and registers its types. Called by
/// TENON_PYTHON_MODULE.
/// @return new reference to the module, or nullptr with a Python exception
inline PyObject* createModule(PyModuleDef& definition, const RegisterTypes& register_types) {
  if (!attachToPackage()) return nullptr;
  try {
    register_types(simulation::registries());
    simulation::requireDistinctNames(simulation::registries());
  } catch (const std::exception& error) {
    PyErr_Format(PyExc_ImportError, "The types of the module '%s' cannot be registered: %s", definition.m_name,
                 error.what());
    return nullptr;
  }
  return PyModule_Create(&definition);
}

}  // namespace tenon::python

/// Defines a Python module that adds user-defined types to tenon. As soon as the module has been
/// imported, cases can use the types, and tenon.forces, tenon.materials and the other modules of
/// constructors contain their constructors:
///
///   TENON_PYTHON_MODULE(mine, [](tenon::simulation::Registries& all) {
///     all.forces.add<MyForce>("my-force", "what it does");
///   })
///
/// The CMake function tenon_python_module(mine MyForce.cpp) compiles such a module and links it to
/// libtenon.so. All ranks import the module before they open a case that uses its types.
/// @param name      name of the module, the first argument of tenon_python_module()
/// @param ...       function that receives the registries, such as a lambda
#define TENON_PYTHON_MODULE(name, ...)                                                                               \
  extern "C" __attribute__((visibility("default"))) PyObject* PyInit_##name();                                       \
  PyObject* PyInit_##name() {                                                                                        \
    static PyModuleDef definition = {                                                                                \
        PyModuleDef_HEAD_INIT, #name, "Types of a user of tenon.", -1, nullptr, nullptr, nullptr, nullptr, nullptr}; \
    return tenon::python::createModule(definition, (__VA_ARGS__));                                                   \
  }

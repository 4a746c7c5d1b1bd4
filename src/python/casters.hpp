// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <petscksp.h>
#include <pybind11/pybind11.h>

#include "tenon/base/Communicator.hpp"
#include "tenon/la/handles.hpp"

// Conversions of PETSc objects and MPI communicators between C++ and Python. PETSc objects become
// objects of petsc4py, and communicators become objects of mpi4py. A module that uses these
// conversions calls importPythonApis() when it is imported.
namespace tenon::python {

/// Imports the C interfaces of mpi4py and petsc4py, which the conversions need.
/// @throws pybind11::error_already_set if one of the packages cannot be imported
void importPythonApis();

/// Returns a petsc4py object with an additional reference to a matrix; None for nullptr.
pybind11::object share(Mat matrix);
/// Returns a petsc4py object with an additional reference to a vector; None for nullptr.
pybind11::object share(Vec vector);
/// Returns a petsc4py object with an additional reference to an index set; None for nullptr.
pybind11::object share(IS set);
/// Returns a petsc4py object with an additional reference to a linear solver; None for nullptr.
pybind11::object share(KSP solver);

/// Passes the ownership of a PETSc object to Python; None if the handle is empty.
template <class Object>
pybind11::object give(la::Handle<Object> handle) {
  return share(handle.get());  // the handle only releases its own reference
}

/// Returns the vector that a petsc4py object represents. The petsc4py object retains ownership.
/// @param object  object of type petsc4py.PETSc.Vec
/// @param called  name of the argument in messages
/// @throws pybind11::type_error if `object` is not a vector
Vec vectorOf(const pybind11::object& object, const char* called);
/// Returns the matrix that a petsc4py object represents. The petsc4py object retains ownership.
/// @param object  object of type petsc4py.PETSc.Mat
/// @param called  name of the argument in messages
/// @throws pybind11::type_error if `object` is not a matrix
Mat matrixOf(const pybind11::object& object, const char* called);

/// Returns the communicator of an mpi4py object. MPI_COMM_WORLD is used for None.
/// @throws pybind11::type_error if `object` is neither None nor a communicator
base::Communicator communicatorOf(const pybind11::object& object);
/// Returns an mpi4py object that refers to a communicator without owning it.
pybind11::object asPython(const base::Communicator& comm);

}  // namespace tenon::python

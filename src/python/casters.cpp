// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "python/casters.hpp"

#include <fmt/format.h>
#include <mpi4py/mpi4py.h>
#include <petsc4py/petsc4py.h>

namespace tenon::python {
namespace {

pybind11::object owned(PyObject* object) {
  if (object == nullptr) throw pybind11::error_already_set();
  return pybind11::reinterpret_steal<pybind11::object>(object);
}

[[noreturn]] void rejectType(const pybind11::object& object, const char* called, const char* expected) {
  throw pybind11::type_error(
      fmt::format("'{}' must be of type {}, but is of type {}.", called, expected, Py_TYPE(object.ptr())->tp_name));
}

}  // namespace

void importPythonApis() {
  if (import_mpi4py() < 0 || import_petsc4py() < 0) throw pybind11::error_already_set();
}

pybind11::object share(Mat matrix) {
  return matrix == nullptr ? pybind11::none() : owned(PyPetscMat_New(matrix));
}

pybind11::object share(Vec vector) {
  return vector == nullptr ? pybind11::none() : owned(PyPetscVec_New(vector));
}

pybind11::object share(IS set) {
  return set == nullptr ? pybind11::none() : owned(PyPetscIS_New(set));
}

pybind11::object share(KSP solver) {
  return solver == nullptr ? pybind11::none() : owned(PyPetscKSP_New(solver));
}

Vec vectorOf(const pybind11::object& object, const char* called) {
  if (!PyObject_TypeCheck(object.ptr(), &PyPetscVec_Type)) rejectType(object, called, "petsc4py.PETSc.Vec");
  return PyPetscVec_Get(object.ptr());
}

Mat matrixOf(const pybind11::object& object, const char* called) {
  if (!PyObject_TypeCheck(object.ptr(), &PyPetscMat_Type)) rejectType(object, called, "petsc4py.PETSc.Mat");
  return PyPetscMat_Get(object.ptr());
}

base::Communicator communicatorOf(const pybind11::object& object) {
  if (object.is_none()) return base::Communicator::world();
  if (!PyObject_TypeCheck(object.ptr(), &PyMPIComm_Type)) rejectType(object, "comm", "mpi4py.MPI.Comm");
  return base::Communicator(*PyMPIComm_Get(object.ptr()));
}

pybind11::object asPython(const base::Communicator& comm) {
  return owned(PyMPIComm_New(comm.mpi()));
}

}  // namespace tenon::python

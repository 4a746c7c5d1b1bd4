# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause

# Option TENON_PYTHON: builds the Python package `tenon` for the interpreter that has mpi4py and
# petsc4py. Debian installs both for /usr/bin/python3, which is therefore the default interpreter;
# another python3 on PATH may have neither.
if(NOT DEFINED Python3_EXECUTABLE AND EXISTS /usr/bin/python3)
  set(Python3_EXECUTABLE /usr/bin/python3)
endif()
find_package(Python3 REQUIRED COMPONENTS Interpreter)

# tenon_probe_python(<variable> <code>)
#   Sets the variable to the output of a Python program, or to an empty string if it fails.
function(tenon_probe_python variable code)
  execute_process(COMMAND "${CMAKE_COMMAND}" -E env "PETSC_DIR=${TENON_PETSC_PREFIX}" "${Python3_EXECUTABLE}" -c "${code}"
    OUTPUT_VARIABLE output ERROR_QUIET RESULT_VARIABLE failed OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(failed)
    set(output "")
  endif()
  set(${variable} "${output}" PARENT_SCOPE)
endfunction()

# The package in the build folder consists of links to its Python sources, so that
# PYTHONPATH=<build>/python uses them. src/python adds the compiled module.
set(TENON_PYTHON_PACKAGE "${PROJECT_BINARY_DIR}/python/tenon")
file(GLOB entries CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/python/tenon/*")
file(MAKE_DIRECTORY "${TENON_PYTHON_PACKAGE}")
foreach(entry IN LISTS entries)
  get_filename_component(name "${entry}" NAME)
  if(NOT name MATCHES "^(__pycache__|\\..*)$")
    file(CREATE_LINK "${entry}" "${TENON_PYTHON_PACKAGE}/${name}" SYMBOLIC)
  endif()
endforeach()

find_package(pybind11 QUIET CONFIG)
find_package(Python3 QUIET COMPONENTS Interpreter Development.Module)
set(TENON_PYTHON_SOABI "${Python3_SOABI}")
tenon_probe_python(TENON_MPI4PY_INCLUDE "import mpi4py; print(mpi4py.get_include())")
tenon_probe_python(TENON_PETSC4PY_INCLUDE "import petsc4py; print(petsc4py.get_include())")
tenon_probe_python(TENON_PETSC4PY_PREFIX "import petsc4py, os; print(os.path.realpath(petsc4py.get_config()['PETSC_DIR']))")
tenon_probe_python(TENON_NUMPY_FOUND "import numpy; print('yes')")

set(TENON_PYTHON_OBSTACLE "")
if(NOT pybind11_FOUND)
  set(TENON_PYTHON_OBSTACLE "pybind11 is missing (package pybind11-dev)")
elseif(NOT Python3_Development.Module_FOUND)
  set(TENON_PYTHON_OBSTACLE "the headers of ${Python3_EXECUTABLE} are missing (package python3-dev)")
elseif(NOT TENON_NUMPY_FOUND)
  set(TENON_PYTHON_OBSTACLE "${Python3_EXECUTABLE} cannot import numpy (package python3-numpy)")
elseif(NOT TENON_MPI4PY_INCLUDE)
  set(TENON_PYTHON_OBSTACLE "${Python3_EXECUTABLE} cannot import mpi4py (package python3-mpi4py)")
elseif(NOT TENON_PETSC4PY_INCLUDE)
  set(TENON_PYTHON_OBSTACLE "${Python3_EXECUTABLE} cannot import petsc4py (package python3-petsc4py-real)")
else()
  file(REAL_PATH "${TENON_PETSC_PREFIX}" petsc_prefix)
  if(NOT petsc_prefix STREQUAL TENON_PETSC4PY_PREFIX)
    set(TENON_PYTHON_OBSTACLE "petsc4py uses the PETSc in ${TENON_PETSC4PY_PREFIX}, but tenon that in ${petsc_prefix}: set PETSC_DIR to the latter, or install petsc4py for it")
  endif()
endif()
set(python_default ON)
if(TENON_PYTHON_OBSTACLE OR TENON_SANITIZE OR TENON_COVERAGE OR CMAKE_CROSSCOMPILING)
  set(python_default OFF)
endif()
option(TENON_PYTHON "Build the Python package tenon" ${python_default})
if(TENON_PYTHON AND TENON_PYTHON_OBSTACLE)
  message(FATAL_ERROR "TENON_PYTHON=ON: ${TENON_PYTHON_OBSTACLE}. Set Python3_EXECUTABLE to the interpreter to be used, or TENON_PYTHON to OFF.")
elseif(TENON_PYTHON_OBSTACLE)
  message(STATUS "The Python package is not built: ${TENON_PYTHON_OBSTACLE}.")
endif()

# Build with which _library.py compares the petsc4py that a program has imported.
if(TENON_PYTHON)
  set(index_bits 32)
  if(TENON_INT64)
    set(index_bits 64)
  endif()
  configure_file(cmake/configuration.py.in "${TENON_PYTHON_PACKAGE}/_configuration.py" @ONLY)
endif()

# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause

# Debian packages `tenon` (programs) and `libtenon-dev` (static libraries, headers, CMake targets).
# scripts/package builds them from the builds of all levels.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_VENDOR "tenon developers")
set(CPACK_PACKAGE_CONTACT "tenon developers <tenon@localhost>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL runtime development)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)

set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME tenon)
set(CPACK_COMPONENT_RUNTIME_DESCRIPTION "The command tenon runs cases with mpirun and
writes HDF5 and XDMF. It starts the program for the highest instruction-set level of the processor.")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SHLIBDEPS ON)  # dpkg-shlibdeps determines the required shared libraries
set(runtime_depends openmpi-bin python3 python3-numpy python3-h5py python3-meshio)
if(TENON_PYTHON)
  # The compiled module of the Python package is built for one version of Python and one PETSc.
  math(EXPR next_minor "${Python3_VERSION_MINOR} + 1")
  list(APPEND runtime_depends "python3 (>= ${Python3_VERSION_MAJOR}.${Python3_VERSION_MINOR})" "python3 (<< ${Python3_VERSION_MAJOR}.${next_minor})" python3-mpi4py)
  if(TENON_INT64)
    list(APPEND runtime_depends python3-petsc4py-64-real3.18)
  else()
    list(APPEND runtime_depends python3-petsc4py-real)
  endif()
endif()
string(JOIN ", " CPACK_DEBIAN_RUNTIME_PACKAGE_DEPENDS ${runtime_depends})
# Optional packages of tenon.results and tenon.pictures.
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SUGGESTS "python3-pandas, python3-matplotlib, python3-vtk9, python3-pil, python3-yaml, xvfb, xauth")

# Dependencies of find_package(tenon), as in cmake/TenonDependencies.cmake.
set(petsc libpetsc-real-dev)
set(slepc libslepc-real3.18-dev)
if(TENON_INT64)
  set(petsc libpetsc64-real-dev)
  set(slepc libslepc64-real3.18-dev)
endif()
string(JOIN ", " development_depends
  g++ cmake "make | ninja-build" pkg-config libopenmpi-dev petsc-dev ${petsc} ${slepc} libmetis-dev libhdf5-openmpi-dev libpng-dev libgraphviz-dev
  libeigen3-dev libyaml-cpp-dev libmuparser-dev libqhull-dev libcli11-dev libspdlog-dev libfmt-dev nlohmann-json3-dev
  libmsgsl-dev libboost-dev)
if(TENON_PYTHON)  # modules with custom types link the libtenon.so of the Python package
  string(APPEND development_depends ", tenon (= ${PROJECT_VERSION}), python3-dev")
endif()
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libtenon-dev)
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "Static libraries of each instruction-set level,
C++ headers and CMake targets, for contributors of one's own.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "${development_depends}")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_RECOMMENDS libgtest-dev)  # for tenon::testing
include(CPack)

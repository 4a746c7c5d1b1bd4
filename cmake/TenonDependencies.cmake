# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause

# Libraries used by tenon; all are packages of Debian 12 (installed by scripts/setup).
# tenonConfig.cmake includes this file, so that a program that uses an installed tenon finds the
# same libraries.
find_package(PkgConfig REQUIRED)
find_package(MPI REQUIRED COMPONENTS C CXX)
find_package(Eigen3 REQUIRED)
find_package(yaml-cpp REQUIRED)
find_package(spdlog REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(Microsoft.GSL REQUIRED)
find_package(Boost REQUIRED)  # headers only: Boost.Geometry's R-tree
find_package(GTest QUIET)     # optional: only tenon::testing and the tests need it

if(TENON_INT64)
  pkg_check_modules(TENON_PETSC REQUIRED IMPORTED_TARGET GLOBAL petsc64)
  pkg_check_modules(TENON_SLEPC REQUIRED IMPORTED_TARGET GLOBAL slepc64)
else()
  pkg_check_modules(TENON_PETSC REQUIRED IMPORTED_TARGET GLOBAL petsc)
  pkg_check_modules(TENON_SLEPC REQUIRED IMPORTED_TARGET GLOBAL slepc)
endif()
pkg_check_modules(TENON_HDF5 REQUIRED IMPORTED_TARGET GLOBAL hdf5-openmpi)
pkg_check_modules(TENON_MUPARSER REQUIRED IMPORTED_TARGET GLOBAL muparser)
pkg_check_modules(TENON_GRAPHVIZ REQUIRED IMPORTED_TARGET GLOBAL libgvc)
pkg_check_modules(TENON_QHULL REQUIRED IMPORTED_TARGET GLOBAL qhull_r)
pkg_check_modules(TENON_PNG REQUIRED IMPORTED_TARGET GLOBAL libpng)
find_library(METIS_LIBRARY metis REQUIRED)
find_path(METIS_INCLUDE_DIR metis.h REQUIRED)
if(NOT TARGET tenon_metis)
  add_library(tenon_metis INTERFACE IMPORTED GLOBAL)
  target_include_directories(tenon_metis INTERFACE "${METIS_INCLUDE_DIR}")
  target_link_libraries(tenon_metis INTERFACE "${METIS_LIBRARY}")
endif()

# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause

# Build type, language standard, warnings and compiler cache.
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug, Release or RelWithDebInfo" FORCE)
endif()

set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}")

# ccache stores results of sources with precompiled headers only with pch_defines and time_macros:
# macros on the command line and the time of compilation do not affect these headers. CCACHE_BASEDIR
# makes paths identical in every clone.
#
# CCACHE_DEPEND hashes the files in dependency files instead of preprocessed text. Preprocessed text
# contains no comments: after a change of a comment ccache returned an old precompiled header, whose
# checksum for "#pragma once" did not match the file. The namespace separates entries from those of
# earlier versions of this file.
find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
  set(CMAKE_CXX_COMPILER_LAUNCHER env CCACHE_SLOPPINESS=pch_defines,time_macros
    "CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}" CCACHE_NOHASHDIR=1 CCACHE_DEPEND=1 CCACHE_NAMESPACE=tenon-depend
    "${CCACHE_PROGRAM}")
endif()

add_library(tenon_flags INTERFACE)
add_library(tenon::flags ALIAS tenon_flags)
set_target_properties(tenon_flags PROPERTIES EXPORT_NAME flags)
target_compile_features(tenon_flags INTERFACE cxx_std_17)
target_compile_definitions(tenon_flags INTERFACE OMPI_SKIP_MPICXX)  # omits the C++ bindings of MPI-2 to reduce compile time
# Installed targets do not export -march, but its effects on the binary interface: the size of Lane
# and the alignment of Eigen's types. A program that links tenon may be compiled for any processor
# with at least this register width (base/Lane.hpp).
include(TenonLanes)
if(TENON_MARCH)
  target_compile_options(tenon_flags INTERFACE $<BUILD_INTERFACE:-march=${TENON_MARCH}>)
endif()
target_compile_definitions(tenon_flags INTERFACE
  $<INSTALL_INTERFACE:TENON_LANES=${TENON_LANES}> $<INSTALL_INTERFACE:EIGEN_MAX_ALIGN_BYTES=${TENON_ALIGNMENT}>)
target_compile_options(tenon_flags INTERFACE $<BUILD_INTERFACE:-Wall -Wextra -Wpedantic -Wshadow -Wno-psabi>)
# Disables false warnings of GCC 12 about uninitialised values and array bounds in intrinsics used
# by Eigen (GCC bug 105593).
target_compile_options(tenon_flags INTERFACE $<BUILD_INTERFACE:-Wno-maybe-uninitialized> $<BUILD_INTERFACE:-Wno-array-bounds>)
# Garbage collection in GCC takes 10 % of the compile time of a large source; it starts only
# above 1 GiB of memory.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(tenon_flags INTERFACE $<BUILD_INTERFACE:--param=ggc-min-heapsize=1048576>)
endif()
# Sanitizers: -O1 halves the time of the tests compared with -O0, and line tables (-g1) suffice for
# call stacks.
if(TENON_SANITIZE)
  target_compile_options(tenon_flags INTERFACE
    $<BUILD_INTERFACE:-fsanitize=address,undefined -fno-omit-frame-pointer -O1 -g1>)
  target_link_options(tenon_flags INTERFACE $<BUILD_INTERFACE:-fsanitize=address,undefined>)
endif()
# Coverage by gcov. Counters are updated atomically because PETSc and MPI may use threads, and the
# ranks of a run merge their counts into one file per source when they end.
if(TENON_COVERAGE)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    message(FATAL_ERROR "TENON_COVERAGE=ON needs GCC, whose gcov scripts/coverage evaluates.")
  endif()
  target_compile_options(tenon_flags INTERFACE
    $<BUILD_INTERFACE:--coverage -fprofile-update=atomic -fprofile-abs-path -O1 -g1>)
  target_link_options(tenon_flags INTERFACE $<BUILD_INTERFACE:--coverage>)
endif()

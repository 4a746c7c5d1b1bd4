# Build type, language level, warnings and the compiler cache.
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug, Release or RelWithDebInfo" FORCE)
endif()

set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}")

# ccache keeps results of sources with precompiled headers only where it is told that macros given on the command line
# and the time of compilation do not matter to these headers. Paths below the source folder are the same in every clone.
# Dependency files decide what is kept (CCACHE_DEPEND), not preprocessed text: that has no comments, so precompiled headers
# of before a comment changed were taken from the cache, and their checksums for "#pragma once" no longer matched the files.
# The name space leaves what earlier versions of this file have stored alone.
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
target_compile_definitions(tenon_flags INTERFACE OMPI_SKIP_MPICXX)  # the C++ bindings of MPI-2 only cost compile time
# Installed targets export no -march, but what it decides of the binary interface: the size of Lane and the alignment of
# Eigen's types. Whoever links tenon may compile for any processor whose registers are as wide at least (base/Lane.hpp).
include(TenonLanes)
if(TENON_MARCH)
  target_compile_options(tenon_flags INTERFACE $<BUILD_INTERFACE:-march=${TENON_MARCH}>)
endif()
target_compile_definitions(tenon_flags INTERFACE
  $<INSTALL_INTERFACE:TENON_LANES=${TENON_LANES}> $<INSTALL_INTERFACE:EIGEN_MAX_ALIGN_BYTES=${TENON_ALIGNMENT}>)
target_compile_options(tenon_flags INTERFACE $<BUILD_INTERFACE:-Wall -Wextra -Wpedantic -Wshadow -Wno-psabi>)
# GCC 12 takes its own intrinsics for uninitialised, and for accesses out of bounds, wherever Eigen uses them (GCC bug
# 105593).
target_compile_options(tenon_flags INTERFACE $<BUILD_INTERFACE:-Wno-maybe-uninitialized> $<BUILD_INTERFACE:-Wno-array-bounds>)
# GCC's own garbage collection is a tenth of the time of a large source: it waits until there is more than a gigabyte.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(tenon_flags INTERFACE $<BUILD_INTERFACE:--param=ggc-min-heapsize=1048576>)
endif()
if(TENON_SANITIZE)
  target_compile_options(tenon_flags INTERFACE $<BUILD_INTERFACE:-fsanitize=address,undefined -fno-omit-frame-pointer>)
  target_link_options(tenon_flags INTERFACE $<BUILD_INTERFACE:-fsanitize=address,undefined>)
endif()

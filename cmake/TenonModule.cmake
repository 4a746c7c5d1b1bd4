# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause

# Headers that most sources include. They are precompiled once for all modules, which saves a third
# of the build time, and once for all tests.
#
# Headers of tenon are precompiled only in unity builds, because a change of one rebuilds
# everything. Low-level modules then also see headers that they may not use;
# `scripts/check_includes.py` reports such uses.
#
# nlohmann/json.hpp is not precompiled: GCC instantiates the templates of its inline functions again
# in each source that uses the precompiled header (0.35 s), and few sources need it.
set(precompiled_headers
  <algorithm> <array> <cmath> <cstdint> <fstream> <functional> <limits> <map> <memory> <numeric> <optional> <set> <sstream> <string>
  <unordered_map> <utility> <vector>
  <fmt/format.h> <fmt/ranges.h> <gsl/span> <Eigen/Dense>
  <mpi.h> <petscksp.h> <hdf5.h>)
if(TENON_UNITY)
  list(APPEND precompiled_headers
    <tenon/base/Log.hpp> <tenon/base/Registry.hpp> <tenon/fem/Region.hpp> <tenon/system/MechanicalSystem.hpp>)
endif()

# tenon_unite(<target>)
#   Compiles the sources of the target in groups if TENON_UNITY is set. A complete build takes half
#   the time; a change of one source takes longer.
function(tenon_unite target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${TENON_UNITY} UNITY_BUILD_BATCH_SIZE 12)
endfunction()

# tenon_precompiled(<name> USES <targets...> HEADERS <headers...>)
#   Adds a target whose precompiled headers are reused by `target_precompile_headers(<other>
#   REUSE_FROM <name>)`.
function(tenon_precompiled name)
  cmake_parse_arguments(arg "" "" "USES;HEADERS" ${ARGN})
  set(source "${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp")
  file(CONFIGURE OUTPUT "${source}" CONTENT "")
  add_library(${name} OBJECT "${source}")
  target_link_libraries(${name} PRIVATE ${arg_USES})
  target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}/include" "${PROJECT_SOURCE_DIR}/src")
  target_precompile_headers(${name} PRIVATE ${arg_HEADERS})
endfunction()

# tenon_module(<name> USES <targets...> [PRIVATELY <targets...>] [STATIC])
#   Adds the library of a module and the target tenon::<name>: all .cpp files in src/<name> and its
#   subfolders, with public headers in include/tenon/<name>. Internal headers in src/<name> are
#   included as "<name>/folder/header.hpp" by this module and by those of higher levels. The
#   library is shared if BUILD_SHARED_LIBS is set, with the major version in its SONAME; STATIC: in
#   no case.
function(tenon_module name)
  cmake_parse_arguments(arg "STATIC" "" "USES;PRIVATELY" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.cpp")
  set(kind STATIC)
  if(BUILD_SHARED_LIBS AND NOT arg_STATIC)
    set(kind SHARED)
  endif()
  if(sources)
    add_library(tenon_${name} ${kind} ${sources})
    set(scope PUBLIC)
    target_link_libraries(tenon_${name} PRIVATE ${arg_PRIVATELY})
    target_precompile_headers(tenon_${name} REUSE_FROM tenon_precompiled_headers)
    tenon_unite(tenon_${name})
    if(kind STREQUAL "SHARED")
      # DEFINE_SYMBOL: no further macro, so that precompiled headers remain valid.
      set_target_properties(tenon_${name} PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR} DEFINE_SYMBOL "")
      if(NOT TENON_SANITIZE)
        target_link_options(tenon_${name} PRIVATE LINKER:-z,defs)  # no symbols of modules that USES omits
      endif()
    endif()
  else()
    add_library(tenon_${name} INTERFACE)
    set(scope INTERFACE)
  endif()
  add_library(tenon::${name} ALIAS tenon_${name})
  set_target_properties(tenon_${name} PROPERTIES EXPORT_NAME ${name})
  target_include_directories(tenon_${name} ${scope}
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src> $<INSTALL_INTERFACE:include>)
  target_link_libraries(tenon_${name} ${scope} ${arg_USES})
  set_property(GLOBAL APPEND PROPERTY TENON_MODULES tenon_${name})
endfunction()

# Number of cores for tests, and the resource specification from which ctest assigns them
# (scripts/test: --resource-spec-file).
execute_process(COMMAND env -u OMP_NUM_THREADS nproc OUTPUT_VARIABLE TENON_TEST_CORES OUTPUT_STRIP_TRAILING_WHITESPACE)
set(cores "")
math(EXPR last "${TENON_TEST_CORES} - 1")
foreach(core RANGE ${last})
  list(APPEND cores "{\"id\": \"${core}\", \"slots\": 1}")
endforeach()
list(JOIN cores ", " cores)
file(WRITE "${PROJECT_BINARY_DIR}/cores.json"
  "{\"version\": {\"major\": 1, \"minor\": 0}, \"local\": [{\"cores\": [${cores}]}]}\n")

# tenon_ranks_test(NAME <test> RANKS <number> COMMAND <command...> [WORKING_DIRECTORY <folder>])
#   Adds a test on the given number of ranks. Each rank has its own core if there are enough;
#   otherwise all ranks share one core (tests/share_core.py). Three ranks that wait for each other
#   take up to six times as long on two cores as on one.
function(tenon_ranks_test)
  cmake_parse_arguments(arg "" "NAME;RANKS;WORKING_DIRECTORY" "COMMAND" ${ARGN})
  if(NOT arg_WORKING_DIRECTORY)
    set(arg_WORKING_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}")
  endif()
  set(properties PROCESSORS ${arg_RANKS})
  if(arg_RANKS GREATER TENON_TEST_CORES)
    list(PREPEND arg_COMMAND /usr/bin/python3 -B "${PROJECT_SOURCE_DIR}/tests/share_core.py")
    set(properties PROCESSORS 1 RESOURCE_GROUPS "cores:1")
  endif()
  add_test(NAME ${arg_NAME} COMMAND ${arg_COMMAND} WORKING_DIRECTORY "${arg_WORKING_DIRECTORY}")
  set_tests_properties(${arg_NAME} PROPERTIES ${properties})
endfunction()

# tenon_test(<module> [USES <targets...>] [RANKS 1 2 3 4] [TIMEOUT seconds]
#            [UNITED] [APART <sources...>])
#   Adds one GoogleTest program per module from all .cpp files in tests/<module>, run by mpirun on
#   each number of ranks. UNITED: sources are compiled in groups if TENON_UNITY is set, which takes
#   less than half the time. Names in their unnamed namespaces have to differ. Sources listed under
#   APART are compiled separately.
function(tenon_test module)
  cmake_parse_arguments(arg "UNITED" "TIMEOUT" "USES;RANKS;APART" ${ARGN})
  if(NOT arg_RANKS)
    set(arg_RANKS 1 2 3 4)
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 600)  # ends a deadlock, with a margin for a busy machine
  endif()
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.cpp")
  if(NOT sources)
    return()  # the module has no tests
  endif()
  add_executable(test_${module} ${sources})
  set_target_properties(test_${module} PROPERTIES POSITION_INDEPENDENT_CODE OFF)  # as for tenon_precompiled_test_headers
  if(arg_UNITED)
    set_target_properties(test_${module} PROPERTIES UNITY_BUILD ${TENON_UNITY} UNITY_BUILD_BATCH_SIZE 5)
    set_source_files_properties(${arg_APART} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  endif()
  target_precompile_headers(test_${module} REUSE_FROM tenon_precompiled_test_headers)
  target_link_libraries(test_${module} PRIVATE tenon_testing tenon::${module} ${arg_USES})
  foreach(ranks IN LISTS arg_RANKS)
    tenon_ranks_test(NAME ${module}.${ranks} RANKS ${ranks}
      COMMAND ${MPIEXEC_EXECUTABLE} --oversubscribe --bind-to none -n ${ranks} $<TARGET_FILE:test_${module}>
      WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
    set_tests_properties(${module}.${ranks} PROPERTIES
      TIMEOUT ${arg_TIMEOUT} LABELS "${module}"
      ENVIRONMENT "GTEST_BRIEF=1;GTEST_COLOR=no;OMPI_ALLOW_RUN_AS_ROOT=1;OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1;OMPI_MCA_mpi_yield_when_idle=1;OMP_NUM_THREADS=1;OPENBLAS_NUM_THREADS=1")
  endforeach()
endfunction()

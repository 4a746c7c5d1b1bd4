# Headers that most sources include: read once for all modules (a third of the time of a build), and once for all tests.
# Those of tenon only for who builds everything once: a change of one builds everything anew. They are of any module,
# the lowest ones see headers that they may not use; `scripts/check_includes.py` tells. Not nlohmann/json.hpp: GCC instantiates
# what its inline functions use, 0.35 s, anew for each source that reads it precompiled, and few sources use it.
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
#   Compiles the target's sources in groups where TENON_UNITY asks for it: half the time for all of them, more for one.
function(tenon_unite target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${TENON_UNITY} UNITY_BUILD_BATCH_SIZE 12)
endfunction()

# tenon_precompiled(<name> USES <targets...> HEADERS <headers...>)
#   A target whose precompiled headers others take by `target_precompile_headers(<other> REUSE_FROM <name>)`.
function(tenon_precompiled name)
  cmake_parse_arguments(arg "" "" "USES;HEADERS" ${ARGN})
  set(source "${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp")
  file(CONFIGURE OUTPUT "${source}" CONTENT "")
  add_library(${name} OBJECT "${source}")
  target_link_libraries(${name} PRIVATE ${arg_USES})
  target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}/include")
  target_precompile_headers(${name} PRIVATE ${arg_HEADERS})
endfunction()

# tenon_module(<name> USES <targets...> [PRIVATELY <targets...>])
#   One library per module: every .cpp of src/<name> and its folders, headers in include/tenon/<name>. Headers of src/<name>
#   are included as they stand there, "folder/header.hpp", by that module alone.
function(tenon_module name)
  cmake_parse_arguments(arg "" "" "USES;PRIVATELY" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.cpp")
  if(sources)
    add_library(tenon_${name} STATIC ${sources})
    set(scope PUBLIC)
    target_link_libraries(tenon_${name} PRIVATE ${arg_PRIVATELY})
    target_include_directories(tenon_${name} PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}")
    target_precompile_headers(tenon_${name} REUSE_FROM tenon_precompiled_headers)
    tenon_unite(tenon_${name})
  else()
    add_library(tenon_${name} INTERFACE)
    set(scope INTERFACE)
  endif()
  add_library(tenon::${name} ALIAS tenon_${name})
  set_target_properties(tenon_${name} PROPERTIES EXPORT_NAME ${name})
  target_include_directories(tenon_${name} ${scope}
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:include>)
  target_link_libraries(tenon_${name} ${scope} ${arg_USES})
  set_property(GLOBAL APPEND PROPERTY TENON_MODULES tenon_${name})
endfunction()

# Cores that tests may use, and the list of them that ctest deals out (scripts/test: --resource-spec-file).
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
#   A test of so many ranks. Each has a core of its own where there are enough; otherwise all share one: on two cores, three
#   ranks that wait for each other take up to six times as long side by side as by turns on one (tests/share_core.py).
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

# tenon_test(<module> [USES <targets...>] [RANKS 1 2 3 4] [TIMEOUT seconds] [UNITED] [APART <sources...>])
#   One GoogleTest binary per module from every .cpp in tests/<module>, run by mpirun on each number of ranks. UNITED: sources are
#   compiled in groups where TENON_UNITY asks for it, which takes less than half the time; names in their unnamed namespaces
#   differ, except in those APART.
function(tenon_test module)
  cmake_parse_arguments(arg "UNITED" "TIMEOUT" "USES;RANKS;APART" ${ARGN})
  if(NOT arg_RANKS)
    set(arg_RANKS 1 2 3 4)
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 600)  # ends a hang, and leaves room for a machine that is busy with other things
  endif()
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.cpp")
  if(NOT sources)
    return()  # a module without tests yet
  endif()
  add_executable(test_${module} ${sources})
  set_target_properties(test_${module} PROPERTIES POSITION_INDEPENDENT_CODE OFF)  # as tenon_precompiled_test_headers
  if(arg_UNITED)
    set_target_properties(test_${module} PROPERTIES UNITY_BUILD ${TENON_UNITY} UNITY_BUILD_BATCH_SIZE 5)
    set_source_files_properties(${arg_APART} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  endif()
  target_include_directories(test_${module} PRIVATE "${PROJECT_SOURCE_DIR}/src/${module}")
  target_precompile_headers(test_${module} REUSE_FROM tenon_precompiled_test_headers)
  target_link_libraries(test_${module} PRIVATE tenon_testing tenon::${module} ${arg_USES})
  foreach(ranks IN LISTS arg_RANKS)
    tenon_ranks_test(NAME ${module}.${ranks} RANKS ${ranks}
      COMMAND ${MPIEXEC_EXECUTABLE} --oversubscribe --bind-to none -n ${ranks} $<TARGET_FILE:test_${module}>
      WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
    set_tests_properties(${module}.${ranks} PROPERTIES
      TIMEOUT ${arg_TIMEOUT} LABELS "${module}"
      ENVIRONMENT "OMPI_ALLOW_RUN_AS_ROOT=1;OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1;OMPI_MCA_mpi_yield_when_idle=1;OMP_NUM_THREADS=1;OPENBLAS_NUM_THREADS=1")
  endforeach()
endfunction()

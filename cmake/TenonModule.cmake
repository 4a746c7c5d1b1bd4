# tenon_module(<name> USES <targets...> [PRIVATELY <targets...>])
#   One library per module: every .cpp of src/<name>, headers in include/tenon/<name>.
function(tenon_module name)
  cmake_parse_arguments(arg "" "" "USES;PRIVATELY" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.cpp")
  if(sources)
    add_library(tenon_${name} STATIC ${sources})
    set(scope PUBLIC)
    target_link_libraries(tenon_${name} PRIVATE ${arg_PRIVATELY})
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

# tenon_test(<module> [USES <targets...>] [RANKS 1 2 3 4] [TIMEOUT seconds])
#   One GoogleTest binary per module from every .cpp in tests/<module>, run by mpirun on each number of ranks.
function(tenon_test module)
  cmake_parse_arguments(arg "" "TIMEOUT" "USES;RANKS" ${ARGN})
  if(NOT arg_RANKS)
    set(arg_RANKS 1 2 3 4)
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 900)
  endif()
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.cpp")
  if(NOT sources)
    return()  # a module without tests yet
  endif()
  add_executable(test_${module} ${sources})
  target_link_libraries(test_${module} PRIVATE tenon_testing tenon::${module} ${arg_USES})
  foreach(ranks IN LISTS arg_RANKS)
    add_test(NAME ${module}.${ranks}
      COMMAND ${MPIEXEC_EXECUTABLE} --oversubscribe --bind-to none -n ${ranks} $<TARGET_FILE:test_${module}>
      WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
    set_tests_properties(${module}.${ranks} PROPERTIES
      PROCESSORS ${ranks} TIMEOUT ${arg_TIMEOUT} LABELS "${module}"
      ENVIRONMENT "OMPI_ALLOW_RUN_AS_ROOT=1;OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1;OMPI_MCA_mpi_yield_when_idle=1;OMP_NUM_THREADS=1;OPENBLAS_NUM_THREADS=1")
  endforeach()
endfunction()

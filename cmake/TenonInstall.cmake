# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause

# Rules for `cmake --install` and `find_package(tenon)`. Components: `runtime` (programs and shared
# libraries), `development` (static libraries and headers). Targets: one for each module
# (tenon::base, ...), tenon::tenon for all of them, and tenon::testing for the fixtures if there is
# GoogleTest.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

get_property(modules GLOBAL PROPERTY TENON_MODULES)
add_library(tenon_all INTERFACE)
set_target_properties(tenon_all PROPERTIES EXPORT_NAME tenon)
add_library(tenon::tenon ALIAS tenon_all)
target_link_libraries(tenon_all INTERFACE ${modules})

# Installation of a single level: bin/tenon, lib/libtenon_*.a. Installation of several levels
# (TENON_LEVELS): the program and the libraries of each level are in lib/tenon/<level>/, and
# bin/tenon is the launcher. Files common to all levels are identical in each build.
set(config_dir ${CMAKE_INSTALL_LIBDIR}/cmake/tenon)
set(library_dir ${CMAKE_INSTALL_LIBDIR})
set(targets_dir ${config_dir})
if(TENON_LEVELS)
  set(levels x86-64-v2 x86-64-v3 x86-64-v4)
  if(NOT TENON_MARCH IN_LIST levels OR NOT TARGET tenon-launcher)
    message(FATAL_ERROR "TENON_LEVELS=ON needs -DTENON_MARCH= one of ${levels}, and an x86-64 processor.")
  endif()
  if(BUILD_SHARED_LIBS)
    message(FATAL_ERROR "TENON_LEVELS=ON needs static libraries: BUILD_SHARED_LIBS=OFF.")
  endif()
  set(library_dir lib/tenon/${TENON_MARCH})
  set(targets_dir ${library_dir})
endif()

set(fixtures "")
if(TARGET tenon_testing_fixtures)
  set(fixtures tenon_testing_fixtures)
endif()
install(TARGETS tenon_all tenon_flags ${modules} ${fixtures} EXPORT tenonTargets
  ARCHIVE DESTINATION ${library_dir} COMPONENT development
  LIBRARY DESTINATION ${library_dir} COMPONENT runtime NAMELINK_COMPONENT development)
# Installed programs and libraries find the shared libraries at their place relative to them, so
# that the installation can be moved.
if(BUILD_SHARED_LIBS)
  file(RELATIVE_PATH bin_to_library "/${CMAKE_INSTALL_BINDIR}" "/${library_dir}")
  set_target_properties(tenon PROPERTIES INSTALL_RPATH "$ORIGIN/${bin_to_library}")
  foreach(module IN LISTS modules)
    set_target_properties(${module} PROPERTIES INSTALL_RPATH "$ORIGIN")
  endforeach()
endif()
# Installs the Python package in a folder searched by Debian's Python: by default that of the prefix
# /usr/local; packages use that of /usr. tenon_results is the former name of tenon.results.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
set(TENON_PYTHON_DIR "lib/python${Python3_VERSION_MAJOR}.${Python3_VERSION_MINOR}/dist-packages" CACHE STRING
  "Directory of Python modules, relative to the prefix")
install(FILES scripts/tenon_results.py DESTINATION "${TENON_PYTHON_DIR}" COMPONENT runtime)
# The compiled module and libtenon.so are in one folder, so that the package can be moved, for
# example into a virtual environment.
if(TENON_PYTHON)
  set_target_properties(tenon_python PROPERTIES INSTALL_RPATH "$ORIGIN")
  install(TARGETS tenon_python LIBRARY DESTINATION "${TENON_PYTHON_DIR}/tenon" COMPONENT runtime)
  install(TARGETS tenon_shared EXPORT tenonTargets
    LIBRARY DESTINATION "${TENON_PYTHON_DIR}/tenon" COMPONENT runtime NAMELINK_COMPONENT development)
endif()
install(DIRECTORY python/tenon DESTINATION "${TENON_PYTHON_DIR}" COMPONENT runtime
  FILES_MATCHING PATTERN "*.py" PATTERN "*.pyi" PATTERN "py.typed" PATTERN "__pycache__" EXCLUDE)
if(TENON_LEVELS)
  install(TARGETS tenon RUNTIME DESTINATION ${library_dir} COMPONENT runtime)
  install(PROGRAMS $<TARGET_FILE:tenon-launcher> DESTINATION bin RENAME tenon COMPONENT runtime)
  file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/links")
  file(CREATE_LINK ../../../bin/tenon-convert "${PROJECT_BINARY_DIR}/links/tenon-convert" SYMBOLIC)  # searched for in the folder of tenon
  install(FILES "${PROJECT_BINARY_DIR}/links/tenon-convert" DESTINATION ${library_dir} COMPONENT runtime)
else()
  install(TARGETS tenon RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT runtime)
endif()
install(PROGRAMS "${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/tenon-convert" DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT runtime)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/tenon" DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development
  FILES_MATCHING PATTERN "*.hpp")
install(EXPORT tenonTargets NAMESPACE tenon:: DESTINATION ${targets_dir} COMPONENT development)
configure_package_config_file(cmake/tenonConfig.cmake.in tenonConfig.cmake INSTALL_DESTINATION ${config_dir}
  NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(tenonConfigVersion.cmake COMPATIBILITY SameMajorVersion)
install(FILES "${PROJECT_BINARY_DIR}/tenonConfig.cmake" "${PROJECT_BINARY_DIR}/tenonConfigVersion.cmake"
  cmake/TenonDependencies.cmake cmake/TenonPythonModule.cmake DESTINATION ${config_dir} COMPONENT development)
# Installs the licence in the location required by Debian.
install(FILES LICENSE DESTINATION share/doc/tenon RENAME copyright COMPONENT runtime)
install(FILES LICENSE DESTINATION share/doc/libtenon-dev RENAME copyright COMPONENT development)

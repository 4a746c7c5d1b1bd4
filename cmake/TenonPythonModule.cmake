# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause

# tenon::shared of an installation. Its folder depends on the interpreter, so that it is not among
# the exported targets. Of several levels, v2 has it.
if(NOT TARGET tenon::shared AND DEFINED tenon_prefix AND (NOT DEFINED tenon_level OR tenon_level STREQUAL "v2"))
  file(GLOB libraries "${tenon_prefix}/${TENON_PYTHON_INSTALL_DIR}/tenon/libtenon.so.*.*" "${tenon_prefix}/lib*/python*/*-packages/tenon/libtenon.so.*.*")
  if(libraries)
    list(GET libraries 0 library)
    string(REGEX REPLACE "^(.*/libtenon\\.so\\.[0-9]+)\\..*$" "\\1" soname "${library}")
    get_filename_component(soname "${soname}" NAME)
    add_library(tenon::shared SHARED IMPORTED)
    set_target_properties(tenon::shared PROPERTIES IMPORTED_LOCATION "${library}" IMPORTED_SONAME "${soname}")
  endif()
endif()

# tenon_python_module(<name> <sources...>)
#   Adds a Python module with user-defined types, see tenon/python/module.hpp. One of its sources
#   contains TENON_PYTHON_MODULE(<name>, ..). The module is linked to libtenon.so only, which it
#   shares with the package tenon; a module with its own copy of tenon would register its types
#   there. Requires a tenon that was built with TENON_PYTHON=ON.
function(tenon_python_module name)
  if(NOT TARGET tenon::shared)
    message(FATAL_ERROR "tenon_python_module() needs libtenon.so: build tenon with TENON_PYTHON=ON; of the Debian package, use TENON_LEVEL=v2.")
  endif()
  if(NOT DEFINED Python3_EXECUTABLE AND EXISTS /usr/bin/python3)
    set(Python3_EXECUTABLE /usr/bin/python3)
  endif()
  find_package(Python3 REQUIRED COMPONENTS Interpreter Development.Module)
  Python3_add_library(${name} MODULE WITH_SOABI ${ARGN})
  target_link_libraries(${name} PRIVATE tenon::shared)
  # Sources compile like those of a program that links the modules of tenon, but do not link them.
  foreach(kind INCLUDE_DIRECTORIES COMPILE_DEFINITIONS COMPILE_OPTIONS COMPILE_FEATURES)
    set_property(TARGET ${name} APPEND PROPERTY ${kind} $<TARGET_PROPERTY:tenon::simulation,INTERFACE_${kind}>)
  endforeach()
endfunction()

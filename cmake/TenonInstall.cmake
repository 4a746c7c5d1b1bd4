# `cmake --install` and `find_package(tenon)`. Components: `runtime`, the programs; `development`, libraries and headers.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

get_property(modules GLOBAL PROPERTY TENON_MODULES)
add_library(tenon_all INTERFACE)
set_target_properties(tenon_all PROPERTIES EXPORT_NAME tenon)
add_library(tenon::tenon ALIAS tenon_all)
target_link_libraries(tenon_all INTERFACE ${modules})

install(TARGETS tenon_all tenon_flags ${modules} EXPORT tenonTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
# The reader of results, where Debian's Python looks: for the prefix /usr/local by default, for /usr in packages.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
set(TENON_PYTHON_DIR "lib/python${Python3_VERSION_MAJOR}.${Python3_VERSION_MINOR}/dist-packages" CACHE STRING
  "Directory of Python modules, relative to the prefix")
install(FILES scripts/tenon_results.py DESTINATION "${TENON_PYTHON_DIR}" COMPONENT runtime)
install(TARGETS tenon RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT runtime)
install(PROGRAMS "${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/tenon-convert" DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT runtime)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/tenon" DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development
  FILES_MATCHING PATTERN "*.hpp")
set(config_dir ${CMAKE_INSTALL_LIBDIR}/cmake/tenon)
install(EXPORT tenonTargets NAMESPACE tenon:: DESTINATION ${config_dir} COMPONENT development)
configure_package_config_file(cmake/tenonConfig.cmake.in tenonConfig.cmake INSTALL_DESTINATION ${config_dir})
write_basic_package_version_file(tenonConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/tenonConfig.cmake" "${PROJECT_BINARY_DIR}/tenonConfigVersion.cmake"
  cmake/TenonDependencies.cmake DESTINATION ${config_dir} COMPONENT development)

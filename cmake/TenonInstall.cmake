# `cmake --install` and `find_package(tenon)`.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

get_property(modules GLOBAL PROPERTY TENON_MODULES)
add_library(tenon_all INTERFACE)
set_target_properties(tenon_all PROPERTIES EXPORT_NAME tenon)
add_library(tenon::tenon ALIAS tenon_all)
target_link_libraries(tenon_all INTERFACE ${modules})

install(TARGETS tenon_all tenon_flags ${modules} EXPORT tenonTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
# The reader of results, where Debian's Python looks when the prefix is /usr/local.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
install(FILES scripts/tenon_results.py DESTINATION "lib/python${Python3_VERSION_MAJOR}.${Python3_VERSION_MINOR}/dist-packages")
install(TARGETS tenon RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(PROGRAMS "${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/tenon-convert" DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/tenon" DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.hpp")
set(config_dir ${CMAKE_INSTALL_LIBDIR}/cmake/tenon)
install(EXPORT tenonTargets NAMESPACE tenon:: DESTINATION ${config_dir})
configure_package_config_file(cmake/tenonConfig.cmake.in tenonConfig.cmake INSTALL_DESTINATION ${config_dir})
write_basic_package_version_file(tenonConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/tenonConfig.cmake" "${PROJECT_BINARY_DIR}/tenonConfigVersion.cmake"
  cmake/TenonDependencies.cmake DESTINATION ${config_dir})

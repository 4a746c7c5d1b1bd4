# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause

# TENON_LANES and TENON_ALIGNMENT: number of doubles and bytes per register of the target, as in
# include/tenon/base/Lane.hpp. TENON_BASELINE: compiler options for the few sources that have to run
# on every processor.
include(CheckCXXSourceCompiles)

# tenon_has_macro(<macro> <result>)
#   Sets `result` to true if the compiler defines the macro for the target.
function(tenon_has_macro macro result)
  string(MAKE_C_IDENTIFIER "TENON_${TENON_MARCH}${macro}" answer)  # cached by CMake for each target
  set(CMAKE_REQUIRED_QUIET ON)
  if(TENON_MARCH)
    set(CMAKE_REQUIRED_FLAGS "-march=${TENON_MARCH}")
  endif()
  check_cxx_source_compiles("#ifndef ${macro}\n#error\n#endif\nint main() {}" ${answer})
  set(${result} "${${answer}}" PARENT_SCOPE)
endfunction()

tenon_has_macro(__AVX512F__ has_avx512)
tenon_has_macro(__AVX__ has_avx)
if(has_avx512)
  set(TENON_LANES 8)
elseif(has_avx)
  set(TENON_LANES 4)
else()
  set(TENON_LANES 2)
endif()
math(EXPR TENON_ALIGNMENT "8 * ${TENON_LANES}")

set(TENON_BASELINE "")
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
  set(TENON_BASELINE -march=x86-64)
endif()

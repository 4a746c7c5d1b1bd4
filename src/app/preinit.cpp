// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Checks the processor before constructors of shared libraries run. These call functions of the C++
// library that the linker takes from the program, which is compiled for the processor of the
// program. Programs may have such an entry, shared libraries must not. It is linked with
// tenon::main(); base repeats the check among the constructors of all other code.
#include <unistd.h>

#include "preinit.hpp"

namespace tenon::base::processor {
void checkProcessor();  // src/base/processor/startCheck.cpp
}

namespace tenon::app {
namespace {

[[maybe_unused]] void checkBeforeAll(int /*count*/, char** /*arguments*/, char** environment) {
  if (environ == nullptr) environ = environment;  // The constructor of libc sets it later.
  base::processor::checkProcessor();
}

// Instrumented code must not run before the entry of the sanitizer.
#if defined(__ELF__) && !defined(__SANITIZE_ADDRESS__)
[[gnu::used, gnu::section(".preinit_array")]] void (*const entry)(int, char**, char**) = checkBeforeAll;
#endif

}  // namespace

void linkPreinit() {}

}  // namespace tenon::app

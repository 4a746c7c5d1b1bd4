// Checks the processor before constructors of shared libraries run: they call functions of the C++ library that the
// linker takes from the program, compiled for its processor. Programs have such an entry, shared libraries must not: it
// comes with tenon::main(), and base has the same check among the constructors of everything else.
#include <unistd.h>

#include "preinit.hpp"

namespace tenon::base::processor {
void checkProcessor();  // src/base/processor/startCheck.cpp
}

namespace tenon::app {
namespace {

[[maybe_unused]] void checkBeforeAll(int /*count*/, char** /*arguments*/, char** environment) {
  if (environ == nullptr) environ = environment;  // libc's own constructor sets it, later
  base::processor::checkProcessor();
}

// Instrumented code must not run before the sanitizer's own entry.
#if defined(__ELF__) && !defined(__SANITIZE_ADDRESS__)
[[gnu::used, gnu::section(".preinit_array")]] void (*const entry)(int, char**, char**) = checkBeforeAll;
#endif

}  // namespace

void linkPreinit() {}

}  // namespace tenon::app

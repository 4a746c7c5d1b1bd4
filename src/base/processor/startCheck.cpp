// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Compiled for the baseline, like levels.cpp.
#include <stdio.h>
#include <stdlib.h>

#include "compiled.hpp"

namespace tenon::base::processor {
namespace {

/// Ends the process if the processor lacks one of the compiled instructions.
void requireInstructions() {
#if defined(__x86_64__)
  __builtin_cpu_init();
#define TENON_FEATURE(macro, name) {name, __builtin_cpu_supports(name) != 0},
  const struct {
    const char* name;
    bool is_supported;
  } features[] = {
#include "features.inc"
  };
  int index = 0;
  for (const auto& feature : features) {
    if (!compiled_features[index++] || feature.is_supported) continue;
    char message[400];
    snprintf(
        message, sizeof message,
        "This program was compiled for %s and needs the instructions '%s', which this processor lacks (it supports "
        "%s). Build tenon on this machine, or with -DTENON_MARCH=%s.",
        nameOf(compiled_level), feature.name, nameOf(supportedLevel()), nameOf(supportedLevel()));
    abortStartup(message);
  }
#endif
}

/// Ends the process if TENON_CPU requests another level than that of this program.
void requireRequestedLevel() {
  const char* wanted = getenv("TENON_CPU");
  if (wanted == nullptr || wanted[0] == '\0') return;
  ProcessorLevel level = ProcessorLevel::baseline;
  char message[400];
  if (!parseLevel(wanted, level))
    snprintf(message, sizeof message, "TENON_CPU is '%.40s', which is not a processor level: use v2, v3 or v4.",
             wanted);
  else if (level != compiled_level)
    snprintf(message, sizeof message,
             "TENON_CPU is '%s', but this program was compiled for %s only: unset TENON_CPU, or build with "
             "-DTENON_MARCH=%s.",
             wanted, nameOf(compiled_level), nameOf(level));
  else
    return;
  abortStartup(message);
}

/// Calls checkProcessor() before constructors without a priority, which may contain any instruction
/// that the compiler was allowed to use.
__attribute__((constructor(101))) void checkAtStart() {
  checkProcessor();
}

}  // namespace

void checkProcessor() {
  requireInstructions();
  requireRequestedLevel();
}

}  // namespace tenon::base::processor

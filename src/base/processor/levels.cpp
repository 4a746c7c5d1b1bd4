// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// This code runs before the processor's instructions are known. It is therefore compiled for the
// baseline and uses no inline functions of headers, for which the linker may take the copy of
// another source.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/processor/ProcessorLevel.hpp"
#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace tenon::base {
namespace {

#if defined(__x86_64__)
/// Returns true if the instructions F16C, MOVBE and LZCNT of level v3 are available, for which
/// compilers have no common names.
bool hasRemainingV3Instructions() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  if (__get_cpuid(1, &a, &b, &c, &d) == 0 || (c & bit_F16C) == 0 || (c & bit_MOVBE) == 0) return false;
  return __get_cpuid(0x80000001, &a, &b, &c, &d) != 0 && (c & bit_LZCNT) != 0;
}
#endif

/// Returns true on all ranks but the first of a parallel run, according to the variables of common
/// launchers.
bool isNonrootRank() {
  const char* const names[] = {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK", "SLURM_PROCID"};
  for (const char* name : names) {
    const char* rank = getenv(name);
    if (rank != nullptr && rank[0] != '\0') return strcmp(rank, "0") != 0;
  }
  return false;
}

}  // namespace

const char* nameOf(ProcessorLevel level) {
#if defined(__aarch64__)
  if (level == ProcessorLevel::baseline) return "aarch64";
#elif !defined(__x86_64__)
  if (level == ProcessorLevel::baseline) return "baseline";
#endif
  switch (level) {
    case ProcessorLevel::v4:
      return "x86-64-v4";
    case ProcessorLevel::v3:
      return "x86-64-v3";
    case ProcessorLevel::v2:
      return "x86-64-v2";
    default:
      return "x86-64";
  }
}

bool parseLevel(const char* text, ProcessorLevel& level) {
  const ProcessorLevel levels[] = {ProcessorLevel::v2, ProcessorLevel::v3, ProcessorLevel::v4};
  for (const ProcessorLevel one : levels) {
    const char* name = nameOf(one);
    if (strcmp(text, name) != 0 && strcmp(text, strrchr(name, 'v')) != 0) continue;
    level = one;
    return true;
  }
  return false;
}

ProcessorLevel supportedLevel() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (!__builtin_cpu_supports("sse4.2") || !__builtin_cpu_supports("popcnt")) return ProcessorLevel::baseline;
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma") || !__builtin_cpu_supports("bmi") ||
      !__builtin_cpu_supports("bmi2") || !hasRemainingV3Instructions())
    return ProcessorLevel::v2;
  if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512bw") ||
      !__builtin_cpu_supports("avx512cd") || !__builtin_cpu_supports("avx512dq") || !__builtin_cpu_supports("avx512vl"))
    return ProcessorLevel::v3;
  return ProcessorLevel::v4;
#else
  return ProcessorLevel::baseline;
#endif
}

void abortStartup(const char* message) {
  if (isNonrootRank()) sleep(2);
  fprintf(stderr, "tenon: error: %s\n", message);
  fflush(stderr);
  _exit(2);
}

}  // namespace tenon::base

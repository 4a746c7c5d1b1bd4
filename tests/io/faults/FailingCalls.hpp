#pragma once

// Calls of the system that fail when a test wants them to. The library stands before libc: by being linked with a test,
// or by LD_PRELOAD for a whole program, which then says by the environment what fails:
//   TENON_FAULT_FOLDER   calls on files below this folder count, others never fail
//   TENON_FAULT_NUMBER   the how many-th of them fails, from 1; 0: none
//   TENON_FAULT_ERROR    errno it fails with; 0: a write of half the bytes, which is none
//   TENON_FAULT_RANK     on this rank only (of Open MPI's world); not said: on every rank
//   TENON_FAULT_LOG      a file <log>.<rank> that gets the number of calls and the name of the one that failed

extern "C" {
/// From now on calls below `folder` count; the `number`-th of them fails with `error`.
void failCall(const char* folder, long number, int error);
/// Calls that counted since then; no more fail.
long stopFailing();
}

// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// System calls that fail on request of a test. The library is placed before libc, either by linking
// it to a test or by LD_PRELOAD for a whole program. In the latter case environment variables
// select the failing call:
//   TENON_FAULT_FOLDER   only calls on files below this folder are counted and can fail
//   TENON_FAULT_NUMBER   number of the call that fails, from 1; 0: none
//   TENON_FAULT_ERROR    errno of the failure; 0: a write of half the bytes, which is not an error
//   TENON_FAULT_RANK     rank (of Open MPI's world) where calls fail; default: every rank
//   TENON_FAULT_LOG      file <log>.<rank> for the number of calls and the name of the failed call

extern "C" {
/// Starts counting calls below `folder`. Call number `number` fails with the errno `error`.
void failCall(const char* folder, long number, int error);
/// Stops counting, so that no further call fails. Returns the number of calls since failCall().
long stopFailing();
}

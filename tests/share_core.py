# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Runs a command on one core: share_core.py <command> ...

If there are more ranks than cores, all ranks of a test share one core. A waiting rank yields the
core to the next rank, and no rank waits for a rank that is suspended on another core. Results do
not change, and two tests can run at the same time. ctest assigns a free core by its resource groups
and --resource-spec-file; otherwise the core is chosen by the process number."""
import os
import re
import sys


def choose(cores, given):
    """Returns one of the cores that this process may use. `given` is the value of
    CTEST_RESOURCE_GROUP_0_CORES, for example "id:1,slots:1"."""
    found = re.match(r"id:(\d+)", given or "")
    return cores[(int(found[1]) if found else os.getpid()) % len(cores)]


def main():
    os.sched_setaffinity(0, {choose(sorted(os.sched_getaffinity(0)), os.environ.get("CTEST_RESOURCE_GROUP_0_CORES"))})
    os.execvp(sys.argv[1], sys.argv[1:])


if __name__ == "__main__":
    main()

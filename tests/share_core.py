"""Runs a command on one core: share_core.py <command> ...

More ranks than cores wait for each other by turns: where all share one core, whoever waits hands it to the next one, and no rank
waits for one that another core has put aside. Results are the same, and two tests run side by side.
ctest says which core is free (its resource groups and --resource-spec-file); without that it is any."""
import os
import re
import sys


def choose(cores, given):
    """One of the cores that this process may use; `given` is CTEST_RESOURCE_GROUP_0_CORES: "id:1,slots:1"."""
    found = re.match(r"id:(\d+)", given or "")
    return cores[(int(found[1]) if found else os.getpid()) % len(cores)]


def main():
    os.sched_setaffinity(0, {choose(sorted(os.sched_getaffinity(0)), os.environ.get("CTEST_RESOURCE_GROUP_0_CORES"))})
    os.execvp(sys.argv[1], sys.argv[1:])


if __name__ == "__main__":
    main()

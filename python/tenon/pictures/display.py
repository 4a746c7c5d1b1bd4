# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Virtual display for VTK, which draws on an X server."""
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence

from tenon.results.errors import InputError

VARIABLE = "TENON_PICTURE_DISPLAY"  # set in processes that run on the virtual display


def run_on_virtual_display(command: Sequence[str], environment: Mapping[str, str] | None = None,
                           capture: bool = False) -> "subprocess.CompletedProcess[str]":
    """Runs a command under xvfb-run and returns the finished process.

    @param command      program and arguments
    @param environment  environment variables; by default those of this process
    @param capture      true to capture the output instead of printing it
    @throws InputError if xvfb-run or xauth is not installed
    """
    if not shutil.which("xvfb-run") or not shutil.which("xauth"):
        raise InputError("xvfb-run and xauth are missing: apt-get install xvfb xauth (in the source tree: ./scripts/setup).")
    variables = {**(os.environ if environment is None else environment), VARIABLE: "xvfb", "LIBGL_ALWAYS_SOFTWARE": "1"}
    # With a given authority file xvfb-run creates no folder. Otherwise it fails at its end if the
    # folder is not yet empty.
    with tempfile.TemporaryDirectory(prefix="tenon-display-", ignore_cleanup_errors=True) as folder:
        authority = os.path.join(folder, "authority")
        with open(authority, "wb"):
            pass
        return subprocess.run(["xvfb-run", "-a", "-f", authority, "-s", "-screen 0 1280x1024x24", *command], check=False, env=variables,
                              capture_output=capture, text=True)


def on_virtual_display(program: Sequence[str]) -> None:
    """Restarts a program on a virtual display, unless it already runs there.

    @param program  command of the program without the arguments of this process
    """
    if os.environ.get(VARIABLE):
        return
    sys.exit(run_on_virtual_display([*program, *sys.argv[1:]]).returncode)

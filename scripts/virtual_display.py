# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Virtual display for VTK, used by picture.py and animate.py."""
import os
import shutil
import subprocess
import sys
import tempfile

from vtk_bodies import InputError


def on_virtual_display(script):
    """Restarts a script under xvfb-run, unless it already runs there."""
    if os.environ.get("TENON_PICTURE_DISPLAY"):
        return
    if not shutil.which("xvfb-run") or not shutil.which("xauth"):
        raise InputError("xvfb-run and xauth are missing; ./scripts/setup installs them.")
    os.environ["TENON_PICTURE_DISPLAY"] = "xvfb"
    os.environ["LIBGL_ALWAYS_SOFTWARE"] = "1"
    # With a given authority file xvfb-run creates no folder. Otherwise it fails at its end if the
    # folder is not yet empty.
    with tempfile.TemporaryDirectory(prefix="tenon-display-", ignore_cleanup_errors=True) as folder:
        authority = os.path.join(folder, "authority")
        open(authority, "wb").close()
        command = ["xvfb-run", "-a", "-f", authority, "-s", "-screen 0 1280x1024x24", sys.executable, os.path.abspath(script),
                   *sys.argv[1:]]
        code = subprocess.run(command, check=False).returncode
    sys.exit(code)

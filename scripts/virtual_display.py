"""A display for VTK where there is none: for picture.py and animate.py."""
import os
import shutil
import subprocess
import sys
import tempfile

from vtk_bodies import InputError


def on_virtual_display(script):
    """Starts a script again under xvfb-run, unless this is that start."""
    if os.environ.get("TENON_PICTURE_DISPLAY"):
        return
    if not shutil.which("xvfb-run") or not shutil.which("xauth"):
        raise InputError("xvfb-run and xauth are missing; ./scripts/setup installs them.")
    os.environ["TENON_PICTURE_DISPLAY"] = "xvfb"
    os.environ["LIBGL_ALWAYS_SOFTWARE"] = "1"
    # With an authority file of its own, xvfb-run makes no folder, and does not fail in the end where that is not empty yet.
    with tempfile.TemporaryDirectory(prefix="tenon-display-", ignore_cleanup_errors=True) as folder:
        authority = os.path.join(folder, "authority")
        open(authority, "wb").close()
        command = ["xvfb-run", "-a", "-f", authority, "-s", "-screen 0 1280x1024x24", sys.executable, os.path.abspath(script),
                   *sys.argv[1:]]
        code = subprocess.run(command, check=False).returncode
    sys.exit(code)

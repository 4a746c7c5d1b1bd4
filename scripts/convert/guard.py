# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Limits the resources and file access of the readers, because input files are not trusted."""
import os
import resource
import signal
import stat
import sys

from mesh import Problem, quoted

GIB = 1 << 30
MEMORY, MEMORY_PER_BYTE = 3 * GIB, 60    # [B] of address space, in addition to the interpreter and its libraries
SECONDS, BYTES_PER_SECOND = 120, 200000  # [s] of processor time


def limit_resources(path):
    """Limits memory and processor time by the size of the file, far above the needs of any valid
    file."""
    size = os.stat(path).st_size
    with open("/proc/self/statm", encoding="ascii") as file:
        used = int(file.read().split()[0]) * resource.getpagesize()
    lower(resource.RLIMIT_AS, used + MEMORY + MEMORY_PER_BYTE * size)
    seconds = SECONDS + size // BYTES_PER_SECOND
    lower(resource.RLIMIT_CPU, seconds, seconds + 5)
    lower(resource.RLIMIT_CORE, 0)

    def stop(*_):
        raise Problem(f"reading the file exceeded the limit of {seconds} s of processor time; the file is damaged, or its format does not match its extension.")
    signal.signal(signal.SIGXCPU, stop)


def lower(limit, soft, hard=None):
    most = resource.getrlimit(limit)[1]
    bounded = [value if most == resource.RLIM_INFINITY else min(value, most) for value in (soft, hard or soft)]
    resource.setrlimit(limit, tuple(bounded))


def require_regular(path):
    """Rejects pipes and devices, because reading them could block."""
    try:
        mode = os.stat(path).st_mode
    except (OSError, ValueError, TypeError):
        return  # the error is reported when the file is opened
    if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode) and os.fspath(path) != "/dev/null":
        raise Problem(f"it refers to {quoted(path)}, which is not a regular file.")


def watch_files():
    """Installs an audit hook that rejects all but regular files, and refuses to start programs."""
    def hook(event, arguments):
        if event == "open" and isinstance(arguments[0], (str, bytes, os.PathLike)):
            require_regular(arguments[0])
        elif event in ("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "socket.connect"):
            raise Problem("its reader tried to start a program or to open a connection, but neither is allowed.")
    sys.addaudithook(hook)


def require_self_contained(path):
    """Rejects HDF5 files that use other files: external links, external storage, virtual
    datasets."""
    with open(path, "rb") as file:
        if file.read(8) != b"\x89HDF\r\n\x1a\n":
            return
    import h5py
    with h5py.File(path, "r") as file:
        problems = []

        def look(name, info):
            name = name.decode(errors="replace")
            if info.type not in (h5py.h5l.TYPE_HARD, h5py.h5l.TYPE_SOFT):
                problems.append(f"{quoted(name)} is an external link")
            elif info.type == h5py.h5l.TYPE_HARD:
                item = h5py.h5o.open(file.id, name.encode())
                if isinstance(item, h5py.h5d.DatasetID):
                    plist = item.get_create_plist()
                    if plist.get_layout() == h5py.h5d.VIRTUAL or plist.get_external_count():
                        problems.append(f"{quoted(name)} stores its data in other files")
            return 1 if problems else None
        file.id.links.visit(look, info=True)
    if problems:
        raise Problem(f"{problems[0]}, but other files are not opened; copy the data into this file (h5repack, h5copy).")

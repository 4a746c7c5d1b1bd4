# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Pictures and animations of a result, drawn by VTK in another process on a virtual display."""
import base64
import os
import shutil
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tenon.results.errors import DamagedResult, InputError, MissingPackage, optional
from tenon.results.reading import PathLike

if TYPE_CHECKING:
    from tenon.results.results import Results

PACKAGES = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))  # folder that contains the package `tenon`
DAMAGED = 4  # exit code of the programs if the file is damaged


@dataclass
class Look:
    """Choices that pictures and animations have in common.

    The values have the form of the command-line options, or are numbers.
    """

    field: str | None = None  #: field and component, as in "stress:xx"; von Mises stress by default
    objects: str | Sequence[str] = ()  #: names of objects; all if empty
    view: str | tuple[float, float] | None = None  #: "front", "iso", ..., or azimuth and elevation [degrees]
    up: str | None = None  #: axis that points upwards: "z", "-y", ...
    cut: str | Sequence[float] | None = None  #: remaining side of a plane: "x<0.5", or nx, ny, nz, d for n · x < d
    mesh: bool = False  #: true to draw the element edges
    range: tuple[float, float] | None = None  #: ends of the colour bar
    title: str | None = None  #: beginning of the title; the file name by default
    field_unit: str = ""  #: unit of the field
    length_unit: str = ""  #: unit of displacements
    size: tuple[int, int] | None = None  #: width and height [pixels]

    def arguments(self) -> list[str]:
        """Returns the command-line options."""
        names = [self.objects] if isinstance(self.objects, str) else list(self.objects)
        options: dict[str, str | None] = {
            "field": self.field, "view": text_of(self.view, ","), "up": self.up, "cut": text_of(self.cut, ","), "range": text_of(self.range, ":"),
            "title": self.title, "field-unit": self.field_unit or None, "length-unit": self.length_unit or None, "size": text_of(self.size, "x")}
        return [*(f"--{name}={value}" for name, value in options.items() if value is not None), *(f"--object={name}" for name in names),
                *(["--mesh"] if self.mesh else [])]


class Rendering:
    """Picture or animation, which notebooks display."""

    def __init__(self, data: bytes, kind: str, description: str) -> None:
        """Stores a picture or an animation.

        @param data         content of the file
        @param kind         ".png", ".gif" or ".mp4"
        @param description  text that the program printed: quantity, scale, step
        """
        self.data, self.kind, self.description = data, kind, description

    def save(self, file: PathLike) -> None:
        """Writes the picture or animation to a file."""
        with open(file, "wb") as target:
            target.write(self.data)

    def __repr__(self) -> str:
        """Returns the description."""
        return f"<{self.kind[1:]}: {self.description}>"

    def _repr_png_(self) -> bytes | None:
        """Returns a picture for notebooks; None for animations."""
        return self.data if self.kind == ".png" else None

    def _repr_html_(self) -> str | None:
        """Returns an animation for notebooks; None for pictures."""
        coded = base64.b64encode(self.data).decode("ascii")
        if self.kind == ".gif":
            return f'<img src="data:image/gif;base64,{coded}"/>'
        if self.kind == ".mp4":
            return f'<video controls loop src="data:video/mp4;base64,{coded}"></video>'
        return None


def text_of(value: str | Sequence[float] | None, separator: str) -> str | None:
    """Returns numbers as text of an option; texts and None are returned unchanged."""
    return value if value is None or isinstance(value, str) else separator.join(str(number) for number in value)


def picture(results: "Results", file: PathLike | None, look: Look, *, step: int | None, mode: int | None, warp: float | None,
            near: Sequence[float] | None) -> Rendering:
    """Draws a picture; see Results.picture()."""
    if step is not None and mode is not None:
        raise InputError("picture() draws a step or a mode: specify only one of them.")
    name = None if step is None else results.step(step).name.rpartition("/")[2]
    options = {"step": name, "mode": mode, "warp": warp, "near": text_of(near, ",")}
    return render("tenon.pictures.picture", results, file, ".png", look, options, [])


def animation(results: "Results", file: PathLike | None, look: Look, *, mode: int | None, scale: float | None, every: int, fps: float,
              by_time: bool) -> Rendering:
    """Draws an animation; see Results.animate()."""
    optional("PIL", "python3-pil", "animate()")
    kind = ".gif" if file is None else os.path.splitext(os.fspath(file))[1]
    options = {"mode": mode, "scale": scale, "every": every, "fps": fps}
    return render("tenon.pictures.animation", results, file, kind, look, options, [] if by_time else ["--steps"])


def render(module: str, results: "Results", file: PathLike | None, kind: str, look: Look, options: Mapping[str, object],
           flags: list[str]) -> Rendering:
    """Runs a program of tenon.pictures.

    @param module   module of the program
    @param results  open results
    @param file     file to write; None to return the picture only
    @param kind     extension of the file
    @param look     choices that pictures and animations have in common
    @param options  additional options; None if an option is not given
    @param flags    additional options without values
    """
    from tenon.pictures.display import run_on_virtual_display

    optional("vtkmodules", "python3-vtk9", "drawing")
    title = os.path.splitext(os.path.basename(os.fspath(results.path)))[0]
    with tempfile.TemporaryDirectory(prefix="tenon-picture-") as folder:
        output = os.path.join(folder, "picture" + kind)
        command = [sys.executable or "/usr/bin/python3", "-m", module, *look.arguments(), f"--output={output}",
                   *([] if look.title else [f"--title={title}"]), *(f"--{name}={value}" for name, value in options.items() if value is not None),
                   *flags, "--", os.path.abspath(results.path)]
        paths = [PACKAGES, *filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))]
        done = run_on_virtual_display(command, {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}, capture=True)
        if done.returncode != 0:
            raise error_of(module, done.returncode, done.stderr)
        with open(output, "rb") as drawn:
            data = drawn.read()
        if file is not None:
            os.makedirs(os.path.dirname(os.path.abspath(file)), exist_ok=True)
            shutil.copyfile(output, file)
    description = done.stdout.strip().rpartition("\n")[2].partition(": ")[2]
    return Rendering(data, kind, description)


def error_of(module: str, code: int, text: str) -> Exception:
    """Returns the error of a program that ended with an exit code and a message."""
    lines = text.strip().splitlines() or [f"{module} ended with exit code {code}."]
    message = lines[-1].removeprefix(f"{module}: ")
    if "error: " in message and code == 2:  # message of argparse
        message = message.partition("error: ")[2]
    if code == DAMAGED:
        return DamagedResult(message)
    return MissingPackage(message) if "apt-get install" in message and "Python module" in message else InputError(message)

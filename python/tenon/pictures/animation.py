# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Animates a result of tenon: the deformed bodies over the steps, coloured by a field.

    python3 -m tenon.pictures.animation results/pendulum.h5 -o pendulum.gif
    python3 -m tenon.pictures.animation results/wave.xdmf -o wave.mp4 --field velocity:x --scale 0.2

Colours and camera are those of pictures and are the same in all frames. In the source tree, the
program is scripts/animate.py. Required Debian packages: python3-h5py, python3-numpy, python3-vtk9,
python3-pil, xvfb and xauth, and for .mp4 also ffmpeg.
"""
import argparse
import contextlib
import itertools
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

import tenon.results
from tenon.pictures.bodies import bodies_of, describe_mode, name_of_mode, print_grey, read
from tenon.pictures.colours import COLOURS, colour_range, colour_table, round_up
from tenon.pictures.display import on_virtual_display
from tenon.pictures.picture import appearance_of, parser_of
from tenon.pictures.programs import numbers, report
from tenon.pictures.scene import Appearance, aim, photograph, scene
from tenon.pictures.views import is_flat, mode_scale
from tenon.results.errors import InputError, optional
from tenon.results.results import Results


class Frame(NamedTuple):
    """Frame of an animation."""

    step: str  #: name of the step
    scale: float  #: factor of the displacement
    caption: str  #: text below the title


class Range:
    """Data common to all frames: bounding box of the deformed bodies and ends of the colour
    range."""

    def __init__(self, results: str, look: Appearance, frames: Sequence[Frame]) -> None:
        """Reads the bodies of all frames.

        @param results  HDF5 file written by tenon
        @param look     choices that pictures and animations have in common
        @param frames   planned frames
        """
        low, high = np.full(3, np.inf), np.full(3, -np.inf)
        ends: list[float] = []
        self.is_flat = True
        for number, step in enumerate(dict.fromkeys(frame.step for frame in frames)):
            bodies, _ = read(results, step, look.objects, *look.field_and_component())
            if number == 0:
                print_grey(bodies, look.field_and_component()[0])
            scales = [frame.scale for frame in frames if frame.step == step]
            for body, scale in itertools.product(bodies, {min(scales), max(scales)}):
                places = body.places(scale)
                low, high = np.minimum(low, places.min(axis=0)), np.maximum(high, places.max(axis=0))
            ends += colour_range(bodies)[2:]
            self.is_flat = self.is_flat and is_flat(bodies, max(scales))
        self.box = [float(value) for pair in zip(low, high) for value in pair]
        self.ends = look.range or self.ends_of(min(ends), max(ends))

    @staticmethod
    def ends_of(least: float, largest: float) -> tuple[float, float]:
        """Returns round ends of the colour range."""
        if largest - least <= 1e-9 * max(abs(least), abs(largest)):
            return least - 1, largest + 1
        return (0.0, round_up(largest)) if 0 <= least < 0.2 * largest else (least, largest)


def frames_of_motion(results: Results, every: int, by_time: bool, scale: float) -> list[Frame]:
    """Returns the frames of a motion: at equal time intervals or every n-th step.

    @param results  open results
    @param every    only every n-th step
    @param by_time  true for frames at equal time intervals
    @param scale    factor of the displacement
    """
    steps = results.steps[::every]
    times: Sequence[float] = results.times[::every]
    if by_time and len(set(times)) > 1:
        # The number of frames equals the number of steps; each frame shows the step nearest to its
        # time.
        order = np.argsort(times, kind="stable")
        sorted_times = np.asarray(times)[order]
        wanted = np.linspace(sorted_times[0], sorted_times[-1], len(times))
        right = np.clip(np.searchsorted(sorted_times, wanted), 1, len(times) - 1)
        nearest = np.where(wanted - sorted_times[right - 1] <= sorted_times[right] - wanted, right - 1, right)
        steps, times = [steps[order[k]] for k in nearest], list(wanted)
    return [Frame(step, scale, f"t = {time:.4g}") for step, time in zip(steps, times)]


def frames_of_mode(results: Results, mode: int, look: Appearance, scale: float | None) -> list[Frame]:
    """Returns the frames of one period of a vibration or buckling mode.

    @param results  open results
    @param mode     number of the mode from 1
    @param look     choices that pictures and animations have in common
    @param scale    factor of the displacement; None for one that makes the mode visible
    """
    step = name_of_mode(results, mode)
    fact = describe_mode(results, step)
    if scale is None:
        scale = mode_scale(bodies_of(results, results.steps.index(step), look.objects, *look.field_and_component()))
    period = 24
    return [Frame(step, scale * float(np.sin(2 * np.pi * k / period)), fact) for k in range(period)]


def images(results: str, look: Appearance, frames: Sequence[Frame], scale: float) -> Iterator[Any]:
    """Yields each frame as an array of bytes [height, width, 3]. Requires a display.

    @param results  HDF5 file written by tenon
    @param look     choices that pictures and animations have in common
    @param frames   planned frames
    @param scale    factor of the displacement for the caption
    """
    from vtkmodules.util.numpy_support import vtk_to_numpy

    common = Range(results, look, frames)
    name = look.title or os.path.splitext(os.path.basename(results))[0]
    scale_fact = f"deformation × {scale:g}" if scale != 1 else ""
    for frame in frames:
        bodies, _ = read(results, frame.step, look.objects, *look.field_and_component())
        renderer = scene(bodies, frame.scale, colour_table(*common.ends), look, f"{name}: {look.quantity()}", [frame.caption, scale_fact],
                         undeformed=False)
        renderer.GradientBackgroundOff()
        renderer.SetBackground(1, 1, 1)
        aim(renderer, look, common.is_flat, common.box)
        image = photograph(renderer, look.size)
        width, height = look.size
        yield vtk_to_numpy(image.GetPointData().GetScalars()).reshape(height, width, 3)[::-1]


def palette() -> list[int]:
    """Returns 256 colours for all frames: the colour bar, lit and in shade, and greys."""
    ends = np.array([[int(code[k:k + 2], 16) for k in (0, 2, 4)] for code in COLOURS], float)
    at = np.linspace(0, len(ends) - 1, 64)
    bar = np.column_stack([np.interp(at, range(len(ends)), ends[:, k]) for k in range(3)])
    greys = np.outer(np.linspace(0, 255, 64), np.ones(3))
    colours: list[int] = np.vstack([bar, 0.85 * bar, 0.65 * bar, greys]).round().astype(int).ravel().tolist()
    return colours


def write_gif(path: str, frames: Iterable[Any], size: tuple[int, int], fps: float) -> int:
    """Writes frames as a GIF. Returns the number of frames."""
    Image = optional("PIL.Image", "python3-pil", "the writing of a .gif")
    ours = Image.new("P", (1, 1))
    ours.putpalette(palette())
    pages = [Image.fromarray(np.ascontiguousarray(image)).quantize(palette=ours, dither=Image.Dither.NONE) for image in frames]
    pages[0].save(path, format="GIF", save_all=True, append_images=pages[1:], duration=round(1000 / fps), loop=0, optimize=True)
    return len(pages)


def write_mp4(path: str, frames: Iterable[Any], size: tuple[int, int], fps: float) -> int:
    """Writes frames by ffmpeg. Returns the number of frames."""
    if not shutil.which("ffmpeg"):
        raise InputError("ffmpeg is missing, which is required for .mp4: apt-get install ffmpeg, or write a .gif.")
    width, height = size
    command = ["ffmpeg", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{width}x{height}", "-r", str(fps),
               "-i", "-", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-f", "mp4", "-y", path]
    count = 0
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as encoder:
        with contextlib.suppress(BrokenPipeError):  # ffmpeg has ended; its message is read below
            assert encoder.stdin is not None
            for image in frames:
                encoder.stdin.write(np.ascontiguousarray(image).tobytes())
                count += 1
        _, said = encoder.communicate()
    if encoder.returncode != 0:
        raise InputError(f"ffmpeg could not write the animation: {said.decode().strip()}")
    return count


WRITERS: dict[str, Callable[[str, Iterable[Any], tuple[int, int], float], int]] = {".gif": write_gif, ".mp4": write_mp4}


def plan(results: str, look: Appearance, mode: int | None, scale: float | None, every: int, by_time: bool) -> tuple[list[Frame], float]:
    """Returns the frames of an animation, and the factor of the displacement."""
    with tenon.results.open(results) as opened:
        if mode is not None:
            frames = frames_of_mode(opened, mode, look, scale)
            return frames, max(frame.scale for frame in frames) if scale is None else scale
        if any(frequency is not None for frequency in opened.frequencies):
            print("These steps are mode shapes: --mode 1 animates the first one.")
        factor = 1.0 if scale is None else scale
        return frames_of_motion(opened, every, by_time, factor), factor


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """Parses the command line."""
    parser = parser_of(__doc__ or "")
    parser.add_argument("-o", "--output", required=True, help="animation to write: .gif or .mp4")
    parser.add_argument("--field", default="displacement", help="field that defines the colours, optionally with a component, "
                        "as in stress:xx or velocity:z")
    parser.add_argument("--scale", type=float, help="scale factor of the deformation (default: 1; automatic for a mode)")
    parser.add_argument("--mode", type=int, help="animate one period of this vibration or buckling mode; modes are numbered from 1")
    parser.add_argument("--steps", dest="by_time", action="store_false",
                        help="one frame per step, independent of the times (default: frames at equal time intervals)")
    parser.add_argument("--every", type=int, default=1, help="one frame for every n-th step of the file (default: 1)")
    parser.add_argument("--fps", type=float, default=20, help="frames per second (default: 20)")
    parser.add_argument("--size", type=lambda t: numbers(t, "x", 2, int), default=(800, 500), help="size in pixels, two even numbers (default: 800x500)")
    options = parser.parse_args(arguments)
    options.kind = os.path.splitext(options.output)[1]
    if options.kind not in WRITERS:
        parser.error(f"the output must be a {' or '.join(WRITERS)} file")
    if options.every < 1 or not options.fps > 0:
        parser.error("--every and --fps must be positive")
    if any(pixels < 2 or pixels % 2 for pixels in options.size):
        parser.error("both numbers of --size must be even and positive")
    if options.results.endswith(".xdmf"):
        options.results = os.path.splitext(options.results)[0] + ".h5"
    return options


def main(name: str, program: Sequence[str]) -> int:
    """Runs the command line.

    @param name     name of the program for messages
    @param program  command that starts the program without arguments
    @return exit code
    """
    options = parse(sys.argv[1:])

    def work() -> None:
        on_virtual_display(program)
        look = appearance_of(options, options.field)
        folder = os.path.dirname(os.path.abspath(options.output))
        os.makedirs(folder, exist_ok=True)
        frames, scale = plan(options.results, look, options.mode, options.scale, options.every, options.by_time)
        with tempfile.TemporaryDirectory(dir=folder) as temporary:
            path = os.path.join(temporary, "animation" + options.kind)
            count = WRITERS[options.kind](path, images(options.results, look, frames, scale), look.size, options.fps)
            os.replace(path, options.output)
        print(f"{options.output}: {look.quantity()}, {count} frames")

    return report(name, work)


if __name__ == "__main__":
    sys.exit(main("tenon.pictures.animation", [sys.executable, "-m", "tenon.pictures.animation"]))

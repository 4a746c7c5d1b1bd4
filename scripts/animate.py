#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Animates a result of tenon: the deformed bodies over the steps, coloured by a field.

    scripts/animate.py results/pendulum.h5 -o pendulum.gif
    scripts/animate.py results/wave.xdmf -o wave.mp4 --field velocity:x --scale 0.2 --every 2 --fps 25
    scripts/animate.py results/beam.h5 -o second.gif --mode 2

Colours and camera are those of scripts/picture.py and are the same in all frames. Required Debian
packages: python3-h5py, python3-numpy, python3-vtk9, python3-pil, xvfb and xauth (installed by
scripts/setup), and for .mp4 also ffmpeg (not installed by scripts/setup).
"""
import contextlib
import itertools
import os
import shutil
import subprocess
import sys
import tempfile

import numpy as np

import picture
import tenon_results
import vtk_view
from virtual_display import on_virtual_display
from vtk_bodies import InputError, describe_mode, name_of_mode, numbers, read, report


class Range:
    """Data common to all frames: bounding box of the deformed bodies and ends of the colour
    range."""

    def __init__(self, options, steps):
        field, _, component = options.field.partition(":")
        self.low, self.high, ends = np.full(3, np.inf), np.full(3, -np.inf), []
        signs = (1,) if options.mode is None else (1, -1)
        for step in steps:
            bodies, _ = read(options.results, step, options.object, field, component)
            for body, sign in itertools.product(bodies, signs):
                places = body.places(sign * options.scale)
                self.low, self.high = np.minimum(self.low, places.min(axis=0)), np.maximum(self.high, places.max(axis=0))
            ends += picture.colour_range(bodies)[2:]
        self.is_flat = vtk_view.is_flat(bodies, options.scale)
        self.ends = options.range or self.ends_of(min(ends), max(ends))

    @staticmethod
    def ends_of(least, largest):
        if largest - least <= 1e-9 * max(abs(least), abs(largest)):
            return least - 1, largest + 1
        return (0.0, picture.round_up(largest)) if 0 <= least < 0.2 * largest else (least, largest)

    @property
    def box(self):
        return [float(value) for pair in zip(self.low, self.high) for value in pair]


def frames_of_motion(options, results):
    """Returns (step, scale, caption) of each frame: at equal time intervals or every n-th step."""
    steps = results.steps[::options.every]
    times = results.times[::options.every]
    if options.by_time and len(set(times)) > 1:
        # The number of frames equals the number of steps; each frame shows the step nearest to its
        # time.
        order = np.argsort(times, kind="stable")
        sorted_times = np.asarray(times)[order]
        wanted = np.linspace(sorted_times[0], sorted_times[-1], len(times))
        right = np.clip(np.searchsorted(sorted_times, wanted), 1, len(times) - 1)
        nearest = np.where(wanted - sorted_times[right - 1] <= sorted_times[right] - wanted, right - 1, right)
        steps, times = [steps[order[k]] for k in nearest], wanted
    return [(step, options.scale, f"t = {time:.4g}") for step, time in zip(steps, times)]


def frames_of_mode(options, results):
    """Returns the frames of one period of a vibration or buckling mode.

    Modes are counted from 1.
    """
    step = name_of_mode(results, options.mode)
    fact = describe_mode(results, step)
    if options.scale_is_default:
        bodies, _ = read(options.results, step, options.object, *options.field.partition(":")[::2])
        options.scale = vtk_view.mode_scale(bodies)
    period = 24
    return [(step, options.scale * np.sin(2 * np.pi * k / period), fact) for k in range(period)]


def frames(options):
    """Yields each frame as an array of bytes [height, width, 3]."""
    from vtkmodules.util.numpy_support import vtk_to_numpy

    with tenon_results.open(options.results) as results:
        if options.mode is None and any(frequency is not None for frequency in results.frequencies):
            print("These steps are mode shapes: --mode 1 animates the first one.")
        planned = (frames_of_motion if options.mode is None else frames_of_mode)(options, results)
    common = Range(options, list(dict.fromkeys(step for step, _, _ in planned)))
    field, _, component = options.field.partition(":")
    name = options.title or os.path.splitext(os.path.basename(options.results))[0]
    scale_fact = f"deformation × {options.scale:g}" if options.scale != 1 else ""
    for step, scale, fact in planned:
        bodies, _ = read(options.results, step, options.object, field, component)
        renderer = picture.scene(bodies, scale, picture.colour_table(*common.ends), options,
                                 f"{name}: {picture.quantity_of(options)}", [fact, scale_fact], at_rest=False)
        renderer.GradientBackgroundOff()
        renderer.SetBackground(1, 1, 1)
        picture.aim(renderer, options, common.is_flat, common.box)
        image = picture.photograph(renderer, options.size)
        width, height = options.size
        yield vtk_to_numpy(image.GetPointData().GetScalars()).reshape(height, width, 3)[::-1]


def palette():
    """Returns 256 colours for all frames: the colour bar, lit and in shade, and greys."""
    ends = np.array([[int(code[k:k + 2], 16) for k in (0, 2, 4)] for code in picture.COLOURS], float)
    at = np.linspace(0, len(ends) - 1, 64)
    bar = np.column_stack([np.interp(at, range(len(ends)), ends[:, k]) for k in range(3)])
    greys = np.outer(np.linspace(0, 255, 64), np.ones(3))
    return np.vstack([bar, 0.85 * bar, 0.65 * bar, greys]).round().astype(int).ravel().tolist()


def write_gif(path, images, options):
    from PIL import Image

    ours = Image.new("P", (1, 1))
    ours.putpalette(palette())
    pages = [Image.fromarray(np.ascontiguousarray(image)).quantize(palette=ours, dither=Image.Dither.NONE) for image in images]
    pages[0].save(path, format="GIF", save_all=True, append_images=pages[1:], duration=round(1000 / options.fps), loop=0, optimize=True)
    return len(pages)


def write_mp4(path, images, options):
    if not shutil.which("ffmpeg"):
        raise InputError("ffmpeg is missing, which is required for .mp4: apt-get install ffmpeg, or write a .gif.")
    width, height = options.size
    command = ["ffmpeg", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{width}x{height}", "-r", str(options.fps),
               "-i", "-", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-f", "mp4", "-y", path]
    count = 0
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as encoder:
        with contextlib.suppress(BrokenPipeError):  # ffmpeg has ended; its message is read below
            for image in images:
                encoder.stdin.write(np.ascontiguousarray(image).tobytes())
                count += 1
        _, said = encoder.communicate()
    if encoder.returncode != 0:
        raise InputError(f"ffmpeg could not write the animation: {said.decode().strip()}")
    return count


WRITERS = {".gif": write_gif, ".mp4": write_mp4}


def parse(arguments):
    parser = picture.parser_of(__doc__)
    parser.add_argument("-o", "--output", required=True, help="animation to write: .gif or .mp4")
    parser.add_argument("--field", default="displacement", help="field to colour by, with a component as in stress:xx or velocity:z")
    parser.add_argument("--scale", type=float, help="scale factor of the deformation (default: 1; automatic for a mode)")
    parser.add_argument("--mode", type=int, help="animate one period of this vibration or buckling mode, counted from 1")
    parser.add_argument("--steps", dest="by_time", action="store_false",
                        help="one frame per step, independent of the times (default: frames at equal time intervals)")
    parser.add_argument("--every", type=int, default=1, help="one frame for every n-th step of the file (default: 1)")
    parser.add_argument("--fps", type=float, default=20, help="frames per second (default: 20)")
    parser.add_argument("--size", type=lambda t: numbers(t, "x", 2, int), default=(800, 500), help="in pixels, even (default: 800x500)")
    options = parser.parse_args(arguments)
    options.kind = os.path.splitext(options.output)[1]
    options.scale_is_default = options.scale is None
    options.scale = 1.0 if options.scale is None else options.scale
    if options.kind not in WRITERS:
        parser.error(f"an animation is a {' or a '.join(WRITERS)} file")
    if options.every < 1 or not options.fps > 0:
        parser.error("--every and --fps must be positive")
    if any(pixels < 2 or pixels % 2 for pixels in options.size):
        parser.error("--size must be even")
    if options.results.endswith(".xdmf"):
        options.results = os.path.splitext(options.results)[0] + ".h5"
    return options


def main():
    options = parse(sys.argv[1:])

    def work():
        on_virtual_display(__file__)
        folder = os.path.dirname(os.path.abspath(options.output))
        os.makedirs(folder, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder) as temporary:
            path = os.path.join(temporary, "animation" + options.kind)
            count = WRITERS[options.kind](path, frames(options), options)
            os.replace(path, options.output)
        print(f"{options.output}: {picture.quantity_of(options)}, {count} frames")

    return report("scripts/animate.py", work)


if __name__ == "__main__":
    sys.exit(main())

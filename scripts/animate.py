#!/usr/bin/python3
"""Animates a result of tenon: the bodies as they move from step to step, coloured by a field.

    scripts/animate.py results/pendulum.h5 -o pendulum.gif
    scripts/animate.py results/wave.xdmf -o wave.mp4 --field velocity:x --scale 0.2 --every 2 --fps 25

Colours and the camera are those of scripts/picture.py, and stay for all frames. Needs Debian's python3-h5py, python3-numpy,
python3-vtk9, python3-pil, xvfb and xauth (scripts/setup installs them); for .mp4 also ffmpeg, which it does not.
"""
import contextlib
import os
import shutil
import subprocess
import sys
import tempfile

import numpy as np

import picture
import tenon_results
from virtual_display import on_virtual_display
from vtk_bodies import InputError, numbers, read


class Range:
    """What the frames have in common: the box that the moved bodies never leave, and the values at the ends of the colours."""

    def __init__(self, options, steps):
        field, _, component = options.field.partition(":")
        self.low, self.high, ends = np.full(3, np.inf), np.full(3, -np.inf), []
        for step in steps:
            bodies, _ = read(options.results, step, options.object, field, component)
            for body in bodies:
                places = body.points if body.displacement is None else body.points + options.scale * body.displacement
                self.low, self.high = np.minimum(self.low, places.min(axis=0)), np.maximum(self.high, places.max(axis=0))
            ends += picture.colour_range(bodies)[2:]
        self.dimension = max(body.dimension for body in bodies)
        self.ends = options.range or self.ends_of(min(ends), max(ends))

    @staticmethod
    def ends_of(least, largest):
        if largest - least <= 1e-9 * max(abs(least), abs(largest)):
            return least - 1, largest + 1
        return (0.0, picture.round_up(largest)) if 0 <= least < 0.2 * largest else (least, largest)

    @property
    def box(self):
        return [float(value) for pair in zip(self.low, self.high) for value in pair]


def frames(options):
    """Each frame as [height, width, 3] bytes."""
    from vtkmodules.util.numpy_support import vtk_to_numpy

    with tenon_results.open(options.results) as results:
        times = dict(zip(results.steps, results.times))
    steps = list(times)[::options.every]
    common = Range(options, steps)
    field, _, component = options.field.partition(":")
    name = options.title or os.path.splitext(os.path.basename(options.results))[0]
    scale = f"deformation × {options.scale:g}" if options.scale != 1 else ""
    for step in steps:
        bodies, _ = read(options.results, step, options.object, field, component)
        renderer = picture.scene(bodies, options.scale, picture.colour_table(*common.ends), options,
                                 f"{name}: {picture.quantity_of(options)}", [f"t = {times[step]:.4g}", scale], at_rest=False)
        renderer.GradientBackgroundOff()
        renderer.SetBackground(1, 1, 1)
        picture.aim(renderer, options.view, common.dimension, common.box)
        image = picture.photograph(renderer, options.size)
        width, height = options.size
        yield vtk_to_numpy(image.GetPointData().GetScalars()).reshape(height, width, 3)[::-1]


def palette():
    """256 colours, the same for all frames: those of the bar, lit and in shade, and greys."""
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
        raise InputError("ffmpeg is missing, which .mp4 needs: apt-get install ffmpeg, or write a .gif.")
    width, height = options.size
    command = ["ffmpeg", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{width}x{height}", "-r", str(options.fps),
               "-i", "-", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-f", "mp4", "-y", path]
    count = 0
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as encoder:
        with contextlib.suppress(BrokenPipeError):  # it has ended, and says why
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
    parser.add_argument("--scale", type=float, default=1.0, help="scale of the deformation (default: 1)")
    parser.add_argument("--every", type=int, default=1, help="a frame of every n-th step of the file (default: 1)")
    parser.add_argument("--fps", type=float, default=20, help="frames per second (default: 20)")
    parser.add_argument("--size", type=lambda t: numbers(t, "x", 2, int), default=(800, 500), help="in pixels, even (default: 800x500)")
    options = parser.parse_args(arguments)
    options.kind = os.path.splitext(options.output)[1]
    if options.kind not in WRITERS:
        parser.error(f"an animation is a {' or a '.join(WRITERS)} file")
    if options.every < 1 or not options.fps > 0:
        parser.error("--every and --fps have to be positive")
    if any(pixels < 2 or pixels % 2 for pixels in options.size):
        parser.error("--size has to be even")
    if options.results.endswith(".xdmf"):
        options.results = os.path.splitext(options.results)[0] + ".h5"
    return options


def main():
    options = parse(sys.argv[1:])
    try:
        on_virtual_display(__file__)
        folder = os.path.dirname(os.path.abspath(options.output))
        os.makedirs(folder, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder) as temporary:
            path = os.path.join(temporary, "animation" + options.kind)
            count = WRITERS[options.kind](path, frames(options), options)
            os.replace(path, options.output)
    except (InputError, tenon_results.NoResult, OSError) as error:
        print(f"scripts/animate.py: {error}", file=sys.stderr)
        return 2
    print(f"{options.output}: {picture.quantity_of(options)}, {count} frames")
    return 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies the package tenon.results by results of the program.

The tests need no MPI. If several ranks are started, only the first one acts. The environment
variable TENON names the program; by default it is build/tenon of the source tree.
"""
import csv
import os
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path
from unittest import mock
from xml.etree import ElementTree

import h5py
import meshio
import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/apps"))
if not any(Path(folder, "tenon").is_dir() for folder in os.environ.get("PYTHONPATH", "").split(os.pathsep) if folder):
    sys.path.insert(0, str(ROOT / "python"))
import tenon.results  # noqa: E402
from blocks import brick  # noqa: E402
from tenon.results.reading import ValidatedFile  # noqa: E402
from tenon.results.vtu import file_names  # noqa: E402

meshio._mesh.topological_dimension.setdefault("wedge15", 3)  # meshio 5.0 knows only the name of this type
TENON = os.environ.get("TENON", str(ROOT / "build/tenon"))
RANK = int(os.environ.get("OMPI_COMM_WORLD_RANK", os.environ.get("PMI_RANK", "0")))
LAUNCHER = ("OMPI_COMM", "OMPI_APP", "OMPI_FIRST", "OMPI_UNIVERSE", "OMPI_LOCAL", "OMPI_NUM", "OMPI_MCA_orte", "OMPI_MCA_ess", "OMPI_MCA_pmix",
            "OMPI_MCA_shmem", "PMIX_", "PMI_", "PRTE_")

# Two blocks of different cells, tied, with a history of the load.
TIED = """\
title: Two <tied> blocks
objects:
  lower:
    mesh: lower.msh
    forces: [{type: elastic, material: {type: linear-elastic, young: 1000, poisson: 0.3}}]
    conditions: [{type: fixed, group: bottom}]
  upper:
    mesh: upper.msh
    forces:
      - {type: elastic, material: {type: linear-elastic, young: 2000, poisson: 0.2}}
      - {type: traction, group: top, traction: [0.5, 0, -2], history: [[0, 0], [1, 1]]}
constraints:
  - {type: tie, name: joint/top, slave: {object: upper, group: bottom}, master: {object: lower, group: top}}
analysis: {type: static, steps: 4}
solver: {preset: direct}
output: tied
"""
# One free fall of a block, every second step in the file, every step in the history.
FALL = """\
objects:
  block:
    mesh: lower.msh
    forces:
      - {type: elastic, material: {type: linear-elastic, young: 1000, poisson: 0.3}}
      - {type: gravity, density: 1, acceleration: [0, 0, -10]}
    masses: [{type: consistent, density: 1}]
analysis: {type: transient, step: 0.01, end_time: END}
solver: {preset: direct}
output: {stem: fall, every: 2, fields: [displacement], histories: [{name: mean, nodes: {object: block, group: top}, fields: [displacement, velocity], of: mean}]}
"""
# A ball on the floor: the contact force is its weight.
BALL = """\
objects:
  floor:
    bodies: [{name: floor, position: [0, 0, 0], mass: 1, inertia: [1, 1, 1]}]
    shapes: [{type: plane}]
    conditions: [{type: fixed, group: floor}]
  ball:
    bodies: [{name: ball, position: [1, 2, 0.1], mass: 2, inertia: [0.008, 0.008, 0.008]}]
    forces: [{type: gravity, acceleration: [0, 0, -9.81]}]
    shapes: [{type: sphere, radius: 0.1}]
contacts: [{type: rigid, friction: 0.3}]
analysis: {type: transient, stepper: moreau-jean, step: 0.01, end_time: 0.05}
output: {stem: ball}
"""
KINDS = ("hex8", "hex20", "hex27", "tet4", "tet10", "prism6", "prism15")
VOLUME = 1.0 * 2.0 * 0.5
KIND = """\
  KIND:
    mesh: KIND.msh
    forces:
      - {type: elastic, material: {type: linear-elastic, young: 100, poisson: 0.3}}
      - {type: gravity, density: 1, acceleration: [1, 2, -10]}
    conditions: [{type: fixed, group: bottom}]
"""
ALL_KINDS = "objects:\n" + "".join(KIND.replace("KIND", kind) for kind in KINDS) + "solver: {preset: direct}\noutput: kinds\n"

FOLDER = None  # folder of the cases and results
TEMPORARY = None


def variables():
    """Returns the environment without the variables of a launcher, so that the program starts on
    its own."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(LAUNCHER)}
    return {**kept, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMP_NUM_THREADS": "1"}


def run(text, name):
    """Writes and runs a case."""
    (FOLDER / f"{name}.yaml").write_text(text)
    done = subprocess.run([TENON, "run", f"{name}.yaml"], cwd=FOLDER, env=variables(), capture_output=True, text=True, check=False, timeout=600)
    if done.returncode != 0:
        raise AssertionError(done.stdout + done.stderr)


def setUpModule():
    """Runs the cases once for all tests."""
    global FOLDER, TEMPORARY
    if RANK != 0:
        raise unittest.SkipTest("only the first rank acts")
    TEMPORARY = tempfile.TemporaryDirectory()
    FOLDER = Path(TEMPORARY.name)
    (FOLDER / "lower.msh").write_text(brick("hex20", (2, 2, 1), (0, 0, 0), (2, 2, 1)))
    (FOLDER / "upper.msh").write_text(brick("tet10", (2, 1, 1), (0, 0, 1), (2, 2, 1)))
    for kind in KINDS:
        (FOLDER / f"{kind}.msh").write_text(brick(kind, (2, 2, 1), (0, 0, 0), (1, 2, 0.5)))
    for name, text in (("tied", TIED), ("fall", FALL.replace("END", "0.2")), ("ball", BALL), ("kinds", ALL_KINDS)):
        run(text, name)


def tearDownModule():
    """Removes the results."""
    if TEMPORARY is not None:
        TEMPORARY.cleanup()


class ResultCase(unittest.TestCase):
    """Opens results that are closed at the end of a test."""

    def open(self, name):
        """Opens a result in the folder of the cases."""
        results = tenon.results.open(FOLDER / f"{name}.h5")
        self.addCleanup(results.close)
        return results


class Reading(ResultCase):
    def test_fields_equal_the_datasets(self):
        results = self.open("tied")
        self.assertEqual(sorted(results.objects), ["lower", "upper"])
        np.testing.assert_allclose(results.times, [0.25, 0.5, 0.75, 1])
        self.assertTrue(results.is_finished)
        with h5py.File(FOLDER / "tied.h5") as file:  # open twice at the same time
            for step in range(4):
                for name in ("lower", "upper"):
                    group = file[f"steps/{step:04}/{name}"]
                    np.testing.assert_array_equal(results.field("displacement", name, step), group["displacement"][()])
                    for kind, values in results.cell_field("stress", name, step).items():
                        np.testing.assert_array_equal(values, group[f"{kind}/stress"][()])
            for kind, tags in results.cell_tags("upper").items():
                np.testing.assert_array_equal(tags, file[f"meshes/upper/{kind}/tags"][()])
        linear = results.field("displacement", "upper", 0)
        np.testing.assert_allclose(results.field("displacement", "upper"), 4 * linear, rtol=1e-9, atol=1e-9 * np.abs(linear).max())

    def test_values_at_nodes(self):
        results = self.open("tied")
        tags = results.tags("upper")[[3, 0, 7]]
        expected = results.field("displacement", "upper", 1)[[3, 0, 7]]
        np.testing.assert_array_equal(results.values_at("displacement", "upper", tags, 1), expected)
        over_steps = results.values_over_steps("displacement", "upper", tags[0])
        self.assertEqual(over_steps.shape, (4, 3))
        np.testing.assert_array_equal(over_steps[1], expected[0])
        self.assertEqual(results.values_over_steps("von_mises", "upper", tags[0]).shape, (4,))
        with self.assertRaisesRegex(tenon.results.InputError, "Object 'upper' has no node 999."):
            results.values_at("displacement", "upper", [999])

    def test_multipliers_balance_the_load(self):
        """The sum of the forces of the constraint on a body is the traction of the top, 4 x (0.5, 0,
        -2), with the opposite sign."""
        results = self.open("tied")
        self.assertEqual(results.constraints, ["joint/top"])
        rows = results.multipliers("joint/top")
        self.assertEqual(len(rows["multipliers"]), results.summary["constraints"][0]["multipliers"]["rows"])
        self.assertEqual(set(rows["object"]), {"upper"})
        np.testing.assert_allclose(results.field("force_joint/top", "upper").sum(axis=0), [-2, 0, 8], atol=1e-9)
        np.testing.assert_allclose(results.multipliers("joint/top", 0)["multipliers"], rows["multipliers"] / 4, atol=1e-9)

    def test_contacts_carry_the_weight(self):
        contacts = self.open("ball").contacts()
        self.assertEqual(sorted(contacts["object"][0]), ["ball", "floor"])
        sign = 1 if contacts["object"][0][1] == "ball" else -1
        np.testing.assert_allclose(sign * contacts["force"][0], [0, 0, 2 * 9.81], atol=1e-4)
        np.testing.assert_allclose(contacts["position"][0], [1, 2, 0], atol=1e-6)

    def test_history_equals_its_csv(self):
        history = self.open("fall").history("mean")
        with open(FOLDER / "fall.mean.csv", encoding="utf-8") as file:
            rows = list(csv.reader(file))
        self.assertEqual(list(history), rows[0])
        np.testing.assert_array_equal(np.column_stack(list(history.values())), np.array(rows[1:], float))
        self.assertEqual(len(history["time"]), 21)
        np.testing.assert_allclose(history["velocity_z"], -10 * history["time"], atol=1e-9)

    def test_unknown_names(self):
        results = self.open("tied")
        for call, message in ((lambda: results.history("tip"), "no history 'tip'; the choices are: none"),
                              (lambda: results.multipliers("tie"), "no constraint 'tie'; the choices are: joint/top"),
                              (lambda: results.contacts(), "no contacts of rigid bodies"),
                              (lambda: results.step(4), "no step 4: the number of steps is 4")):
            with self.assertRaises(KeyError) as caught:
                call()
            self.assertIn(message, str(caught.exception))

    def test_closed_results(self):
        with tenon.results.open(FOLDER / "tied.h5") as results:
            self.assertIn("4 steps of", repr(results))
        self.assertIn("closed", repr(results))
        with self.assertRaisesRegex(tenon.results.NoResult, "is closed"):
            results.field("displacement", "upper")

    def test_the_former_name(self):
        """Verifies that tenon_results provides the names of the package, without any compiled
        module."""
        code = ("import sys, tenon_results as r; f = r.open('tied.h5'); print(f.field('displacement', 'upper')[:, 2].min()); "
                "assert r.Results is sys.modules['tenon.results'].Results and r.MESHIO_TYPES['hex20'] == 'hexahedron20'; "
                "assert not {'mpi4py', 'petsc4py', 'tenon._tenon', 'vtkmodules', 'matplotlib', 'pandas', 'meshio'} & set(sys.modules)")
        done = subprocess.run([sys.executable, "-c", code], cwd=FOLDER, capture_output=True, text=True, check=False,
                              env={**variables(), "PYTHONPATH": str(ROOT / "scripts")})
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(float(done.stdout), self.open("tied").field("displacement", "upper")[:, 2].min())


class DuringARun(ResultCase):
    def test_steps_become_visible(self):
        """A result is read while the program writes it."""
        (FOLDER / "slow.yaml").write_text(FALL.replace("END", "1000").replace("stem: fall", "stem: slow"))
        with subprocess.Popen([TENON, "run", "slow.yaml"], cwd=FOLDER, env=variables(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as program:
            try:
                deadline = time.monotonic() + 120
                while not (FOLDER / "slow.h5").exists() and time.monotonic() < deadline:
                    time.sleep(0.01)
                results = self.open("slow")
                self.assertFalse(results.is_finished)
                self.assertIn("has not finished", results._repr_html_())
                with self.assertRaisesRegex(tenon.results.NoSuchName, "has not finished"):
                    results.summary
                counts = [len(results.steps)]
                while counts[-1] < counts[0] + 40 and time.monotonic() < deadline:
                    if results.refresh():
                        counts.append(len(results.steps))
                        last = results.field("displacement", "block")
                        expected = -5 * results.times[-1] ** 2
                        np.testing.assert_allclose(last[:, 2], expected, rtol=1e-6, atol=1e-9)
                self.assertGreaterEqual(counts[-1], counts[0] + 40)
                self.assertEqual(counts, sorted(counts))
                self.assertIsNone(program.poll())
            finally:
                program.terminate()

    def test_a_file_that_is_complete_at_the_second_attempt(self):
        """A read that fails while the file changes is repeated after the file has been reopened."""
        path = FOLDER / "growing.h5"
        path.write_bytes((FOLDER / "fall.h5").read_bytes())
        with tenon.results.open(path) as results:
            original, calls = ValidatedFile.floats, []

            def fails_once(source, *arguments, **options):
                calls.append(source.generation)
                if len(calls) == 1:
                    os.utime(path, (1, 1))
                    raise RuntimeError("checksum")
                return original(source, *arguments, **options)

            with mock.patch.object(ValidatedFile, "floats", fails_once):
                points = results.points("block")
            self.assertEqual(calls, [0, 1])
            with h5py.File(FOLDER / "fall.h5") as file:
                np.testing.assert_array_equal(points, file["meshes/block/points"][()])


class Damaged(ResultCase):
    def forge(self, edit):
        """Returns the path of a copy of a result that is changed by `edit`."""
        path = FOLDER / "forged.h5"
        path.write_bytes((FOLDER / "tied.h5").read_bytes())
        with h5py.File(path, "r+") as file:
            edit(file)
        return path

    def check(self, edit, read, message):
        """Verifies the error of reading a forged result."""
        with tenon.results.open(self.forge(edit)) as results:
            with self.assertRaisesRegex(tenon.results.DamagedResult, message):
                read(results)

    def test_forged_data_are_rejected_in_every_format(self):
        def cells(file):
            kind = next(key for key in file["meshes/upper"] if key == "tet10")
            file[f"meshes/upper/{kind}/cells"][0, 3] = -1

        def stress(file):
            del file["steps/0003/upper/stress"]
            file["steps/0003/upper/stress"] = np.zeros((3, 9))

        def rows(file):
            file["constraints/joint/top/object"][0] = 7

        for read in (lambda r: r.write_vtu(FOLDER / "never"), lambda r: r.to_meshio(), lambda r: r.mesh("upper"), lambda r: r.cell_tags("upper"),
                     lambda r: r.plot(field="von_mises", start=(0, 0, 0), end=(1, 1, 1))):
            self.check(cells, read, "a tet10 of 'upper' refers to a node outside")
        for read in (lambda r: r.frame(field="stress"), lambda r: r.to_meshio(), lambda r: r.values_at("stress", "upper", [1])):
            self.check(stress, read, "has 3 rows instead of")
        self.check(rows, lambda r: r.frame(constraint="joint/top"), "objects that do not exist")
        self.check(cells, lambda r: r.picture(), "a tet10 of 'upper' refers to a node outside")

    def test_forged_texts(self):
        def summary(text):
            def edit(file):
                del file["summary"]
                file["summary"] = text
            return edit
        self.check(summary("{"), lambda r: r.summary, "is damaged")
        self.check(summary("[" * 100000), lambda r: r.summary, "is damaged")
        with tenon.results.open(self.forge(summary("{"))) as results:
            self.assertIn("is damaged", results._repr_html_())
        hostile = '{"title": "<script>", "objects": [{"name": []}, 3], "constraints": [{"multipliers": 5}], "solver": {"<b>": "<i>"}}'
        with tenon.results.open(self.forge(summary(hostile))) as results:
            page = results._repr_html_()
        self.assertIn("&lt;script&gt;", page)
        for tag in ("<script", "<b>", "<i>"):
            self.assertNotIn(tag, page)

    def test_links_to_other_files(self):
        def link(file):
            del file["meshes/upper/tet10/tags"]
            file["meshes/upper/tet10/tags"] = h5py.ExternalLink("tied.h5", "/meshes/upper/tet10/tags")
        self.check(link, lambda r: r.cell_tags("upper"), "is a link to another location")


class Frames(ResultCase):
    def test_steps_and_histories(self):
        results = self.open("fall")
        steps = results.frame()
        np.testing.assert_array_equal(steps["time"], results.times)
        table = results.frame(history="mean")
        self.assertEqual(table.index.name, "time")
        np.testing.assert_array_equal(table["velocity_z"].to_numpy(), results.history("mean")["velocity_z"])

    def test_fields_of_nodes_and_cells(self):
        results = self.open("tied")
        table = results.frame(field="displacement", step=1)
        self.assertEqual(list(table.columns), ["displacement_x", "displacement_y", "displacement_z"])
        self.assertEqual(len(table), len(results.tags("lower")) + len(results.tags("upper")))
        row = results.nodes("upper", [5])[0]
        np.testing.assert_array_equal(table.loc[("upper", 5)].to_numpy(), results.field("displacement", "upper", 1)[row])
        cells = results.frame(cell_field="stress", object="lower")
        self.assertEqual(list(cells.columns)[:4], ["stress_xx", "stress_xy", "stress_xz", "stress_yx"])
        np.testing.assert_array_equal(cells.loc[("lower", "hex20")].to_numpy(), results.cell_field("stress", "lower")["hex20"])
        np.testing.assert_array_equal(cells.index.get_level_values("cell"), results.cell_tags("lower")["hex20"])

    def test_multipliers_and_contacts(self):
        rows = self.open("tied").frame(constraint="joint/top", step=0)
        np.testing.assert_array_equal(rows["multipliers"], self.open("tied").multipliers("joint/top", 0)["multipliers"])
        self.assertEqual(set(rows["object"]), {"upper"})
        contacts = self.open("ball").frame(contacts=True)
        self.assertEqual({contacts["object_first"][0], contacts["object_second"][0]}, {"ball", "floor"})
        self.assertAlmostEqual(abs(contacts["force_z"][0]), 2 * 9.81, places=4)

    def test_invalid_arguments(self):
        results = self.open("tied")
        with self.assertRaisesRegex(tenon.results.InputError, "returns one table"):
            results.frame(field="stress", constraint="joint/top")
        with self.assertRaisesRegex(tenon.results.InputError, "requires `field`"):
            results.frame(object="upper")
        with self.assertRaisesRegex(KeyError, "no field on nodes 'stres'; the choices are: displacement, .*stress"):
            results.frame(field="stres")


class MissingPackages(ResultCase):
    def test_messages_name_the_debian_package(self):
        results = self.open("tied")
        for module, package, call in (("pandas", "python3-pandas", lambda: results.frame()),
                                      ("matplotlib", "python3-matplotlib", lambda: results.plot(field="von_mises", nodes="upper:1")),
                                      ("vtkmodules", "python3-vtk9", lambda: results.picture()),
                                      ("vtkmodules", "python3-vtk9", lambda: results.plot(field="von_mises", start=(0, 0, 0), end=(1, 1, 1))),
                                      ("PIL", "python3-pil", lambda: results.animate()),
                                      ("meshio", "python3-meshio", lambda: results.to_meshio())):
            hidden = {name: None for name in [*sys.modules, module] if name == module or name.startswith(module + ".")}
            if module == "vtkmodules":
                hidden["vtkmodules.vtkCommonDataModel"] = None
            with self.subTest(module), mock.patch.dict(sys.modules, hidden):
                with self.assertRaisesRegex(tenon.results.MissingPackage, f"requires the Python module {module}.*apt-get install {package}"):
                    call()
                self.assertEqual(len(results.times), 4)  # the reader itself needs none of them

    def test_a_broken_package_is_not_reported_as_missing(self):
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(sys, "path", [folder, *sys.path]):
            Path(folder, "broken_package.py").write_text("import absent_dependency\n")
            with self.assertRaisesRegex(ModuleNotFoundError, "absent_dependency") as caught:
                tenon.results.errors.optional("broken_package", "python3-broken", "the test")
            self.assertNotIsInstance(caught.exception, tenon.results.MissingPackage)


class Plots(ResultCase):
    def setUp(self):
        import matplotlib

        matplotlib.use("Agg")

    def test_histories(self):
        results = self.open("fall")
        axes = results.plot(["mean:velocity_z", "mean:displacement_z"])
        self.assertEqual([line.get_label() for line in axes.get_lines()], ["mean: velocity_z", "mean: displacement_z"])
        line = axes.get_lines()[0]
        np.testing.assert_array_equal(line.get_xdata(), results.history("mean")["time"])
        np.testing.assert_array_equal(line.get_ydata(), results.history("mean")["velocity_z"])
        self.assertEqual(axes.get_xlabel(), "time")
        self.assertEqual(len(results.plot("mean").get_lines()), 6)

    def test_a_node_over_the_steps(self):
        results = self.open("tied")
        given = results.plot("mean") if "mean" in results.histories else self.open("fall").plot("mean:velocity_x")
        axes = results.plot(field="displacement:z", nodes="upper:3", field_unit="mm", axes=given)
        self.assertIs(axes, given)
        self.assertEqual(axes.get_ylabel(), "displacement:z [mm]")
        row = results.nodes("upper", [3])[0]
        expected = [results.field("displacement", "upper", step)[row, 2] for step in range(4)]
        np.testing.assert_array_equal(axes.get_lines()[-1].get_ydata(), expected)

    def test_a_field_along_a_line(self):
        """The line follows an edge between nodes, at which the values are those of the file."""
        results = self.open("tied")
        axes = results.plot(field="displacement:z", start=(1, 1, 0.25), end=(1, 1, 3), points=12, length_unit="m")
        self.assertEqual(axes.get_xlabel(), "distance [m]")
        lines = {line.get_label(): line for line in axes.get_lines()}
        self.assertEqual(set(lines), {"lower", "upper"})
        points, values = results.points("lower"), results.field("displacement", "lower")[:, 2]
        for height in (0.5, 1.0):
            node, = np.flatnonzero(np.linalg.norm(points - [1, 1, height], axis=1) < 1e-9)
            at = np.isclose(lines["lower"].get_xdata(), height - 0.25)
            np.testing.assert_allclose(lines["lower"].get_ydata()[at], [values[node]], rtol=2e-4)
        above = lines["upper"].get_xdata() > 1.75 + 1e-6
        self.assertTrue(np.isnan(lines["upper"].get_ydata()[above]).all())

    def test_invalid_arguments(self):
        results = self.open("tied")
        for arguments, message in (({}, "exactly one"), ({"history": "a", "nodes": "b:1"}, "exactly one"),
                                   ({"start": (0, 0, 0), "field": "stress:xx"}, "exactly one"), ({"nodes": "upper:1"}, "requires `field`"),
                                   ({"nodes": "upper", "field": "stress:xx"}, "'upper' is not a node"),
                                   ({"nodes": "upper:1", "field": "stress"}, "is a tensor"),
                                   ({"start": (0, 0), "end": (1, 1), "field": "von_mises"}, "three finite coordinates"),
                                   ({"start": (0, 9, 0), "end": (1, 9, 0), "field": "von_mises"}, "intersects no cell")):
            with self.subTest(arguments), self.assertRaisesRegex(tenon.results.InputError, message):
                results.plot(**arguments)

    def test_a_backend_that_needs_a_display(self):
        """Plots are possible on a machine without a display, whatever backend is selected."""
        code = ("import tenon.results; axes = tenon.results.open('fall.h5').plot('mean'); axes.figure.savefig('headless.png'); "
                "print(len(axes.get_lines()))")
        environment = {name: value for name, value in variables().items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
        done = subprocess.run([sys.executable, "-c", code], cwd=FOLDER, capture_output=True, text=True, check=False,
                              env={**environment, "MPLBACKEND": "TkAgg", "PYTHONPATH": str(ROOT / "python")})
        self.assertEqual((done.returncode, done.stdout.strip()), (0, "6"), done.stderr)
        self.assertEqual((FOLDER / "headless.png").read_bytes()[:4], b"\x89PNG")


class Pictures(ResultCase):
    def test_a_picture(self):
        from PIL import Image

        results = self.open("tied")
        drawn = results.picture(FOLDER / "new/tied.png", field="displacement:z", view=(30, 20), mesh=True, size=(400, 250), objects="upper")
        self.assertEqual((FOLDER / "new/tied.png").read_bytes(), drawn._repr_png_())
        self.assertIsNone(drawn._repr_html_())
        self.assertIn("displacement z, deformation ×", drawn.description)
        with Image.open(FOLDER / "new/tied.png") as image:
            self.assertEqual(image.size, (400, 250))
            pixels = np.asarray(image.convert("RGB"), int)[60:, :300]
        self.assertGreater((np.ptp(pixels, axis=2) > 60).sum(), 2000)  # coloured surface
        self.assertIn("step 0001", results.picture(step=1, size=(100, 80)).description)

    def test_an_animation(self):
        from PIL import Image

        drawn = self.open("fall").animate(every=5, fps=10, size=(160, 100), objects=["block"], field="displacement")
        drawn.save(FOLDER / "fall.gif")
        with Image.open(FOLDER / "fall.gif") as image:
            self.assertEqual((image.size, image.n_frames, image.info["duration"]), ((160, 100), 3, 100))
        self.assertTrue(drawn._repr_html_().startswith('<img src="data:image/gif;base64,'))
        self.assertIsNone(drawn._repr_png_())

    def test_invalid_arguments(self):
        results = self.open("tied")
        for arguments, message in (({"field": "stres"}, "There is no field 'stres'; the choices are: displacement"),
                                   ({"view": "above"}, "'above' is not a list of 2 numbers"), ({"objects": "x"}, "no object 'x'"),
                                   ({"mode": 1}, "not vibration or buckling modes"), ({"step": 1, "mode": 1}, "only one of them")):
            with self.subTest(arguments), self.assertRaisesRegex(tenon.results.InputError, message):
                results.picture(**arguments)
        with self.assertRaisesRegex(KeyError, "no step 9"):
            results.picture(step=9)
        with self.assertRaisesRegex(tenon.results.InputError, "a .gif or a .mp4"):
            results.animate(FOLDER / "a.avi")


class Overview(ResultCase):
    def test_notebooks(self):
        page = self.open("tied")._repr_html_()
        summary = self.open("tied").summary
        self.assertIn("Two &lt;tied&gt; blocks", page)
        for text in (f"<td>{summary['unknowns']}</td><td>{summary['multipliers']}</td>", "<td>joint/top</td>", "<td>upper</td>", "<td>direct</td>",
                     f"<td>{summary['solver']['iterations']}</td>", "4 hex20", "4 steps, t = 0.25 to 1"):
            self.assertIn(text, page)
        ElementTree.fromstring(f"<div>{page}</div>")  # well formed
        self.assertIn("velocity_z", self.open("fall")._repr_html_())


class VtkFiles(ResultCase):
    def grid(self, path):
        """Reads a .vtu with VTK."""
        from vtkmodules.vtkIOXML import vtkXMLUnstructuredGridReader

        reader = vtkXMLUnstructuredGridReader()
        reader.SetFileName(str(path))
        reader.Update()
        return reader.GetOutput()

    def enclosed_volume(self, grid):
        """Returns the volume inside the surface that VTK finds."""
        from vtkmodules.vtkFiltersCore import vtkMassProperties, vtkPolyDataNormals, vtkTriangleFilter
        from vtkmodules.vtkFiltersGeometry import vtkDataSetSurfaceFilter

        surface, normals, triangles, mass = vtkDataSetSurfaceFilter(), vtkPolyDataNormals(), vtkTriangleFilter(), vtkMassProperties()
        surface.SetInputData(grid)
        triangles.SetInputConnection(surface.GetOutputPort())
        normals.SetInputConnection(triangles.GetOutputPort())
        normals.SplittingOff()
        mass.SetInputConnection(normals.GetOutputPort())
        mass.Update()
        return mass.GetVolume()

    def test_every_cell_type_in_vtk(self):
        from vtkmodules.util.numpy_support import vtk_to_numpy

        results = self.open("kinds")
        results.write_vtu(FOLDER / "kinds")
        for kind in KINDS:
            with self.subTest(kind):
                grid = self.grid(FOLDER / f"kinds/{kind}.0000.vtu")
                np.testing.assert_array_equal(vtk_to_numpy(grid.GetPoints().GetData()), results.points(kind))
                for field in results.fields(kind):
                    np.testing.assert_array_equal(vtk_to_numpy(grid.GetPointData().GetArray(field)), results.field(field, kind))
                for field in results.cell_fields(kind):
                    np.testing.assert_array_equal(vtk_to_numpy(grid.GetCellData().GetArray(field)), results.cell_field(field, kind)[kind])
                np.testing.assert_array_equal(vtk_to_numpy(grid.GetPointData().GetArray("node")), results.tags(kind))
                np.testing.assert_array_equal(vtk_to_numpy(grid.GetCellData().GetArray("cell")), results.cell_tags(kind)[kind])
                self.assertEqual(grid.GetNumberOfCells(), len(results.cells(kind)[kind]))
                self.assertEqual({grid.GetCellType(cell) for cell in range(grid.GetNumberOfCells())}, {tenon.results.CELL_TYPES[kind].vtk_type})
                self.assertAlmostEqual(self.enclosed_volume(grid), VOLUME)

    def test_faces_of_linear_cells_point_outward_in_vtk(self):
        """The enclosed volume, as the flux of the position through the faces of each cell."""
        results = self.open("kinds")
        results.write_vtu(FOLDER / "kinds")
        for kind in ("hex8", "tet4", "prism6"):
            grid, flux = self.grid(FOLDER / f"kinds/{kind}.0000.vtu"), 0.0
            for number in range(grid.GetNumberOfCells()):
                cell = grid.GetCell(number)
                for face in (cell.GetFace(k) for k in range(cell.GetNumberOfFaces())):
                    x = np.array([face.GetPoints().GetPoint(k) for k in range(face.GetNumberOfPoints())])
                    for a, b in zip(x[1:-1], x[2:]):
                        flux += np.dot(x[0] + a + b, np.cross(a - x[0], b - x[0])) / 18
            self.assertAlmostEqual(flux, VOLUME, msg=kind)

    def test_every_cell_type_in_meshio(self):
        results = self.open("kinds")
        results.write_vtu(FOLDER / "kinds")
        for kind in KINDS:
            with self.subTest(kind):
                mesh = meshio.read(FOLDER / f"kinds/{kind}.0000.vtu")
                self.assertEqual([block.type for block in mesh.cells], [tenon.results.MESHIO_TYPES[kind]])
                np.testing.assert_array_equal(mesh.cells[0].data, results.cells(kind)[kind])
                np.testing.assert_array_equal(mesh.point_data["stress"].reshape(-1, 9), results.field("stress", kind))
                np.testing.assert_array_equal(mesh.cell_data["von_mises"][0], results.cell_field("von_mises", kind)[kind])

    def test_the_collection(self):
        results = self.open("tied")
        path = results.write_vtu(FOLDER / "vtk", steps=[0, -1], deformed=True)
        self.assertEqual(path, str(FOLDER / "vtk/tied.pvd"))
        entries = [(float(one.get("timestep")), one.get("name"), one.get("file")) for one in ElementTree.parse(path).getroot().iter("DataSet")]
        self.assertEqual(sorted(entries), [(0.25, "lower", "lower.0000.vtu"), (0.25, "upper", "upper.0000.vtu"),
                                           (1.0, "lower", "lower.0003.vtu"), (1.0, "upper", "upper.0003.vtu")])
        self.assertEqual({one.name for one in (FOLDER / "vtk").iterdir()}, {"tied.pvd", *(file for _, _, file in entries)})
        for _, name, file in entries:
            step = int(file.split(".")[1])
            mesh = meshio.read(FOLDER / "vtk" / file)
            np.testing.assert_array_equal(mesh.points, results.points(name) + results.field("displacement", name, step))
            np.testing.assert_array_equal(mesh.point_data["force_joint/top"], results.field("force_joint/top", name, step))
        with self.assertRaisesRegex(KeyError, "no step 4"):
            results.write_vtu(FOLDER / "vtk", steps=[4])
        with self.assertRaisesRegex(tenon.results.InputError, "writes no file"):
            results.write_vtu(FOLDER / "vtk", steps=[])

    def test_rigid_bodies_are_points(self):
        results = self.open("ball")
        results.write_vtu(FOLDER / "points", steps=[0], objects=["ball"])
        mesh = meshio.read(FOLDER / "points/ball.0000.vtu")
        self.assertEqual([(block.type, block.data.tolist()) for block in mesh.cells], [("vertex", [[0]])])
        np.testing.assert_array_equal(mesh.points, [[1, 2, 0.1]])

    def test_names_of_files_stay_in_the_folder(self):
        names = file_names(["a b", "a_b", "..", "../x", "", "ß"])
        self.assertEqual(len(set(names.values())), 6)
        for safe in names.values():
            self.assertRegex(safe, "^[A-Za-z0-9_-]+$")


class Meshio(ResultCase):
    def test_all_objects_in_one_mesh(self):
        results = self.open("tied")
        mesh = results.to_meshio(1)
        first, second = results.objects
        split = len(results.points(first))
        self.assertEqual([len(block.data) for block in mesh.cells], [len(cells) for name in results.objects for cells in results.cells(name).values()])
        np.testing.assert_array_equal(mesh.points[split:], results.points(second))
        np.testing.assert_array_equal(mesh.point_data["displacement"][split:], results.field("displacement", second, 1))
        np.testing.assert_array_equal(mesh.points[mesh.cells[1].data], results.points(second)[list(results.cells(second).values())[0]])
        np.testing.assert_array_equal(mesh.cell_data["stress"][1], list(results.cell_field("stress", second, 1).values())[0])
        self.assertEqual([len(part) for part in mesh.cell_sets[second]], [0, len(mesh.cells[1].data)])
        self.assertEqual(set(mesh.point_data["object"]), {0, 1})
        multiplier = mesh.point_data["multiplier_joint/top"]  # only on the slave
        other = multiplier[split:] if first == "lower" else multiplier[:split]
        self.assertTrue(np.isnan(multiplier[:split] if first == "lower" else multiplier[split:]).all())
        np.testing.assert_array_equal(other, results.field("multiplier_joint/top", "upper", 1))
        moved = results.to_meshio(1, objects=["upper"], deformed=True)
        np.testing.assert_array_equal(moved.points, results.points("upper") + results.field("displacement", "upper", 1))


if __name__ == "__main__":
    unittest.main()

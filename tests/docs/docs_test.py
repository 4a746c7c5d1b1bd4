# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Runs the examples of README.md and docs/ (cases, commands, Python and exports), and checks pages
and links.

usage: docs_test.py <source folder> <tenon>
"""
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest

SOURCE, TENON = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
FORMAT = SOURCE / "docs/reference/case"
PAGES = [SOURCE / "README.md", *sorted(page for page in (SOURCE / "docs").rglob("*.md") if "adr" not in page.parts)]


def blocks(page: pathlib.Path, language: str) -> list:
    return re.findall(rf"^```{language}\n(.*?)^```$", page.read_text(), re.MULTILINE | re.DOTALL)


def shell(page: pathlib.Path) -> list:
    """Returns the command lines of a page: indented by four spaces, or in blocks of bash."""
    text = re.sub(r"^```(?!bash).*?^```$", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)
    return [line.strip() for line in text.splitlines() if line.startswith("    ")] + [
        line.strip() for block in blocks(page, "bash") for line in block.splitlines()]


def complete(example: str) -> str:
    """Returns a complete case for an example of a single key: adds the bodies of the case format,
    and a tie if the example does not support them."""
    if re.search("^objects:", example, re.MULTILINE):
        return example
    bodies = blocks(FORMAT / "overview.md", "yaml")[1]
    tie = "constraints: [{type: tie, slave: {object: block, group: base}, master: {object: bracket, group: foot}}]\n"
    is_held = re.search("^(interactions|conditions|constraints):", example, re.MULTILINE)
    return bodies + example + ("" if is_held else tie)


def run(*command, **options):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=900, **options)


class Documentation(unittest.TestCase):
    def setUp(self):
        # A tree like a checkout. Coarse meshes have the names of those of the demo, so that `check`
        # and a solve take a second.
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        (self.folder / "apps/cases").mkdir(parents=True)
        (self.folder / "meshes").mkdir()
        for name in ("bracket", "block"):
            shutil.copy(SOURCE / f"meshes/{name}_coarse.msh", self.folder / f"meshes/{name}.msh")
        for mesh in (SOURCE / "meshes").iterdir():
            if mesh.suffix in (".msh", ".stl") and not (self.folder / "meshes" / mesh.name).exists():
                shutil.copy(mesh, self.folder / "meshes")
        for table in (SOURCE / "apps/cases").glob("*.csv"):
            shutil.copy(table, self.folder / "apps/cases")

    def write(self, text: str) -> pathlib.Path:
        case = self.folder / "apps/cases/case.yaml"
        case.write_text(text)
        return case

    def test_every_case_passes_the_check(self):
        bodies = blocks(FORMAT / "overview.md", "yaml")[1]  # not yet supported
        cases = [(page, complete(case)) for page in PAGES for case in blocks(page, "yaml") if case != bodies]
        self.assertGreaterEqual(len(cases), 50)
        for page, case in cases:
            done = run(TENON, "check", self.write(case))
            self.assertEqual(done.returncode, 0, f"{page}\n{done.stdout}{done.stderr}{case}")

    def test_every_case_of_the_format_runs(self):
        whole, _, *others = blocks(FORMAT / "overview.md", "yaml")
        others += [case for page in sorted(FORMAT.glob("*.md")) if page.name != "overview.md" for case in blocks(page, "yaml")]
        self.assertGreater(len(others), 20)
        for example in (whole, *others):
            done = run("mpirun", "--oversubscribe", "--bind-to", "none", "-n", 2, TENON, "run", self.write(complete(example)),
                       cwd=self.folder)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr + example)

    def test_commands_exist(self):
        pattern = r"\btenon (run|check|export|homogenise|solve-report|study|gradient|optimise|list|info|partition|convert)\b"
        commands = {re.search(pattern, line)[1] for page in PAGES for line in shell(page) if re.search(pattern, line)}
        self.assertLessEqual({"run", "check", "export", "homogenise", "solve-report", "list", "info"}, commands)
        for command in commands:
            self.assertEqual(run(TENON, command, "--help").returncode, 0, command)

    def first_steps(self) -> list:
        """Returns the commands of the README without changes."""
        return [line.split(" # ")[0].strip() for line in shell(SOURCE / "README.md") if "build/tenon " in line]

    def checkout(self) -> pathlib.Path:
        """Returns a copy of the files that these commands use, accessible to all users, with the
        files that the pages assume."""
        shutil.copytree(SOURCE / "apps/cases", self.folder / "apps/cases", dirs_exist_ok=True)
        for mesh in (SOURCE / "meshes").glob("*.msh"):
            if not (self.folder / "meshes" / mesh.name).exists():
                shutil.copy(mesh, self.folder / "meshes")
        (self.folder / "build").symlink_to(TENON.resolve().parent)
        shutil.copy(self.folder / "meshes/block.msh", self.folder / "mesh.msh")
        (self.folder / "case.yaml").write_text("""objects:
  block:
    mesh: mesh.msh
    forces: [{type: elastic, material: {type: linear-elastic, young: 1000, poisson: 0.3}}]
    masses: [{type: consistent, density: 1}]
    conditions: [{type: fixed, group: base}]
""")
        (self.folder / "part.inp").write_text("*NODE\n1, 0, 0, 0\n2, 1, 0, 0\n3, 0, 1, 0\n4, 0, 0, 1\n"
                                              "*ELEMENT, TYPE=C3D4, ELSET=body\n1, 1, 2, 3, 4\n")
        for path in (self.folder, *self.folder.rglob("*")):
            if not path.is_symlink():
                path.chmod(0o777 if path.is_dir() else 0o666)
        return self.folder

    def test_first_steps_run_as_they_stand(self):
        """Verifies the commands for the current user and without environment variables of Open MPI,
        which neither root nor more ranks than cores require."""
        commands, folder = self.first_steps(), self.checkout()
        self.assertGreaterEqual(len(commands), 5)
        variables = {name: value for name, value in os.environ.items() if not name.startswith("OMPI_")}
        for command in commands:
            done = run("bash", "-c", command, cwd=folder, env=variables)
            self.assertEqual(done.returncode, 0, command + done.stdout + done.stderr)

    def test_first_steps_run_as_a_user(self):
        folder = self.checkout()
        as_user = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
        variables = {"HOME": str(folder), "PATH": os.environ["PATH"], "TMPDIR": str(folder)}
        program = folder / "build" / TENON.name
        if os.geteuid() != 0 or run(*as_user, program, "--version", cwd=folder, env=variables).returncode != 0:
            self.skipTest("only root can run a command as another user, who has to reach the program")
        for command in self.first_steps():
            if not command.startswith("mpirun"):
                continue
            start = command.split(" run ")[0] + " --version"  # root runs the complete commands
            done = run(*as_user, "bash", "-c", start, cwd=folder, env=variables)
            self.assertEqual(done.returncode, 0, command + done.stdout + done.stderr)

    def test_deliberate_mistake_of_the_first_case(self):
        """Verifies the message that the page prints, including its line number. The mesh has the
        groups of the page."""
        page = SOURCE / "docs/getting-started/first-case.md"
        case = next(block for block in blocks(page, "text") if block.startswith("title: Plate"))
        groups = ("left", "right", "hole", "plate")
        names = "".join(f'{1 + (name == "plate")} {number} "{name}"\n' for number, name in enumerate(groups, 1))
        cells = ("1 1 2 1 1 1 4", "2 1 2 2 2 2 3", "3 1 2 3 3 1 2", "4 3 2 4 4 1 2 3 4")
        (self.folder / "plate.msh").write_text(
            "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n4\n" + names + "$EndPhysicalNames\n"
            "$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 1 1 0\n4 0 1 0\n$EndNodes\n$Elements\n4\n" + "\n".join(cells) + "\n$EndElements\n")
        held = "    conditions:\n      - {type: fixed, group: left}\n"
        printed = [line for block in blocks(page, "text") for line in block.splitlines() if line.startswith("tenon: error:")]
        mistakes = (case.replace("group: right", "group: rigth"), case.replace(held, ""))
        self.assertEqual(len(printed), len(mistakes))
        for text, message in zip(mistakes, printed):
            self.assertNotEqual(text, case)
            (self.folder / "plate.yaml").write_text(text)
            for command in ("check", "run"):
                done = run(TENON.resolve(), command, "plate.yaml", cwd=self.folder)
                self.assertEqual((done.returncode, done.stderr.strip()), (2, message))

    def test_calibration_of_the_tutorial(self):
        """Verifies the constants, evaluations and derivatives that the page prints."""
        page = SOURCE / "docs/tutorials/calibration.md"
        case, printed = self.write(blocks(page, "yaml")[0]), "".join(blocks(page, "text"))
        table, summary = self.folder / "calibration.csv", self.folder / "optimum.json"
        done = run(TENON, "optimise", case, "--table", table, "--summary", summary, cwd=self.folder)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        optimum = json.loads(summary.read_text())
        self.assertEqual(optimum["evaluations"], len(table.read_text().splitlines()) - 1)
        # The round-off of another processor may change the number of line searches.
        iterations, evaluations = map(int, re.search(r"(\d+) iterations, (\d+) evaluations", printed).groups())
        self.assertAlmostEqual(optimum["iterations"], iterations, delta=2)
        self.assertAlmostEqual(optimum["evaluations"], evaluations, delta=3)
        for parameter in optimum["parameters"]:
            rows = re.findall(rf"^{parameter['name']} +\S+ +(\S+) +\S+ *$", printed, re.MULTILINE)
            self.assertAlmostEqual(parameter["value"] / float(rows[-1]), 1, delta=1e-5)
        done = run(TENON, "gradient", case, "--check", cwd=self.folder)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("1.64435225", done.stdout)

    def test_shape_of_the_tutorial(self):
        """Verifies the case, the amplitudes and the derivatives that the page prints."""
        page = SOURCE / "docs/tutorials/optimising-a-shape.md"
        text, printed = blocks(page, "yaml")[0], "".join(blocks(page, "text"))
        self.assertTrue((SOURCE / "apps/cases/tapered_beam.yaml").read_text().endswith(text))
        case, summary = self.write(text), self.folder / "optimum.json"
        done = run(TENON, "optimise", case, "--summary", summary, cwd=self.folder)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        optimum = json.loads(summary.read_text())
        self.assertAlmostEqual(optimum["value"], 537.1431940, delta=1e-5)
        for parameter in optimum["parameters"]:
            rows = re.findall(rf"^{parameter['name']} +\S+ +(\S+) +\S+ *$", printed, re.MULTILINE)
            self.assertAlmostEqual(parameter["value"], float(rows[-1]), delta=1e-4)
        done = run(TENON, "gradient", case, "--check", cwd=self.folder)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("-3.332078699", done.stdout)
        done = run(TENON, "run", case, "--set", "taper=1.2", cwd=self.folder)
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        message = "parameters.height: the shape with height = 0, taper = 1.2, curve = 0 is not admissible: "
        self.assertIn(message, done.stderr)
        self.assertIn(message, printed)

    def test_types_that_pages_name_are_listed(self):
        for page in PAGES:
            for name in re.findall(r"`?tenon list ([a-z-]+)`?", page.read_text()):
                done = run(TENON, "list", name)
                self.assertEqual(done.returncode, 0, f"{page}: tenon list {name}\n{done.stderr}")

    def test_conditions_of_parameters_are_listed(self):
        """Verifies that the reference lists every function of base::ParameterEntry and no other."""
        header = (SOURCE / "include/tenon/base/Parameters.hpp").read_text()
        entry = re.search(r"class ParameterEntry \{(.*?) private:", header, re.DOTALL)[1]
        declared = re.findall(r"^  ParameterEntry& (\w+)\(", entry, re.MULTILINE)
        self.assertGreaterEqual(len(declared), 8)
        listed = re.findall(r"^\| `(\w+)\([^`]*\)` \| (?:`double`|`std::string`|all types)",
                            (SOURCE / "docs/reference/cpp-parameters.md").read_text(), re.MULTILINE)
        self.assertEqual(sorted(listed), sorted(declared))

    def test_python_of_the_guides_reads_results(self):
        case = self.write(blocks(FORMAT / "overview.md", "yaml")[0])
        done = run("mpirun", "--oversubscribe", "--bind-to", "none", "-n", 2, TENON, "run", case, "-o", "bracket",
                   cwd=self.folder)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        first, second, *_ = blocks(SOURCE / "docs/how-to/results.md", "python")
        checks = "\nassert u.shape == (len(tags), 3) and stress['hex20'].shape[1] == 9 and on_nodes['displacement'].shape == u.shape"
        done = run("/usr/bin/python3", "-c", first + second + checks, cwd=self.folder,
                   env={**os.environ, "PYTHONPATH": str(SOURCE / "python")})
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("'iterations'", done.stdout)
        self.assertTrue((self.folder / "block.vtu").exists())
        reading, = blocks(SOURCE / "docs/how-to/results-python.md", "python")
        checks = "\nassert (largest == over_steps[-1:]).all() and np.linalg.norm(largest) == np.linalg.norm(u, axis=1).max()"
        done = run("/usr/bin/python3", "-c", reading + checks, cwd=self.folder, env={**os.environ, "PYTHONPATH": str(SOURCE / "python")})
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_exports_of_the_guides(self):
        case = self.write(blocks(FORMAT / "overview.md", "yaml")[0])
        commands = [line.removeprefix("tenon export case.yaml") for line in shell(SOURCE / "docs/how-to/matrices.md")
                    if line.startswith("tenon export case.yaml ") and " --step 1" not in line and "--every" not in line]
        self.assertGreaterEqual(len(commands), 5)
        for words in commands:
            done = run(TENON, "export", case, *shlex.split(words, comments=True), cwd=self.folder)
            self.assertEqual(done.returncode, 0, words + done.stdout + done.stderr)
        for name in ("matrices/A.mtx", "matrices/rows.csv", "matrices/K.petsc", "A.png"):
            self.assertTrue((self.folder / name).exists(), name)

    def test_installation_names_the_packages_of_setup(self):
        arrays = re.findall(r"^packages\w*=\(\n(.*?)^\)$", (SOURCE / "scripts/setup").read_text(), re.MULTILINE | re.DOTALL)
        self.assertEqual(len(arrays), 2)
        packages = re.sub("#.*", "", "".join(arrays)).replace('"', "").split()
        self.assertGreater(len(packages), 20)
        page = (SOURCE / "docs/getting-started/installation.md").read_text()
        self.assertEqual([name for name in packages if f"`{name.split('|')[0]}`" not in page], [])

    def test_links_lead_somewhere(self):
        """Verifies links to files and headings, except to the reference pages that scripts/docs
        generates."""
        for page in [*PAGES, SOURCE / "CONTRIBUTING.md", *(SOURCE / "docs/adr").glob("*.md")]:
            prose = re.sub("^```.*?^```$", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)  # a lambda looks like a link
            for link in re.findall(r"\]\(([^)#:]+)\)", prose):
                if not re.search(r"reference/(types|cpp)/|adr/index.md|^(\.\./)?(types|cpp)/", link):
                    self.assertTrue((page.parent / link).exists(), f"{page}: {link}")
            for link, anchor in re.findall(r"\]\(([^)#:]*)#([^)]+)\)", prose):
                headings = re.findall("^#+ (.*)$", (page.parent / link if link else page).read_text(), re.MULTILINE)
                anchors = [re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings]
                self.assertIn(anchor, anchors, f"{page}: {link}#{anchor}")

    def test_pages_are_short(self):
        """Verifies at most 1,500 words, 8 lines per paragraph and 100 characters per line, without
        code and tables."""
        long = []
        for page in PAGES:
            prose = re.sub("<!-- scripts/bench begins -->.*<!-- scripts/bench ends -->", "", page.read_text(), flags=re.DOTALL)
            prose = re.sub("^```.*?^```$", "", prose, flags=re.MULTILINE | re.DOTALL)
            prose = re.sub("^    .*$", "", prose, flags=re.MULTILINE)
            words = len(re.sub(r"[|*`#-]", " ", prose).split())
            if words > 1500:
                long.append(f"{page}: {words} words")
            for line in prose.splitlines():
                if len(line) > 100 and not line.startswith(("|", "!")) and "](" not in line and "$$" not in line:
                    long.append(f"{page}: {line}")
            for paragraph in re.split(r"\n\s*\n", prose):
                lines = [line for line in paragraph.splitlines() if line.strip()]
                if len(lines) > 8 and not lines[0].lstrip().startswith(("|", "-", "1.", "*", "#", "$$")):
                    long.append(f"{page}: a paragraph of {len(lines)} lines: {lines[0]}")
        self.assertEqual(long, [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])

"""Runs what README.md and docs/ show: every case, every `tenon` command, the guide's Python and exports.

usage: docs_test.py <source folder> <tenon>
"""
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
PAGES = [SOURCE / "README.md", *sorted((SOURCE / "docs").glob("*.md"))]


def blocks(page: pathlib.Path, language: str) -> list:
    return re.findall(rf"^```{language}\n(.*?)^```$", page.read_text(), re.MULTILINE | re.DOTALL)


def complete(example: str) -> str:
    """A case out of an example that shows a single key: with the bodies of the case format, and a tie if nothing holds them."""
    if re.search("^objects:", example, re.MULTILINE):
        return example
    bodies = blocks(SOURCE / "docs/case-format.md", "yaml")[1]
    tie = "constraints: [{type: tie, slave: {object: block, group: base}, master: {object: bracket, group: foot}}]\n"
    is_held = re.search("^(interactions|conditions|constraints):", example, re.MULTILINE)
    return bodies + example + ("" if is_held else tie)


def run(*command, **options):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=900, **options)


class Documentation(unittest.TestCase):
    def setUp(self):
        # Like a checkout, with the coarse meshes under the names of the demo's: `check` and a solve take a second.
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        (self.folder / "apps/cases").mkdir(parents=True)
        (self.folder / "meshes").mkdir()
        for name in ("bracket", "block"):
            shutil.copy(SOURCE / f"meshes/{name}_coarse.msh", self.folder / f"meshes/{name}.msh")
        for name in ("pad.msh", "pad_skin.stl", "bend.msh", "arch.msh", "strip.msh", "cushion.msh"):
            shutil.copy(SOURCE / "meshes" / name, self.folder / "meshes")

    def write(self, text: str) -> pathlib.Path:
        case = self.folder / "apps/cases/case.yaml"
        case.write_text(text)
        return case

    def test_every_case_passes_the_check(self):
        bodies = blocks(SOURCE / "docs/case-format.md", "yaml")[1]  # not yet held
        cases = [complete(case) for page in PAGES for case in blocks(page, "yaml") if case != bodies]
        self.assertGreaterEqual(len(cases), 2)
        for case in cases:
            done = run(TENON, "check", self.write(case))
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr + case)

    def test_every_case_of_the_format_runs(self):
        whole, _, *others = blocks(SOURCE / "docs/case-format.md", "yaml")
        self.assertGreater(len(others), 5)
        for example in (whole, *others):
            done = run("mpirun", "--oversubscribe", "--bind-to", "none", "-n", 2, TENON, "run", self.write(complete(example)),
                       cwd=self.folder)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr + example)

    def test_commands_exist(self):
        commands = {line.split("tenon ", 1)[1].split()[0]
                    for page in PAGES for line in page.read_text().splitlines()
                    if re.match(r"^    .*\btenon (run|check|export|homogenise|solve-report|list|info|partition)\b", line)}
        self.assertLessEqual({"run", "check", "export", "homogenise", "solve-report", "list", "info"}, commands)
        for command in commands:
            self.assertEqual(run(TENON, command, "--help").returncode, 0, command)

    def first_steps(self) -> list:
        """The commands of the README's first steps, as they stand."""
        section = (SOURCE / "README.md").read_text().split("## First steps")[1].split("\n## ")[0].split("```")[0]
        return [line.split(" # ")[0].strip() for line in section.splitlines() if re.match("    .*build/tenon ", line)]

    def checkout(self) -> pathlib.Path:
        """A copy of what the first steps name, which anybody may use, with the files that a reader is to have."""
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
        """Without any variable of Open MPI, as who runs the test; more ranks than cores, and root, need nothing else."""
        commands, folder = self.first_steps(), self.checkout()
        self.assertGreater(len(commands), 8)
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
            start = command.split(" run ")[0] + " --version"  # the runs themselves are those of root
            done = run(*as_user, "bash", "-c", start, cwd=folder, env=variables)
            self.assertEqual(done.returncode, 0, command + done.stdout + done.stderr)

    def test_types_that_pages_name_are_listed(self):
        for page in PAGES:
            for name in re.findall(r"`?tenon list ([a-z-]+)`?", page.read_text()):
                done = run(TENON, "list", name)
                self.assertEqual(done.returncode, 0, f"{page}: tenon list {name}\n{done.stderr}")

    def test_python_of_the_guide_reads_results(self):
        case = self.write(blocks(SOURCE / "docs/case-format.md", "yaml")[0])
        done = run("mpirun", "--oversubscribe", "--bind-to", "none", "-n", 2, TENON, "run", case, "-o", "bracket",
                   cwd=self.folder)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        first, second = blocks(SOURCE / "docs/guide.md", "python")
        checks = "\nassert u.shape == (len(tags), 3) and stress['hex20'].shape[1] == 9 and on_nodes['displacement'].shape == u.shape"
        done = run("/usr/bin/python3", "-c", first + second + checks, cwd=self.folder,
                   env={**os.environ, "PYTHONPATH": str(SOURCE / "scripts")})
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("'iterations'", done.stdout)
        self.assertTrue((self.folder / "block.vtu").exists())

    def test_exports_of_the_guide(self):
        case = self.write(blocks(SOURCE / "docs/case-format.md", "yaml")[0])
        commands = re.findall(r"^    tenon export bracket.yaml (.*)$", (SOURCE / "docs/guide.md").read_text(), re.MULTILINE)
        self.assertGreaterEqual(len(commands), 3)
        for words in commands:
            done = run(TENON, "export", case, *shlex.split(words, comments=True), cwd=self.folder)
            self.assertEqual(done.returncode, 0, words + done.stdout + done.stderr)
        for name in ("matrices/A.mtx", "matrices/rows.csv", "matrices/K.petsc", "A.png"):
            self.assertTrue((self.folder / name).exists(), name)

    def test_reference_is_what_the_program_reads(self):
        page = run(TENON, "list", "--markdown").stdout
        self.assertEqual((SOURCE / "docs/reference.md").read_text(), page,
                         "run: build/tenon list --markdown > docs/reference.md")

    def test_readme_names_the_packages_of_setup(self):
        (array,) = re.findall(r"^packages=\(\n(.*?)^\)$", (SOURCE / "scripts/setup").read_text(), re.MULTILINE | re.DOTALL)
        packages = re.sub("#.*", "", array).replace('"', "").split()
        self.assertGreater(len(packages), 20)
        readme = (SOURCE / "README.md").read_text()
        self.assertEqual([name for name in packages if f"`{name.split('|')[0]}`" not in readme], [])

    def test_links_lead_somewhere(self):
        for page in [*PAGES, SOURCE / "CONTRIBUTING.md"]:
            prose = re.sub("^```.*?^```$", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)  # a lambda looks like a link
            for link in re.findall(r"\]\(([^)#:]+)\)", prose):
                self.assertTrue((page.parent / link).exists(), f"{page.name}: {link}")
            for link, anchor in re.findall(r"\]\(([^)#:]*)#([^)]+)\)", prose):
                headings = re.findall("^#+ (.*)$", (page.parent / link if link else page).read_text(), re.MULTILINE)
                anchors = [re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings]
                self.assertIn(anchor, anchors, f"{page.name}: {link}#{anchor}")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])

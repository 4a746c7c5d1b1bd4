# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Extracts the files of CONTRIBUTING.md, builds them against an installed tenon and runs them on 1
and 3 ranks.

The runs are the inherited tests, a solve, and the export of the matrix of a user-defined force. The
C++ code of docs/, the fixtures of the other kinds and a source for each umbrella header are built,
too.

usage: contributing_test.py <source folder> <build folder>
"""
import csv
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import h5py
import numpy as np
import scipy.io

# Mesh of one hex8. Springs support the bottom.
CUBE = """$MeshFormat
2.2 0 8
$EndMeshFormat
$PhysicalNames
2
2 1 "bottom"
3 2 "all"
$EndPhysicalNames
$Nodes
8
1 0 0 0
2 1 0 0
3 1 1 0
4 0 1 0
5 0 0 1
6 1 0 1
7 1 1 1
8 0 1 1
$EndNodes
$Elements
2
1 3 2 1 1 1 2 3 4
2 5 2 2 2 1 2 3 4 5 6 7 8
$EndElements
"""


def files_of(page: str) -> dict:
    """Returns the files of a page: a line with only `name`, followed by a fenced block with the
    contents."""
    return dict(re.findall(r"^`([\w.]+)`\n```\w+\n(.*?)^```$", page, re.MULTILINE | re.DOTALL))


# Declarations for the fragments of docs/concepts.
FRAGMENTS = """
#include <tenon/base/Log.hpp>
#include <tenon/system/forms/AssembledSystem.hpp>
#include <tenon/system/forms/CompositeSystem.hpp>
#include <tenon/system/operators/Descriptor.hpp>
#include <tenon/system/forms/MatrixFreeSystem.hpp>
#include <tenon/system/forms/extract.hpp>
using namespace tenon;
using namespace tenon::system;
"""
ARGUMENTS = """([[maybe_unused]] const system::MechanicalSystem& mechanics, [[maybe_unused]] system::MechanicalSystem& problem,
  [[maybe_unused]] la::StiffnessMatrix& K, [[maybe_unused]] la::DampingMatrix& B, [[maybe_unused]] la::MassMatrix& M, [[maybe_unused]] const la::State& state,
  [[maybe_unused]] const la::State& other, [[maybe_unused]] la::LocalIndex a, [[maybe_unused]] la::LocalIndex b,
  [[maybe_unused]] const base::Mat3& block, [[maybe_unused]] const la::ElementTable& lines)"""


def fragments_of(pages: list) -> str:
    """Returns the C++ blocks of the pages that are not complete files, each as a function."""
    blocks = [code for page in pages for code in re.findall(r"^```cpp\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
              if "#include" not in code]
    assert len(blocks) >= 4, len(blocks)
    return FRAGMENTS + "\n".join(f"void fragment{n}{ARGUMENTS} {{\n{code}}}" for n, code in enumerate(blocks))


def umbrellas_of(source, folder):
    """Writes a source that includes nothing else for each umbrella header. Returns their names."""
    modules = sorted(header.stem for header in (source / "include/tenon").glob("*.hpp"))
    assert {"la", "force", "constraint", "testing"} <= set(modules), modules
    for module in modules:
        (folder / f"umbrella_{module}.cpp").write_text(f"#include <tenon/{module}.hpp>\n")
    return [f"umbrella_{module}.cpp" for module in modules]


def run(*command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} ended with {done.returncode}:\n{done.stdout}\n{done.stderr}")
    return done.stdout


FILES = {"GroundSprings.hpp", "BulkShear.hpp", "OnSphere.hpp", "GroundSpringsTest.cpp", "main.cpp", "CMakeLists.txt", "springs.yaml",
         "StVenantKirchhoff.hpp", "Foundation.hpp", "MeanMotion.hpp", "MoreTest.cpp",
         "Theta.hpp", "ProjectedGradients.hpp", "Speed.hpp", "Reach.hpp", "Swelling.hpp", "Quarters.hpp", "solution.cpp",
         "vibration.yaml", "swelling.yaml"}


def mpirun(ranks, *command, **options):
    return run("mpirun", "--oversubscribe", "--bind-to", "none", "-n", ranks, *command, **options)


def main():
    source, build = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    files = files_of((source / "CONTRIBUTING.md").read_text())
    assert set(files) == FILES, set(files)
    concepts = [(source / f"docs/concepts/{name}.md").read_text() for name in ("assembly", "system-matrices", "interoperability")]
    beside = {"fragments.cpp": fragments_of(concepts)}
    for page in ("tutorials/custom-types", "tutorials/custom-constraint", "concepts/schur-complement", "how-to/cpp-simulations", "how-to/time-loop",
                 "tutorials/custom-mapping"):
        of_page = files_of((source / f"docs/{page}.md").read_text())
        assert all(files.get(name, text) == text for name, text in of_page.items()), f"{page} differs from CONTRIBUTING.md"
        beside.update({name: text for name, text in of_page.items() if name not in files})
    assert set(beside) == {"Bands.hpp", "BandsTest.cpp", "MappingTest.cpp", "MeanOfGroup.hpp", "MeanPoint.hpp", "fragments.cpp", "loop.cpp", "nodeBlocks.cpp",
                           "stepping.cpp"}, set(beside)
    for name, text in files.items():
        most = 75 if name == "Foundation.hpp" else 55 if name in ("GroundSprings.hpp", "OnSphere.hpp", "StVenantKirchhoff.hpp") else 40
        assert len(text.splitlines()) <= most, f"{name} has more than {most} lines"

    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        for name, text in {**beside, **files}.items():
            (work / name).write_text(text)
        umbrellas = umbrellas_of(source, work)
        with open(work / "CMakeLists.txt", "a") as cmake:
            cmake.write(f"add_executable(bands-test BandsTest.cpp)\n"
                        f"add_executable(more-test MoreTest.cpp)\n"
                        f"add_executable(mapping-test MappingTest.cpp)\n"
                        f"add_executable(fixtures-test {source}/tests/contributing/FixturesTest.cpp)\n"
                        f"add_library(fragments OBJECT fragments.cpp)\n"
                        f"add_library(umbrellas OBJECT {' '.join(umbrellas)})\n"
                        f"add_executable(node-blocks nodeBlocks.cpp)\n"
                        f"add_executable(stepping stepping.cpp)\n"
                        f"add_executable(loop loop.cpp)\n"
                        f"add_executable(solution solution.cpp)\n"
                        f"foreach(target bands-test more-test mapping-test fixtures-test fragments umbrellas node-blocks stepping loop solution)\n"
                        f"  target_link_libraries(${{target}} PRIVATE tenon::tenon tenon::testing)\n"
                        f"endforeach()\n")
        (work / "cube.msh").write_text(CUBE)
        run("cmake", "--install", build, "--prefix", work / "installed")
        march, lanes = target_of(build, work / "installed", source)
        configure(work, "build", march)
        run("cmake", "--build", work / "build")
        check_other_processors(work, march, lanes)
        for ranks in (1, 3):
            for test, count in (("mine-test", "2 tests"), ("bands-test", "1 test"), ("more-test", "3 tests"), ("mapping-test", "2 tests"), ("fixtures-test", "3 tests")):
                said = mpirun(ranks, work / "build" / test, "--gtest_color=no", cwd=work)
                assert f"[  PASSED  ] {count}." in said, said
        check_algorithms(work, files["vibration.yaml"])
        check_objective(work, files["swelling.yaml"])
        check_derived_mesh(work)
        check_loop(work, beside["loop.cpp"], files["vibration.yaml"])
        check_stepping(work, (source / "docs/how-to/cpp-simulations.md").read_text())
        check_commands(work / "build" / "mine", work)
        solutions = [solve(work, "springs.yaml", ranks) for ranks in (1, 3)]
        # Equivalent constants of linear-elastic:
        # E = 9 K G / (3 K + G), nu = (3 K - 2 G) / (2 (3 K + G)).
        young, poisson = 9 * 1000 * 500 / 3500, 2000 / 7000
        own = files["springs.yaml"].replace("{type: bulk-shear, bulk: 1000, shear: 500}",
                                            f"{{type: linear-elastic, young: {young!r}, poisson: {poisson!r}}}")
        assert own != files["springs.yaml"]
        (work / "own.yaml").write_text(own)
        solutions.append(solve(work, "own.yaml", 1))
        for other in solutions[1:]:
            assert abs(other - solutions[0]).max() < 1e-9
        solve_with_node_blocks(work, own)
        check_names(work, own)
    print("the examples of CONTRIBUTING.md and docs/ build and give what theory says")


def target_of(build, installed, source):
    """Returns the -march of the installed libraries, which is not exported, and their number of
    lanes."""
    targets = next(installed.rglob("tenonTargets.cmake")).read_text()
    modules = {path.parent.name for path in source.glob("src/*/CMakeLists.txt")} - {"python"}  # no library
    assert set(re.findall(r"add_library\(tenon::(\w+) ", targets)) - {"shared"} == modules | {"tenon", "flags"}, "one target for each module"
    assert "-march" not in targets
    lanes = int(re.search(r"TENON_LANES=(\d)", targets)[1])
    assert f"EIGEN_MAX_ALIGN_BYTES={8 * lanes}" in targets
    return re.search(r"^TENON_MARCH:\w+=(.*)$", (build / "CMakeCache.txt").read_text(), re.MULTILINE)[1], lanes


def configure(work, folder, march):
    run("cmake", "-S", work, "-B", work / folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", f"-DCMAKE_PREFIX_PATH={work}/installed",
        f"-DCMAKE_CXX_FLAGS={'-march=' if march else ''}{march}")


def lanes_of(march):
    """Returns the doubles per register for a -march that this processor supports, otherwise 0."""
    help = run("g++", f"-march={march}", "-dM", "-E", "-x", "c++", "/dev/null")
    lanes = 8 if "__AVX512F__" in help else 4 if "__AVX__" in help else 2
    return lanes if lanes <= (8 if march == "native" else lanes_of("native")) else 0


def check_other_processors(work, march, lanes):
    """Verifies that sources can be compiled for another processor than the libraries if its
    registers are wide enough, and that compiling or linking fails otherwise."""
    for other in ("native", "x86-64-v4", "x86-64-v3"):
        if other != march and lanes_of(other) >= lanes:
            configure(work, "other", other)
            run("cmake", "--build", work / "other", "--target", "more-test")
            said = mpirun(1, work / "other/more-test", "--gtest_color=no", cwd=work)
            assert "[  PASSED  ] 3 tests." in said, said
            break
    else:
        print("there is no other -march here that sources could be compiled with")
    if lanes == 2:
        return
    (work / "narrow.cpp").write_text("#include <tenon/base/Lane.hpp>\nint main() {}\n")
    for definitions, reason in (([f"-DTENON_LANES={lanes}"], "compiled for wider registers"), ([], "LibraryWithLanes<2>")):
        done = subprocess.run(["g++", "-std=c++17", "-march=x86-64", *definitions, "narrow.cpp", "-o", "narrow", "-Iinstalled/include",
                               *map(str, (work / "installed").rglob("libtenon_base.a"))], capture_output=True, text=True, cwd=work)
        assert done.returncode != 0 and reason in done.stderr, done


def check_stepping(work, page):
    """Verifies that the program that advances a simulation prints the lines of its page on any
    number of ranks, some of which have no cells."""
    expected = re.search(r"^```text\n(step 1.*?)^```$", page, re.MULTILINE | re.DOTALL)[1]
    for ranks in (1, 2, 3, 4, 13):
        said = mpirun(ranks, work / "build" / "stepping", cwd=work)
        assert said == expected, said


# Crate and ball that slide on a plane.
SLIDING = """\
objects:
  floor:
    bodies: [{name: floor, position: [0, 0, 0], mass: 1, inertia: [1, 1, 1]}]
    shapes: [{type: plane}]
    conditions: [{type: fixed, group: floor}]
  things:
    bodies:
      - {name: ball, position: [0, 0, 0.1], mass: 2, inertia: [0.008, 0.008, 0.008], velocity: [1, 0, 0]}
      - {name: crate, position: [-0.5, 0, 0.1], mass: 3, inertia: [0.02, 0.02, 0.02], velocity: [0.5, 0, 0]}
    forces: [{type: gravity, acceleration: [0, 0, -9.81]}]
    shapes:
      - {type: box, size: [0.2, 0.2, 0.2]}
      - {type: sphere, radius: 0.1, group: ball}
contacts: [{type: rigid, friction: 0.3}]
analysis: {type: transient, stepper: moreau-jean, step: 0.002, end_time: 0.05, contact_tolerance: 1e-9, contact_iterations: 20000, contact_solver: SOLVER}
"""


def read_last_step(path):
    """Returns the fields of the last step of a result as a dictionary of arrays."""
    with h5py.File(path) as results:
        step = results["steps"][max(results["steps"])]
        return {f"{name}/{field}": np.array(data) for name, group in step.items() for field, data in group.items()
                if isinstance(data, h5py.Dataset)}


def check_algorithms(work, case):
    """Verifies the types of the program `solution`: the theta method agrees with the trapezoidal
    rule and with the implicit Euler method; field and history agree with velocities and
    displacements; wrong parameters are errors with their place."""
    solution = work / "build" / "solution"
    for kind, name in (("stepper", "theta"), ("contact-solver", "projected-gradients"), ("output-field", "speed"), ("history-type", "reach"),
                       ("objective", "swelling"), ("derived-mesh", "quarters")):
        assert name in run(solution, "list", kind, cwd=work), kind
    assert "trapezoidal rule" in run(solution, "list", "theta", cwd=work)
    case = case.replace("fields: [displacement,", "fields: [displacement, velocity,")
    for own, of_tenon in (("{type: theta, theta: 0.5}", "trapezoid"), ("{type: theta, theta: 1}", "implicit-euler")):
        fields = []
        for number, (stepper, ranks) in enumerate(((own, 1), (own, 3), (of_tenon, 1))):
            (work / f"vibration{number}.yaml").write_text(case.replace("{type: theta, theta: 0.5}", stepper))
            mpirun(ranks, solution, "run", f"vibration{number}.yaml", cwd=work)
            fields.append(read_last_step(work / f"vibration{number}.h5"))
        for other in fields[1:]:
            assert set(other) == set(fields[0]) == {f"cube/{name}" for name in ("displacement", "velocity", "speed")}, set(other)
            for name, values in other.items():
                assert abs(values - fields[0][name]).max() < 1e-8, (own, name)
        speeds = np.linalg.norm(fields[0]["cube/velocity"], axis=1) / 0.01
        assert abs(fields[0]["cube/speed"].ravel() - speeds).max() < 1e-12 and speeds.max() > 0.1
        with h5py.File(work / "vibration0.h5") as results:
            reach = results["histories/top/values"][-1]
        assert abs(reach - abs(fields[0]["cube/displacement"]).max() / 0.001).max() < 1e-12
    motions = []
    for number, (solver, ranks) in enumerate((("newton", 1), ("{type: projected-gradients, step: 0.1}", 1), ("projected-gradients", 2))):
        (work / f"sliding{number}.yaml").write_text(SLIDING.replace("SOLVER", solver))
        mpirun(ranks, solution, "run", f"sliding{number}.yaml", cwd=work)
        motions.append(read_last_step(work / f"sliding{number}.h5"))
    for other in motions[1:]:
        assert abs(other["things/velocity"] - motions[0]["things/velocity"]).max() < 1e-6, other
    assert np.allclose(motions[0]["things/velocity"][1], [0.5 - 0.3 * 9.81 * 0.05, 0, 0], atol=1e-6), motions[0]
    for given, wrong, message in (("theta: 0.5", "theta: 2", r"wrong.yaml:9: analysis.stepper.theta: .*between 0.49 and 1.01"),
                                  ("unit: 0.01", "unti: 1", r"wrong.yaml:11: output.fields\[2\].unti: .*did you mean 'unit'"),
                                  ("length: 0.001", "length: -1", r"wrong.yaml:12: output.histories\[0\].length: .*must be positive")):
        assert given in case
        (work / "wrong.yaml").write_text(case.replace(given, wrong))
        done = subprocess.run([solution, "check", "wrong.yaml"], capture_output=True, text=True, cwd=work)
        assert done.returncode == 2 and re.search(message, done.stderr), done.stderr


def check_objective(work, case):
    """Verifies the gradient of the objective of the program `solution` by a Taylor test, its
    agreement on 1 and 3 ranks, and the message about a wrong object."""
    solution, found = work / "build" / "solution", []
    for ranks in (1, 3):
        mpirun(ranks, solution, "gradient", "swelling.yaml", "--check", "--summary", f"swelling{ranks}.json", cwd=work)
        found.append(json.loads((work / f"swelling{ranks}.json").read_text()))
        assert found[-1]["taylor_test"]["order"] >= 1.95, found[-1]
        assert found[-1]["objectives"][0]["name"] == "swelling of cube", found[-1]
    for one, other in zip(*(summary["parameters"] for summary in found)):
        assert abs(one["derivative"] - other["derivative"]) <= 1e-9 * abs(one["derivative"]) > 0, (one, other)
    (work / "wrong.yaml").write_text(case.replace("object: cube, weight", "object: cubes, weight"))
    done = subprocess.run([solution, "gradient", "wrong.yaml"], capture_output=True, text=True, cwd=work)
    assert done.returncode == 2 and "There is no object 'cubes'" in done.stderr, done.stderr


# Triangles of the surface of the cube, each divided into four, or only their central parts.
QUARTERS = """\
objects:
  cube:
    mesh: cube.msh
    forces: [{type: elastic, material: {type: linear-elastic, young: 1000, poisson: 0.3}}]
    conditions: [{type: fixed, group: bottom}]
  skin: {derive: {from: cube, to: surface}}
  triangles: {derive: {from: skin, to: triangles}}
  fine: {derive: {from: triangles, to: TYPE}}
solver: {preset: direct}
"""


def check_derived_mesh(work):
    """Verifies the numbers of cells and nodes of the derived meshes of the program `solution` on 1
    and 3 ranks: twelve triangles of the cube with 18 edges and 8 vertices, and the message about a
    wrong parameter."""
    solution = work / "build" / "solution"
    for type, cells, nodes in (("quarters", 48, 26), ("{type: quarters, centre_only: true}", 12, 18)):
        for ranks in (1, 3):
            (work / "quarters.yaml").write_text(QUARTERS.replace("TYPE", type))
            mpirun(ranks, solution, "run", "quarters.yaml", cwd=work)
            with h5py.File(work / "quarters.h5") as results:
                step = results["steps"][max(results["steps"])]
                assert len(step["fine/displacement"]) == nodes, (type, ranks)
                assert len(results["meshes/fine/tri3/cells"]) == cells, (type, ranks)
    (work / "wrong.yaml").write_text(QUARTERS.replace("TYPE", "{type: quarters, central: true}"))
    done = subprocess.run([solution, "check", "wrong.yaml"], capture_output=True, text=True, cwd=work)
    assert done.returncode == 2 and re.search(r"wrong.yaml:8: objects.fine.derive.to.central: ", done.stderr), done.stderr


def check_loop(work, code, case):
    """Verifies that the custom time loop has 30 lines at most and stops at its limit, on any number
    of ranks."""
    assert len(code.splitlines()) <= 30
    expected = []
    (work / "plain.yaml").write_text(re.sub(r"output:\n(  .*\n)+", "", case).replace("{type: theta, theta: 0.5}", "trapezoid"))
    for ranks in (1, 3):
        said = mpirun(ranks, work / "build" / "loop", "plain.yaml", "0.0015", cwd=work)
        lines = [line for line in said.splitlines() if line.startswith("t = ")]  # without the log
        expected = expected or lines
        values = [float(line.split(": ")[1]) for line in lines]
        assert lines == expected and 1 < len(values) < 20 and values[-1] >= 0.0015 > max(values[:-1]), said
        with h5py.File(work / "plain.h5") as results:
            assert "summary" in results and len(results["steps"]) == len(values) + 1


def check_commands(mine, work):
    """Verifies that a program with user-defined types has all subcommands and lists its types."""
    helped = run(mine, "--help", cwd=work)
    for command in ("run", "check", "export", "homogenise", "list", "info", "partition", "solve-report"):
        assert re.search(rf"^  {command} ", helped, re.MULTILINE), helped
    assert re.search(r"stiffness .*\n.*required", run(mine, "list", "ground-springs", cwd=work))
    assert "bulk modulus K" in run(mine, "list", "bulk-shear", cwd=work)
    assert "cg-jacobi" in run(mine, "list", "preset", cwd=work)
    assert "no errors found" in mpirun(2, mine, "check", "springs.yaml", cwd=work)
    done = subprocess.run([mine, "rnu"], capture_output=True, text=True, cwd=work)
    assert done.returncode == 2 and "did you mean 'run'" in done.stderr, done


def solve_with_node_blocks(work, case):
    """Verifies that the Schur approximation of docs/concepts/schur-complement.md is used for a cube
    with multipliers that prescribe the displacement of the bottom."""
    case = case.replace("solver: {preset: cg-jacobi}\n", "")
    hold = "constraints: [{type: prescribed, object: cube, group: bottom, values: {x: 0.1, y: 0, z: 0.2}}]\n"
    (work / "held.yaml").write_text(re.sub(r".*ground-springs.*\n", "", case) + hold + "solver: {schur: node-blocks}\n")
    for ranks in (1, 3):
        mpirun(ranks, work / "build" / "node-blocks", "run", "held.yaml", cwd=work)
        with h5py.File(work / "held.h5") as results:
            summary = json.loads(results["summary"][()])
        assert summary["solver"]["preset"] == "schur", summary
        assert any("-saddle_schur node-blocks" in line for line in options_of(work / "held.h5")), "not used"


def check_names(work, case):
    """Verifies the names of a user-defined constraint in the results: the default has no slash."""
    case = re.sub(r".*ground-springs.*\n", "", case).replace("cg-jacobi", "direct")
    for given, name in (("", "sphere_cube_bottom"), (", name: ball", "ball")):
        entry = f"{{type: sphere, nodes: {{object: cube, group: bottom}}, centre: [0.5, 0.5, -10], radius: 10.0249{given}}}"
        hold = "{type: prescribed, name: hold, object: cube, group: all, values: {x: 0, y: 0}}"
        (work / "sphere.yaml").write_text(case + f"constraints: [{entry}, {hold}]\n")
        mpirun(1, work / "build" / "mine", "run", "sphere.yaml", cwd=work)
        with h5py.File(work / "sphere.h5") as results:
            assert set(results["constraints"]) == {name, "hold"}, set(results["constraints"])
            assert "multipliers" in results["constraints"][name]


def options_of(results):
    with h5py.File(results) as file:
        return file["options"][()].decode().splitlines()


def solve(work, case, ranks):
    mine = work / "build" / "mine"
    mpirun(ranks, mine, "run", case, cwd=work)
    mpirun(ranks, mine, "export", case, "--what", "K", "--contributor", "ground-springs on cube/bottom", cwd=work)
    check_matrix(work / "matrices")
    assert any("-pc_type jacobi  # the preset 'cg-jacobi'" in line for line in options_of(work / case.replace(".yaml", ".h5")))
    with h5py.File(work / case.replace(".yaml", ".h5")) as results:
        return check(results)


def check_matrix(folder):
    """Verifies that K of the springs is -25 on the diagonal of nodes 1 to 4, for any numbering of
    the rows."""
    K = scipy.io.mmread(folder / "K.mtx").toarray()
    with open(folder / "rows.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    on_bottom = [-25.0 * (int(row["node"]) <= 4) for row in rows]
    assert len(rows) == 24 and on_bottom.count(-25.0) == 12, rows
    assert np.array_equal(K, np.diag(on_bottom)), K
    (folder / "K.mtx").unlink()


def check(results):
    """Verifies the settlement of the bottom, 2 / 100, for the weight 2 on 4 springs of stiffness
    25. Returns the displacement."""
    bottom = results["/steps/0000/cube/displacement"][:4]
    assert abs(bottom[:, 2] + 0.02).max() < 1e-9, bottom
    return results["/steps/0000/cube/displacement"][:]


if __name__ == "__main__":
    main()

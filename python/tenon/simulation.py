# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Simulations: cases that a program drives step by step."""
from __future__ import annotations

import json
import os
import shlex
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Any, Iterator, Mapping, Sequence, Union

from ._blocks import Blocks
from ._library import _tenon
from ._progress import Progress

if TYPE_CHECKING:
    from mpi4py import MPI

#: PETSc options: a text as on a command line, or a list of words.
PetscOptions = Union[str, Sequence[str]]


@dataclass(frozen=True)
class Step:
    """Completed step of an analysis."""

    #: Number of the step; 0 is the initial state of a transient analysis.
    number: int
    #: Time at the end of the step.
    time: float


def _words(petsc: PetscOptions | None) -> list[str]:
    """Returns PETSc options as a list of words."""
    if petsc is None:
        return []
    return shlex.split(petsc) if isinstance(petsc, str) else [str(word) for word in petsc]


def _settings(parameters: Mapping[str, float] | None) -> list[str]:
    """Returns values of parameters as arguments of `--set`, with all digits."""
    return [f"{name}={float(value)!r}" for name, value in (parameters or {}).items()]


class Simulation(Blocks):
    """Case with its bodies, contributors, constraints, analysis and solver.

    A simulation is created by `tenon.open()` or `tenon.Model.build()`. It is a context manager; the
    end of the block closes it. A simulation that is not closed is destroyed by a later collective
    call, or at the end of the program.

    All methods are collective: every rank of the communicator calls them. Properties are collective
    only if their description states this.
    """

    # -- life ------------------------------------------------------------------------------------

    def close(self) -> None:
        """Destroys the simulation. PETSc objects and arrays that the program holds stay valid."""
        if self._session.is_open:
            self._detach_views()
        self._session.close()

    def __enter__(self) -> Simulation:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None or getattr(value, "on_all_ranks", False):
            self.close()

    def __repr__(self) -> str:
        if not self.is_open:
            return "<closed tenon.Simulation>"
        return f"<tenon.Simulation '{self.title}': {', '.join(self.objects)}; step {self.number} of {self.num_steps}>"

    def _repr_html_(self) -> str:
        """Returns an overview for notebooks: objects, contributors and steps. Not collective."""
        from ._overview import overview

        return overview(self) if self.is_open else "<p>closed simulation</p>"

    @property
    def is_open(self) -> bool:
        """True until `close()` is called."""
        return self._session.is_open

    @property
    def comm(self) -> MPI.Comm:
        """Communicator of the simulation."""
        from mpi4py import MPI

        given = self._session.comm
        return MPI.COMM_WORLD if given is None else given

    @property
    def title(self) -> str:
        """Title of the case, or the name of its file."""
        return self._session.title

    # -- steps -----------------------------------------------------------------------------------

    @property
    def number(self) -> int:
        """Number of completed steps."""
        return self._session.num_completed_steps

    @property
    def time(self) -> float:
        """Time at the end of the last step."""
        return self._session.time

    @property
    def num_steps(self) -> int:
        """Number of steps of the whole analysis if no further step is subdivided."""
        return self._session.num_steps

    @property
    def done(self) -> bool:
        """True if all steps have been made."""
        return self._session.is_done

    def begin(self) -> None:
        """Begins the analysis; a transient analysis then has consistent initial values.

        `step()` and `steps()` call this method if necessary.

        Raises:
            InputError: if the model does not fulfil the requirements of the analysis.
        """
        self._session.begin()

    def step(self) -> Step:
        """Makes the next step.

        Raises:
            NotConvergedError: if the step fails with the smallest step size; the states are then
                those at the beginning of the step.
            InputError: if all steps have been made.
        """
        self._session.advance()
        self._refresh_views()
        return Step(self.number, self.time)

    def steps(self, *, progress: bool = False) -> Iterator[Step]:
        """Makes the remaining steps one by one and returns each of them.

        Loads, states and parameters may be changed between the steps.

        Args:
            progress: shows the progress on the error output of the root, as a bar if tqdm is
                installed.
        """
        self.begin()
        with Progress(self.title, progress and self.comm.rank == 0) as shown:
            shown.show(self.number, self.num_steps, self.time)
            while not self.done:
                step = self.step()
                shown.show(step.number, self.num_steps, step.time)
                yield step

    def solve(self, *, progress: bool = False) -> Step:
        """Makes all remaining steps and returns the last one.

        Args:
            progress: shows the progress, see `steps()`.
        """
        for _ in self.steps(progress=progress):
            pass
        return Step(self.number, self.time)

    def snapshot(self) -> _tenon.Snapshot:
        """Returns the complete state of the analysis, from which `restore()` continues."""
        return self._session.snapshot()

    def restore(self, snapshot: _tenon.Snapshot) -> None:
        """Restores a state that `snapshot()` of this simulation has returned.

        Raises:
            InputError: if results are being recorded, because steps would be written twice.
        """
        self._session.restore(snapshot)

    # -- results ---------------------------------------------------------------------------------

    def record(
        self,
        output: str | os.PathLike[str] = "",
        *,
        summary: str | os.PathLike[str] = "",
        tables: str | os.PathLike[str] = "",
        allow_outside: bool = False,
        restart: bool = False,
    ) -> None:
        """Writes the results of the following steps to files, as `tenon run` does.

        Args:
            output: path of the results without extension; by default as in the case.
            summary: file of the JSON summary.
            tables: folder of the CSV tables.
            allow_outside: allows the case to write outside its folder and that of `output`.
            restart: continues from the checkpoint of an interrupted run.

        Raises:
            InputError: if the analysis has begun, or if a file would replace an input file.
            FileError: if a file cannot be written.
        """
        self._session.record(os.fspath(output), os.fspath(summary), os.fspath(tables), allow_outside, restart)

    def finish(self) -> None:
        """Writes the remaining data of recorded results: summary, options and tables."""
        self._session.finish_recording()

    def run(self, output: str | os.PathLike[str] = "", *, progress: bool = False, **options: Any) -> Step:
        """Makes all steps and writes the files of `tenon run`.

        Args:
            output: path of the results without extension; by default as in the case.
            progress: shows the progress, see `steps()`.
            options: other arguments of `record()`.
        """
        self.record(output, **options)
        last = self.solve(progress=progress)
        self.finish()
        return last

    def summary(self) -> dict[str, Any]:
        """Returns the summary of the current state, with the keys of the file `--summary`."""
        summary: dict[str, Any] = json.loads(self._session.summary())
        return summary


def open(  # noqa: A001 - the name of the built-in function describes the purpose best
    case: str | os.PathLike[str],
    comm: MPI.Comm | None = None,
    *,
    petsc: PetscOptions | None = None,
    parameters: Mapping[str, float] | None = None,
    allow_unused: bool = False,
) -> Simulation:
    """Opens a case file.

    Args:
        case: path of the case file.
        comm: communicator of the ranks that solve the case; MPI.COMM_WORLD by default.
        petsc: PETSc options, such as "-ksp_rtol 1e-10", which replace those of the case.
        parameters: values of parameters of the case, such as {"young": 65000}, as with `--set`.
        allow_unused: accepts PETSc options that no solver queries.

    Returns:
        The simulation, before its first step.

    Raises:
        InputError: with every problem that can be found without a solve.
        FileError: if a file is missing.
    """
    return Simulation(_tenon.Session.open(os.fspath(case), comm, _words(petsc), _settings(parameters), allow_unused))


def set_log_level(level: str, comm: MPI.Comm | None = None) -> None:
    """Sets the level of the messages of tenon: trace, debug, info, warn (default), error or off."""
    _tenon.set_log_level(level, comm)

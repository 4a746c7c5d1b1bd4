# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Parameter studies: solutions of a case for all combinations of the values of its parameters."""
from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Iterable, Mapping, Sequence, Union

from ._library import _tenon
from .simulation import PetscOptions, _words

if TYPE_CHECKING:
    import pandas
    from mpi4py import MPI

#: Value in the table of a study; None if a failed run has no such result.
Value = Union[int, float, str, bool, None]

#: Columns whose entries are texts in every study.
_TEXTS = ("status", "message", "study")


def _number(value: float) -> str:
    """Returns a number as a text from which it can be recovered exactly."""
    return repr(float(value))


def _value(text: str) -> Value:
    """Returns the value of a field."""
    if text in ("", "null"):
        return None
    if text in ("true", "false"):
        return text == "true"
    try:
        return int(text)
    except ValueError:
        pass
    try:
        return float(text)
    except ValueError:
        return text


class Study(Sequence[Mapping[str, Value]]):
    """Table of a study: a sequence of its rows, which are dictionaries."""

    def __init__(self, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
        #: Names of the columns.
        self.columns = tuple(columns)
        self._rows = [
            {name: field if name in _TEXTS else _value(field) for name, field in zip(self.columns, row)} for row in rows
        ]

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, index: Any) -> Any:
        return self._rows[index]

    def __repr__(self) -> str:
        return f"<tenon.Study: {len(self)} runs, {len(self.failed)} of them failed>"

    @property
    def failed(self) -> list[Mapping[str, Value]]:
        """Rows of the runs that have failed; `message` contains the reason."""
        return [row for row in self._rows if row["status"] != "ok"]

    def column(self, name: str) -> list[Value]:
        """Returns the entries of a column in the order of the runs.

        Raises:
            KeyError: if there is no such column.
        """
        if name not in self.columns:
            raise KeyError(f"The study has no column '{name}'; its columns are {', '.join(self.columns)}.")
        return [row[name] for row in self._rows]

    def frame(self) -> pandas.DataFrame:
        """Returns the table as a data frame of pandas, with the numbers of the runs as index."""
        import pandas

        return pandas.DataFrame(self._rows, columns=list(self.columns)).set_index("run")


def study(
    case: str | os.PathLike[str],
    vary: Mapping[str, Iterable[float]],
    *,
    parameters: Mapping[str, float | str] | None = None,
    select: Sequence[str] = (),
    comm: MPI.Comm | None = None,
    ranks_per_run: int = 1,
    table: str | os.PathLike[str] = "",
    output: str | os.PathLike[str] = "",
    overwrite: bool = False,
    petsc: PetscOptions | None = None,
    allow_unused: bool = False,
) -> Study:
    """Solves a case for all combinations of the values of varied parameters.

    Groups of ranks solve the case side by side; a run that fails is a row of the table. The
    function is collective and returns the same table on all ranks.

    Args:
        case: path of a case file with a block `parameters`.
        vary: values of each varied parameter.
        parameters: values of other parameters, which replace those of the case.
        select: results, by their dotted names in the summary, such as
            "objects.block.largest_displacement"; by default the main results.
        comm: communicator of the ranks of the study; MPI.COMM_WORLD by default.
        ranks_per_run: number of ranks that solve the case together.
        table: CSV file of the table. If it contains rows of the same study, their runs are not
            repeated.
        output: folder of the result files of all runs; by default no files are written.
        overwrite: replaces the table of another study.
        petsc: PETSc options of all runs.
        allow_unused: accepts PETSc options that no solver queries.

    Returns:
        Rows with the keys `run`, the names of the varied parameters, `status`, `message`, the
        selected results, and `study`, which identifies the study.

    Raises:
        InputError: before the first run, if the case or the definition of the study has errors.
        FileError: if the table cannot be written.
    """
    options = _tenon.StudyOptions()
    options.case_file = os.fspath(case)
    options.settings = [
        f"{name}={value if isinstance(value, str) else _number(value)}" for name, value in (parameters or {}).items()
    ]
    options.variations = [f"{name}={','.join(_number(value) for value in values)}" for name, values in vary.items()]
    options.selection = list(select)
    options.table = os.fspath(table)
    options.output = os.fspath(output)
    options.ranks_per_run = ranks_per_run
    options.overwrite = overwrite
    options.petsc_words = _words(petsc)
    options.allow_unused = allow_unused
    found = _tenon.study(options, comm)
    if comm is None:
        from mpi4py import MPI

        comm = MPI.COMM_WORLD
    columns, rows = comm.bcast(found, root=0)
    return Study(columns, rows)

# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Validated access to the groups, datasets and attributes of one HDF5 file."""
import functools
import os
import time
from collections.abc import Callable, Sequence
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar, overload

import h5py
import numpy as np
from numpy.typing import NDArray

from tenon.results.errors import DamagedResult, InputError, NoResult, NoSuchName

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
PathLike = str | os.PathLike[str]

ATTEMPTS = 5  # number of attempts to read a file while a run adds a step
PAUSE = 0.02  # seconds between two attempts
FRESH = 0.1  # age in seconds below which a file may be incomplete because a run is writing it
MOST_COMPONENTS = 9

P = ParamSpec("P")
T = TypeVar("T")


class ValidatedFile:
    """HDF5 file of which only validated data are returned.

    External links, soft links, virtual datasets and external storage are rejected: all data
    originate from this file. Sizes are compared with the size of the file before data are read. A
    run can extend the file at the same time.
    """

    def __init__(self, path: PathLike) -> None:
        """Opens a file for reading.

        @throws NoResult if the file does not exist or is not an HDF5 file
        """
        self.path = path
        self.generation = 0  #: Number of times the file has been reopened.
        self.size = 0  #: Size of the file in bytes.
        self._state: tuple[int, ...] = ()
        self.file: Any = None  #: The h5py.File.
        self._open()

    def _open(self) -> None:
        if not os.path.exists(self.path):
            raise NoResult(f"There is no file '{self.path}'.")
        if not os.path.isfile(self.path):
            raise NoResult(f"'{self.path}' is not a regular file.")
        for attempt in range(ATTEMPTS):
            self._state = self._current_state()
            self.size = os.path.getsize(self.path)
            try:
                self.file = self._opened()
                return
            except (OSError, RuntimeError) as error:
                is_fresh = time.time() - os.path.getmtime(self.path) < FRESH
                if attempt + 1 == ATTEMPTS or not (is_fresh or self.has_changed()):
                    raise NoResult(f"'{self.path}' is not an HDF5 file: {error}") from None
                time.sleep(PAUSE)

    def _opened(self) -> Any:
        """Opens the file; without a lock if the file system or another user refuses it."""
        try:
            return h5py.File(self.path, "r")
        except OSError as error:
            if "lock" not in str(error):
                raise
            return h5py.File(self.path, "r", locking=False)

    def _current_state(self) -> tuple[int, ...]:
        try:
            status = os.stat(self.path)
        except OSError:  # removed since it was opened; the open file remains readable
            return self._state
        return status.st_ino, status.st_size, status.st_mtime_ns

    def has_changed(self) -> bool:
        """Returns true if the file on disk was modified or replaced since it was opened."""
        return self._current_state() != self._state

    def reopen(self) -> None:
        """Opens the file again, so that data written since then become visible."""
        self.file.close()
        self.generation += 1
        self._open()

    def close(self) -> None:
        """Closes the file."""
        self.file.close()

    def damaged(self, reason: str) -> DamagedResult:
        """Returns an error that names the file."""
        return DamagedResult(f"'{self.path}' is damaged: {reason}.")

    def has(self, group: Any, name: str) -> bool:
        """Returns true if the entry exists in this file.

        @throws DamagedResult if the entry, or a part of its path, is a soft or external link
        """
        for part in name.split("/"):
            if not isinstance(group, h5py.Group):
                return False
            link = group.get(part, getlink=True)
            if link is None:
                return False
            if not isinstance(link, h5py.HardLink):
                raise self.damaged(f"'{name}' is a link to another location")
            group = group[part]
        return True

    def group(self, parent: Any, name: str) -> Any:
        """Returns a group.

        @throws DamagedResult if the group does not exist
        """
        if not self.has(parent, name):
            raise self.damaged(f"there is no '{name}' in '{parent.name}'")
        if not isinstance(parent[name], h5py.Group):
            raise self.damaged(f"'{name}' in '{parent.name}' is not a group")
        return parent[name]

    def dataset_names(self, group: Any) -> list[str]:
        """Returns the names of the datasets of a group, sorted."""
        return sorted(key for key in group if self.has(group, key) and isinstance(group[key], h5py.Dataset))

    def _dataset(self, group: Any, name: str, kind: str, rows: int | None) -> Any:
        """Returns a table with one or two dimensions after its shape and type are validated."""
        if not self.has(group, name):
            raise self.damaged(f"there is no '{name}' in '{group.name}'")
        dataset = group[name]
        if not isinstance(dataset, h5py.Dataset) or dataset.is_virtual or dataset.external:
            raise self.damaged(f"'{dataset.name}' is not a dataset of this file")
        if dataset.dtype.kind not in ("iu" if kind == "integers" else "iuf") or dataset.ndim not in (1, 2):
            raise self.damaged(f"'{dataset.name}' is not a table of {kind}")
        if dataset.size * dataset.dtype.itemsize > self.size:
            raise self.damaged(f"'{dataset.name}' is larger than the file")
        if rows is not None and dataset.shape[0] != rows:
            raise self.damaged(f"'{dataset.name}' has {dataset.shape[0]} rows instead of {rows}")
        return dataset

    def floats(self, group: Any, name: str, rows: int | None = None, select: Sequence[int] | None = None) -> Floats:
        """Returns the values of a dataset with one or two dimensions.

        @param group   HDF5 group that contains the dataset
        @param name    name of the dataset, which may contain slashes
        @param rows    required number of rows
        @param select  indices of the rows to be read; by default all rows
        @throws DamagedResult if the dataset does not exist or has another type or shape
        """
        dataset = self._dataset(group, name, "numbers", rows)
        return np.asarray(dataset[()] if select is None else np.stack([dataset[row] for row in select]), np.float64)

    def integers(self, group: Any, name: str, rows: int | None = None) -> Integers:
        """Returns the values of a dataset of integers with one or two dimensions.

        @throws DamagedResult if the dataset does not exist or has another type or shape
        """
        return np.asarray(self._dataset(group, name, "integers", rows)[()], np.int64)

    def field(self, group: Any, name: str, rows: int, select: Sequence[int] | None = None) -> Floats:
        """Returns a field: scalars as [rows], other fields as [rows, components]."""
        values = self.floats(group, name, rows, select)
        if values.ndim == 2 and not 1 <= values.shape[1] <= MOST_COMPONENTS:
            raise self.damaged(f"'{name}' has {values.shape[1]} components, but 1 to {MOST_COMPONENTS} are supported")
        return values[:, 0] if values.ndim == 2 and values.shape[1] == 1 else values

    def text(self, name: str) -> str:
        """Returns a string of the root group.

        @throws NoSuchName if the string does not exist
        """
        if not self.has(self.file, name):
            raise NoSuchName(f"There is no '{name}' in this file: the run that writes the file has not finished.")
        dataset = self.file[name]
        if not isinstance(dataset, h5py.Dataset) or dataset.shape != () or dataset.dtype.kind not in "SO":
            raise self.damaged(f"'{name}' is not a string")
        text = dataset[()]
        return text.decode() if isinstance(text, bytes) else str(text)

    @overload
    def number(self, item: Any, name: str, default: float) -> float: ...

    @overload
    def number(self, item: Any, name: str, default: None) -> float | None: ...

    def number(self, item: Any, name: str, default: float | None) -> float | None:
        """Returns an attribute that is a finite number, or `default` if it does not exist."""
        if name not in item.attrs:
            return default
        value = np.asarray(item.attrs[name])
        if value.size != 1 or value.dtype.kind not in "iuf" or not np.isfinite(value).all():
            raise self.damaged(f"the attribute `{name}` of '{item.name}' is not a number")
        return float(value.ravel()[0])


class _HasFile(Protocol):
    """Object that reads from a validated file."""

    @property
    def source(self) -> ValidatedFile:
        """Returns the file."""


Reader = TypeVar("Reader", bound=_HasFile)


def validated(method: Callable[Concatenate[Reader, P], T]) -> Callable[Concatenate[Reader, P], T]:
    """Decorates a method so that any error while reading a file raises DamagedResult.

    If a run has modified the file since it was opened, the file is reopened and the method is
    called again: a step that was being added is complete a few milliseconds later.
    """
    @functools.wraps(method)
    def read(self: Reader, /, *arguments: P.args, **options: P.kwargs) -> T:
        attempt = 0
        while True:
            attempt += 1
            source = self.source
            if not source.file:
                raise NoResult(f"'{source.path}' is closed.")
            generation = source.generation
            try:
                return method(self, *arguments, **options)
            except (NoSuchName, InputError, ImportError, MemoryError):
                raise
            except Exception as error:  # h5py raises many types; only the text is informative
                if attempt < ATTEMPTS and (source.has_changed() or source.generation != generation):
                    time.sleep(PAUSE)
                    source.reopen()
                    continue
                if isinstance(error, NoResult):
                    raise
                reason = str(error).partition("\n")[0][:200] or type(error).__name__
                raise DamagedResult(f"'{source.path}' is damaged: {reason}") from None
    return read


def names_of(names: object) -> list[str]:
    """Validates and returns a list of strings from a JSON attribute."""
    if isinstance(names, list) and names and all(isinstance(name, str) for name in names):
        return names
    raise ValueError("an attribute is not a list of names")

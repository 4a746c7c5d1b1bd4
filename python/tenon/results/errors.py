# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Errors of the reader of results, and imports of optional packages."""
import importlib
from collections.abc import Iterable
from typing import Any


class NoResult(Exception):
    """Raised if a file does not exist or is not a result of tenon."""


class DamagedResult(NoResult):
    """Raised if a result is invalid: truncated, overwritten or forged."""


class NoSuchName(KeyError):
    """Raised if a name does not exist; the message lists the existing names."""

    def __str__(self) -> str:
        return str(self.args[0])


class InputError(ValueError):
    """Raised if an argument is invalid, or if the requested data cannot be drawn."""


class MissingPackage(ImportError):
    """Raised if an optional package is not installed; the message names the Debian package."""


def no(what: str, name: object, existing: Iterable[str]) -> NoSuchName:
    """Returns an error that lists the existing names.

    @param what      kind of the missing entry, e.g. "history"
    @param name      name that does not exist
    @param existing  names that exist
    """
    return NoSuchName(f"There is no {what} '{name}'; the choices are: {', '.join(existing) or 'none'}.")


def optional(module: str, package: str, user: str) -> Any:
    """Imports a module of an optional package.

    @param module   name of the module, e.g. "matplotlib.pyplot"
    @param package  Debian package that contains the module
    @param user     function that requires the module, for the message
    @return the module
    @throws MissingPackage if the package is not installed
    """
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or module.split(".")[0] != error.name.split(".")[0]:
            raise
        raise MissingPackage(f"{user} requires the Python module {module}, which is not installed: apt-get install {package}.",
                             name=module) from None

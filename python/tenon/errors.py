# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Exceptions of the package tenon.

Each class is also derived from the built-in exception that describes it best, so that programs can
handle it without importing tenon.
"""
from __future__ import annotations


class Error(Exception):
    """Base class of all exceptions that tenon raises."""

    #: True if all ranks raise this exception with the same message.
    on_all_ranks: bool = False


class InputError(Error, ValueError):
    """Error in the input that the user can correct, such as an unknown key or a missing group."""


class NotConvergedError(Error, RuntimeError):
    """Failure of a solver to reach its tolerance."""


class FileError(Error, OSError):
    """Failure to read or write a file."""


class InternalError(Error, RuntimeError):
    """Error caused by a bug in tenon or by the failure of a library."""

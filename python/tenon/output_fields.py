# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Constructors of output fields with parameters, the entries of `output.fields`."""
from .registries import constructors

__getattr__, __dir__ = constructors(__name__)

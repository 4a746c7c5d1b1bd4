# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Constructors of time integrators, the values of `stepper` of a transient analysis."""
from .registries import constructors

__getattr__, __dir__ = constructors(__name__)

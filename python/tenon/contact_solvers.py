# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Constructors of solvers of the contact impulses, the values of `contact_solver`."""
from .registries import constructors

__getattr__, __dir__ = constructors(__name__)

# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Constructors of the block `system`, the representation of the system matrix."""
from .registries import constructors

__getattr__, __dir__ = constructors(__name__)

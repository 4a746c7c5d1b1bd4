# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Constructors of the block `analysis`: statics, transient analysis, modes and others."""
from .registries import constructors

__getattr__, __dir__ = constructors(__name__)
